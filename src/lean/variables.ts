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
export interface VariableScope {
  groups: readonly BinderGroup[];
  /** Length of the longest name bound: most words are told from variables by it and by their first letter. */
  longest: number;
  /** 1 for the units with which a name starts; all beyond Latin-1 share the last place. */
  firstUnits: Uint8Array;
}

export const EMPTY_VARIABLES: VariableScope = scopeOf([]);

function scopeOf(groups: readonly BinderGroup[]): VariableScope {
  let longest = 0;
  const firstUnits = new Uint8Array(0x100);
  for (const { names } of groups) {
    for (const name of names) {
      longest = Math.max(longest, name.length);
      firstUnits[Math.min(name.charCodeAt(0), 0xff)] = 1;
    }
  }
  return { groups, longest, firstUnits };
}

/** The scope after `variable` followed by tokens `from` to `to`. */
export function withVariables(scope: VariableScope, tokens: Tokens, from: number, to: number): VariableScope {
  let groups = scope.groups;
  for (let at = from; at < to;) {
    if (tokens.bracket(at) !== 1) {
      at++;
      continue;
    }
    const behind = tokens.behindBracket(at, to);
    groups = withGroup(groups, readGroup(tokens, at, behind));
    at = behind;
  }
  return scopeOf(groups);
}

/** `variable {R}` for a known `(R : Type*)` changes its brackets only. */
function withGroup(groups: readonly BinderGroup[], group: BinderGroup): readonly BinderGroup[] {
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
  const isGone = ({ inside, names }: BinderGroup): boolean =>
    gone.has(inside) || (names.length > 0 && names.every((name) => gone.has(name)));
  return scopeOf(scope.groups.filter((group) => !isGone(group)));
}

/** The scope after `include x y`. */
export function withIncluded(scope: VariableScope, tokens: Tokens, from: number, to: number): VariableScope {
  const included = new Set<string>();
  for (let at = from; at < to; at++) if (tokens.kind(at) === IDENTIFIER) included.add(tokens.word(at));
  const isNamed = ({ names }: BinderGroup): boolean => names.some((name) => included.has(name));
  return scopeOf(scope.groups.map((group) => (isNamed(group) ? { ...group, isIncluded: true } : group)));
}

/**
 * Texts of the groups that tokens `from` to `to` speak of: those that bind an identifier used there, those that such a
 * group's type needs, and the instances all of whose variables are among them.
 */
export function variablesUsed(scope: VariableScope, tokens: Tokens, from: number, to: number): string[] {
  const { groups } = scope;
  if (groups.length === 0) return [];
  const used = new Set<string>();
  for (let at = from; at < to; at++) {
    if (tokens.kinds[at] === IDENTIFIER && mayBeVariable(tokens, at, scope)) used.add(firstComponent(tokens, at));
  }
  const taken = new Array<boolean>(groups.length).fill(false);
  const bound = new Set<string>();
  // Types speak of earlier variables only, so that one pass from the end finds everything needed.
  for (let index = groups.length - 1; index >= 0; index--) {
    const group = groups[index];
    if (group === undefined) continue;
    for (const name of group.names) bound.add(name);
    if (group.isInstance && !group.isIncluded) continue;
    if (!group.isIncluded && !group.names.some((name) => used.has(name))) continue;
    taken[index] = true;
    for (const word of group.words) used.add(word);
    for (const name of group.names) used.add(name);
  }
  const out: string[] = [];
  for (const [index, group] of groups.entries()) {
    if (taken[index] || (group.isInstance && needsOnly(group, bound, used))) out.push(group.text);
  }
  return out;
}

/** Cheap: false for most words that are no variable, never for one that is. */
function mayBeVariable(tokens: Tokens, at: number, { longest, firstUnits }: VariableScope): boolean {
  const start = tokens.start(at);
  if (firstUnits[Math.min(tokens.text.charCodeAt(start), 0xff)] !== 1) return false;
  if (tokens.end(at) - start <= longest) return true;
  for (let offset = start + 1; offset <= start + longest; offset++) {
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
  return scope.groups.some((group) => group.names.includes(name));
}
