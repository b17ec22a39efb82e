/** The whole statement of a declaration: the binders that it takes from its scope, its own binders, and its type. */
import { tokenise } from './lexer.ts';
import { binderColon } from './read-variables.ts';
import { IDENTIFIER, type Tokens } from './tokens.ts';

export interface StatementBinder {
  /** With its brackets, on one line. */
  text: string;
  /** Empty for an instance without a name. */
  names: string[];
  /** Null if none is written. */
  type: string | null;
  kind: 'explicit' | 'implicit' | 'strict_implicit' | 'instance';
  /** Whether a `variable` command or the enclosing type binds it, not the declaration itself. */
  isFromScope: boolean;
}

export interface WholeStatement {
  binders: StatementBinder[];
  /** The part after the colon; empty if none is written. */
  type: string;
}

/** What the text of a statement is made of. */
export interface StatementParts {
  binders: readonly Pick<StatementBinder, 'text' | 'kind' | 'type'>[];
  type: string;
}

/**
 * `signature`: binders and type of a declaration (`(n : ℕ) : n + 0 = n`). `variables`: binders from its scope. Any text
 * gives a result; what is not a binder before the colon, such as `extends Foo`, belongs to the type.
 */
export function wholeStatement(signature: string, variables: readonly string[]): WholeStatement {
  const binders = variables.flatMap((text) => readBinder(tokenise(text, []), 0, Infinity, true) ?? []);
  const tokens = tokenise(signature, []);
  let at = 0;
  while (at < tokens.count && (tokens.bracket(at) === 1 || tokens.kind(at) === IDENTIFIER)) {
    const to = tokens.bracket(at) === 1 ? tokens.afterBracket(at, tokens.count) : at + 1;
    const binder = tokens.is(at, 'extends') ? null : readBinder(tokens, at, to, false);
    if (binder === null) break;
    binders.push(binder);
    at = to;
  }
  const from = tokens.is(at, ':') ? at + 1 : at;
  return { binders, type: tokens.fold(from, tokens.count) };
}

const KINDS: Readonly<Record<string, StatementBinder['kind']>> = {
  '(': 'explicit',
  '{': 'implicit',
  '⦃': 'strict_implicit',
  '[': 'instance',
};

/** Returns null for other brackets. A bare name is an explicit binder. */
function readBinder(tokens: Tokens, from: number, end: number, isFromScope: boolean): StatementBinder | null {
  const to = Math.min(end, tokens.count);
  const text = tokens.fold(from, to);
  if (tokens.bracket(from) !== 1) return { text, names: [text], type: null, kind: 'explicit', isFromScope };
  const kind = KINDS[tokens.word(from)];
  if (kind === undefined) return null;
  const colon = binderColon(tokens, from, to);
  if (kind === 'instance' && colon < 0)
    return { text, names: [], type: tokens.fold(from + 1, to - 1), kind, isFromScope };
  const names: string[] = [];
  for (let at = from + 1; at < (colon < 0 ? to - 1 : colon) && tokens.kind(at) === IDENTIFIER; at++)
    names.push(tokens.word(at));
  return { text, names, type: colon < 0 ? null : tokens.fold(colon + 1, to - 1), kind, isFromScope };
}

/** `{α : Type u} (a b : α) : a * b = b * a`. */
export function statementText(statement: StatementParts): string {
  const { binders, type } = statement;
  return [...binders.map(({ text }) => text), hasType(statement) ? `: ${type}` : type].join(' ').trim();
}

/** Whether `type` is a type: that of a structure may be its parents, and that of an unknown alias its target. */
export function hasType({ type }: Pick<StatementParts, 'type'>): boolean {
  return type !== '' && !/^(?::=|extends\b)/u.test(type);
}

/** On one line of at most about `maxLength` characters: without what Lean infers if space is short. */
export function shortStatement(statement: StatementParts, maxLength: number): string {
  const text = statementText(statement);
  if (text.length <= maxLength) return text;
  return statementText({ ...statement, binders: statement.binders.filter((binder) => !isInferred(binder)) });
}

/** Whether Lean infers the binder and it is no hypothesis: an instance, or an implicit type. */
export function isInferred({ kind, type }: Pick<StatementBinder, 'kind' | 'type'>): boolean {
  return kind === 'instance' || (kind !== 'explicit' && (type === null || /^(?:(?:Type|Sort)\b|_$)/u.test(type)));
}

/** One direction of an equivalence, as `alias ⟨mp, mpr⟩ := h` declares it. Other statements are returned unchanged. */
export function directedStatement(statement: WholeStatement, direction: 'mp' | 'mpr'): WholeStatement {
  const tokens = tokenise(statement.type, []);
  let from = 0;
  for (let at = 0, depth = 0; at < tokens.count; at++) {
    depth += tokens.bracket(at);
    if (depth > 0) continue;
    if (tokens.is(at, ',') || tokens.is(at, '→')) from = at + 1;
    if (!tokens.is(at, '↔')) continue;
    const left = tokens.fold(from, at);
    const right = tokens.fold(at + 1, tokens.count);
    const isAtom = ['→', '↔', ','].every((word) => tokens.find(word, at + 1, tokens.count) < 0);
    const implication = direction === 'mp' ? `${left} → ${right}` : `${isAtom ? right : `(${right})`} → ${left}`;
    return { ...statement, type: `${tokens.fold(0, from)} ${implication}`.trimStart() };
  }
  return statement;
}
