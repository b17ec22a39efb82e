/** Reads `notation`, `notation3`, `infixl` and similar commands: tokens, holes, precedence and expansion. */
import { literalWords, numberByWord } from '../base/words.ts';
import type { Command } from './commands.ts';
import type { Notation } from './declaration.ts';
import { headOf } from './head.ts';
import { stringValue } from './attributes.ts';
import { IDENTIFIER, NUMBER, STRING, type Span, type Tokens } from './tokens.ts';

export const NOTATION_KEYWORDS: ReadonlyMap<string, Notation['kind']> = new Map([
  ...literalWords('infix infixl infixr prefix postfix notation').map((kind) => [kind, kind] as const),
  ['notation3', 'notation'],
]);

const NAMED_PRECEDENCES = numberByWord({ 10: 'min', 1022: 'lead', 1023: 'arg', 1024: 'max' });

/** Longer than any real expansion. */
const EXPANSION_LENGTH = 2000;

/** Returns null if the command is not a complete notation. */
export function readNotation(tokens: Tokens, command: Command, namespace: string, module: string): Notation | null {
  const kind = NOTATION_KEYWORDS.get(command.keyword);
  if (kind === undefined) return null;
  const { precedence, at: afterPrecedence } = readPrecedence(tokens, command.body);
  let at = afterPrecedence;
  // `(name := …)`, `(priority := …)`.
  while (tokens.is(at, '(') && tokens.is(at + 2, ':=')) at = tokens.afterBracket(at, command.to);
  const { parts, bodies, after } = readParts(tokens, { from: at, to: command.to });
  if (!tokens.is(after, '=>') || !parts.some((part) => 'token' in part)) return null;
  const written: Span = { from: after + 1, to: command.to };
  // `r:60:(scoped f => sup f) => r` expands to `sup f`.
  const expansionSpan = (written.to === written.from + 1 && bodies.get(tokens.word(written.from))) || written;
  const bound = expansionSpan === written ? [] : [tokens.word(expansionSpan.from - 2)];
  const expansion = tokens.fold(expansionSpan.from, expansionSpan.to, EXPANSION_LENGTH);
  return {
    kind,
    parts,
    precedence,
    expansion,
    head: expansionHead(tokens, expansionSpan, parts, bound),
    scope: command.modifiers.includes('local') ? 'local' : command.modifiers.includes('scoped') ? 'scoped' : 'global',
    namespace: command.scopedIn ?? namespace,
    line: tokens.line(command.keywordAt),
    module,
  };
}

/** Tokens and holes up to the arrow, and the bodies of `(scoped f => body)` by hole. */
function readParts(
  tokens: Tokens,
  { from, to }: Span,
): { parts: Notation['parts']; bodies: Map<string, Span>; after: number } {
  const parts: Notation['parts'] = [];
  const bodies = new Map<string, Span>();
  let at = from;
  while (at < to && !tokens.is(at, '=>')) {
    if (tokens.kind(at) === STRING) {
      parts.push({ token: stringValue(tokens.word(at++)).trim() });
    } else if (tokens.is(at, 'unicode') && tokens.kind(at + 2) === STRING) {
      parts.push({ token: stringValue(tokens.word(at + 2)).trim() });
      at = tokens.afterBracket(at + 1, to);
    } else if (tokens.kind(at) === IDENTIFIER) {
      const hole = tokens.word(at);
      const read = readPrecedence(tokens, at + 1);
      parts.push({ hole, precedence: read.precedence });
      at = read.at;
      if (tokens.is(at, ':') && tokens.is(at + 1, '(')) {
        const after = tokens.afterBracket(at + 1, to);
        if (tokens.is(at + 2, 'scoped') && tokens.is(at + 4, '=>')) bodies.set(hole, { from: at + 5, to: after - 1 });
        at = after;
      }
    } else if (tokens.is(at, '(')) {
      // `(...)` of notation3: any number of binders.
      parts.push({ hole: '...', precedence: null });
      at = tokens.afterBracket(at, to);
    } else at++;
  }
  return { parts, bodies, after: at };
}

/** `:65`, `:max`, `:max+1`. */
function readPrecedence(tokens: Tokens, from: number): { precedence: number | null; at: number } {
  if (!tokens.is(from, ':')) return { precedence: null, at: from };
  const word = tokens.word(from + 1);
  const isNumber = tokens.kind(from + 1) === NUMBER;
  let precedence = isNumber ? Number.parseInt(word, 10) : (NAMED_PRECEDENCES.get(word) ?? null);
  if (precedence === null) return { precedence: null, at: from };
  let at = from + 2;
  if ((tokens.is(at, '+') || tokens.is(at, '-')) && tokens.kind(at + 1) === NUMBER) {
    precedence += (tokens.is(at, '+') ? 1 : -1) * Number.parseInt(tokens.word(at + 1), 10);
    at += 2;
  }
  return { precedence, at };
}

/** First constant of the expansion, after `fun x y =>`; null if a hole comes first. */
function expansionHead(tokens: Tokens, { from, to }: Span, parts: Notation['parts'], bound: string[]): string | null {
  const holes = new Set([...bound, ...parts.flatMap((part) => ('hole' in part ? [part.hole] : []))]);
  let body = from;
  for (let at = from; at < to; at++) {
    if (tokens.is(at, 'fun') || tokens.is(at, 'λ')) {
      while (at < to && !tokens.is(at, '=>') && !tokens.is(at, '↦') && !tokens.is(at, ',')) at++;
      body = at + 1;
    } else if (tokens.kind(at) === IDENTIFIER) {
      const word = tokens.word(at);
      // The outermost operator of `m / n` is another notation, not a constant.
      return holes.has(word) || headOf(tokens, { from: body, to })?.isConstant === false ? null : word;
    } else if (!tokens.is(at, '@') && !tokens.is(at, '(')) return null;
  }
  return null;
}
