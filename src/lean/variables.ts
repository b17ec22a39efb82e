/** `variable`, `omit` and `include`: the binders in scope, and those of them that a declaration speaks of. */
import { IDENTIFIER, type Tokens } from './tokens.ts';

const DOT = 0x2e;

interface BinderGroup {
  /** With its brackets, one line. */
  text: string;
  /** Text between the brackets, to find a group again that is omitted or bound anew. */
  inside: string;
  names: string[];
  /** First components of the identifiers in the type. */
  words: string[];
  isInstance: boolean;
  isIncluded: boolean;
}

/** Binder groups in scope; a scope is never changed, a command makes a new one. */
export type VariableScope = readonly BinderGroup[];

export const EMPTY_VARIABLES: VariableScope = [];

/** The scope after `variable` followed by tokens `from` to `to`. */
export function withVariables(scope: VariableScope, tokens: Tokens, from: number, to: number): VariableScope {
  let groups = scope;
  for (let at = from; at < to;) {
    if (tokens.bracket(at) !== 1) {
      at++;
      continue;
    }
    const behind = tokens.behindBracket(at, to);
    groups = withGroup(groups, readGroup(tokens, at, behind));
    at = behind;
  }
  return groups;
}

/** `variable {R}` for a known `(R : Type*)` changes its brackets only. */
function withGroup(groups: VariableScope, group: BinderGroup): VariableScope {
  if (group.names.length === 0 || group.words.length > 0 || group.inside.includes(':')) return [...groups, group];
  const again = new Set(group.names);
  let found = false;
  const changed = groups.flatMap((old) => {
    if (old.isInstance || !old.names.some((name) => again.has(name))) return [old];
    found = true;
    const colon = old.inside.indexOf(':');
    const type = colon < 0 ? '' : ` ${old.inside.slice(colon)}`;
    const rest = old.names.filter((name) => !again.has(name));
    const bound = old.names.filter((name) => again.has(name));
    const make = (names: string[], like: string): BinderGroup => {
      const inside = names.join(' ') + type;
      return { ...old, names, inside, text: like.charAt(0) + inside + like.charAt(like.length - 1) };
    };
    return rest.length > 0 ? [make(rest, old.text), make(bound, group.text)] : [make(bound, group.text)];
  });
  return found ? changed : [...groups, group];
}

function readGroup(tokens: Tokens, from: number, to: number): BinderGroup {
  const isInstance = tokens.is(from, '[');
  const names: string[] = [];
  const words: string[] = [];
  let colon = -1;
  for (let at = from + 1, depth = 0; at < to - 1; at++) {
    depth += tokens.bracket(at);
    if (depth === 0 && colon < 0 && tokens.is(at, ':')) colon = at;
  }
  for (let at = from + 1; at < to - 1; at++) {
    if (tokens.kind(at) !== IDENTIFIER) continue;
    if (at < colon || (colon < 0 && !isInstance)) names.push(tokens.word(at));
    else words.push(firstComponent(tokens, at));
  }
  const inside = tokens.fold(from + 1, to - 1);
  return { text: tokens.fold(from, to), inside, names, words, isInstance, isIncluded: false };
}

function firstComponent(tokens: Tokens, at: number): string {
  const start = tokens.start(at);
  const end = tokens.end(at);
  for (let offset = start; offset < end; offset++) {
    if (tokens.text.charCodeAt(offset) === DOT) return tokens.text.slice(start, offset);
  }
  return tokens.text.slice(start, end);
}

/** The scope after `omit [Foo R] x`. */
export function withoutVariables(scope: VariableScope, tokens: Tokens, from: number, to: number): VariableScope {
  const gone = new Set<string>();
  for (let at = from; at < to;) {
    if (tokens.bracket(at) === 1) {
      const behind = tokens.behindBracket(at, to);
      gone.add(tokens.fold(at + 1, behind - 1));
      at = behind;
    } else {
      if (tokens.kind(at) === IDENTIFIER) gone.add(tokens.word(at));
      at++;
    }
  }
  return scope.filter(
    (group) => !gone.has(group.inside) && !(group.names.length > 0 && group.names.every((name) => gone.has(name))),
  );
}

/** The scope after `include x y`. */
export function withIncluded(scope: VariableScope, tokens: Tokens, from: number, to: number): VariableScope {
  const included = new Set<string>();
  for (let at = from; at < to; at++) if (tokens.kind(at) === IDENTIFIER) included.add(tokens.word(at));
  return scope.map((group) =>
    group.names.some((name) => included.has(name)) ? { ...group, isIncluded: true } : group,
  );
}

/**
 * Texts of the groups that tokens `from` to `to` speak of: those that bind an identifier used there, those that such a
 * group's type needs, and the instances all of whose variables are among them.
 */
export function variablesUsed(scope: VariableScope, tokens: Tokens, from: number, to: number): string[] {
  if (scope.length === 0) return [];
  const used = new Set<string>();
  const longest = longestName(scope);
  for (let at = from; at < to; at++) {
    if (tokens.kinds[at] === IDENTIFIER && startsWithin(tokens, at, longest)) used.add(firstComponent(tokens, at));
  }
  const taken = new Array<boolean>(scope.length).fill(false);
  const bound = new Set<string>();
  // Types speak of earlier variables only, so that one pass from the end finds everything needed.
  for (let index = scope.length - 1; index >= 0; index--) {
    const group = scope[index];
    if (group === undefined) continue;
    for (const name of group.names) bound.add(name);
    if (group.isInstance && !group.isIncluded) continue;
    if (!group.isIncluded && !group.names.some((name) => used.has(name))) continue;
    taken[index] = true;
    for (const word of group.words) used.add(word);
    for (const name of group.names) used.add(name);
  }
  const out: string[] = [];
  for (const [index, group] of scope.entries()) {
    if (taken[index] || (group.isInstance && needsOnly(group, bound, used))) out.push(group.text);
  }
  return out;
}

function longestName(scope: VariableScope): number {
  let longest = 0;
  for (const group of scope) for (const name of group.names) longest = Math.max(longest, name.length);
  return longest;
}

/** Whether the first component has at most `length` units: most constants are longer than every variable. */
function startsWithin(tokens: Tokens, at: number, length: number): boolean {
  const start = tokens.start(at);
  if (tokens.end(at) - start <= length) return true;
  for (let offset = start + 1; offset <= start + length; offset++) {
    if (tokens.text.charCodeAt(offset) === DOT) return true;
  }
  return false;
}

/** The instance speaks of variables, and all of these are used. */
function needsOnly(group: BinderGroup, bound: Set<string>, used: Set<string>): boolean {
  if (group.names.some((name) => used.has(name))) return true;
  let some = false;
  for (const word of group.words) {
    if (!bound.has(word)) continue;
    if (!used.has(word)) return false;
    some = true;
  }
  return some;
}

/** Whether `name` is a variable in scope. */
export function bindsName(scope: VariableScope, name: string): boolean {
  return scope.some((group) => group.names.includes(name));
}
