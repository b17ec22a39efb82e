/** `variable`, `omit` and `include`: the binders in scope, and which of them a declaration uses. */
import { isTooMuchInScope, limitText } from './scope-bounds.ts';
import { IDENTIFIER, type Tokens } from './tokens.ts';

const DOT = 0x2e;

interface BinderGroup {
  /** With its brackets, on one line. */
  text: string;
  /** Text between the brackets, to identify a group that is omitted or rebound. */
  inside: string;
  names: string[];
  /** First components of the identifiers in the type. */
  words: string[];
  isInstance: boolean;
  isIncluded: boolean;
}

/** A variable's name and its number in the scope. */
interface PlacedName {
  name: string;
  place: number;
}

/**
 * Binder groups in scope, immutable: a command creates a new scope. Names are numbered, so checking a statement
 * allocates no set or string.
 */
export interface VariableScope {
  groups: readonly BinderGroup[];
  /** By group: numbers of the bound names, and of the variables in its type. */
  bound: readonly number[][];
  named: readonly number[][];
  /** Names by their first unit; all units beyond Latin-1 share the last entry. */
  byFirst: readonly (readonly PlacedName[] | undefined)[];
  /** By number: 1 if the current statement uses the name. */
  used: Uint8Array;
  /** By group: 1 if the current statement needs it. */
  isSelected: Uint8Array;
  /** Returned lists by set of groups: neighbours usually need the same set. */
  lists: Map<number, string[]>;
}

export const EMPTY_VARIABLES: VariableScope = scopeOf([]);

const LAST_UNIT = 0xff;

function scopeOf(groups: readonly BinderGroup[]): VariableScope {
  const places = new Map<string, number>();
  const byFirst: PlacedName[][] = [];
  const placeOf = (name: string): number => {
    const known = places.get(name);
    if (known !== undefined) return known;
    const place = places.size;
    places.set(name, place);
    (byFirst[firstUnit(name.charCodeAt(0))] ??= []).push({ name, place });
    return place;
  };
  const bound = groups.map(({ names }) => names.map(placeOf));
  const named = groups.map(({ words }) => words.flatMap((word) => places.get(word) ?? []));
  const used = new Uint8Array(places.size);
  return { groups, bound, named, byFirst, used, isSelected: new Uint8Array(groups.length), lists: new Map() };
}

const firstUnit = (unit: number): number => (unit < LAST_UNIT ? unit : LAST_UNIT);

/** Why `withVariables` rejects a group, for messages. */
export const TOO_MANY_VARIABLES = `${limitText(' groups')} in scope`;

/** The scope after `variable` with tokens `from` to `to`. Calls `onExcess` with the start of each excess group. */
export function withVariables(
  scope: VariableScope,
  tokens: Tokens,
  from: number,
  to: number,
  onExcess: (at: number) => void,
): VariableScope {
  let groups = scope.groups;
  for (let at = from; at < to;) {
    if (tokens.bracket(at) !== 1) {
      at++;
      continue;
    }
    const after = tokens.afterBracket(at, to);
    const grown = withGroup(groups, readGroup(tokens, at, after));
    if (isTooMuchInScope(grown.map(({ text }) => text))) onExcess(at);
    else groups = grown;
    at = after;
  }
  return scopeOf(groups);
}

/** `variable {R}` for a known `(R : Type*)` only changes its brackets. */
function withGroup(groups: readonly BinderGroup[], group: BinderGroup): readonly BinderGroup[] {
  if (group.names.length === 0 || group.words.length > 0 || group.inside.includes(':')) return [...groups, group];
  const rebound = new Set(group.names);
  let found = false;
  const changed = groups.flatMap((old) => {
    if (old.isInstance || !old.names.some((name) => rebound.has(name))) return [old];
    found = true;
    const colon = old.inside.indexOf(':');
    const type = colon < 0 ? '' : ` ${old.inside.slice(colon)}`;
    const rest = old.names.filter((name) => !rebound.has(name));
    const bound = old.names.filter((name) => rebound.has(name));
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
  const colon = tokens.find(':', from + 1, to - 1);
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
  const omitted = new Set<string>();
  for (let at = from; at < to;) {
    if (tokens.bracket(at) === 1) {
      const after = tokens.afterBracket(at, to);
      omitted.add(tokens.fold(at + 1, after - 1));
      at = after;
    } else {
      if (tokens.kind(at) === IDENTIFIER) omitted.add(tokens.word(at));
      at++;
    }
  }
  const isOmitted = ({ inside, names }: BinderGroup): boolean =>
    omitted.has(inside) || (names.length > 0 && names.every((name) => omitted.has(name)));
  return scopeOf(scope.groups.filter((group) => !isOmitted(group)));
}

/** The scope after `include x y`. */
export function withIncluded(scope: VariableScope, tokens: Tokens, from: number, to: number): VariableScope {
  const included = new Set<string>();
  for (let at = from; at < to; at++) if (tokens.kind(at) === IDENTIFIER) included.add(tokens.word(at));
  const isNamed = ({ names }: BinderGroup): boolean => names.some((name) => included.has(name));
  return scopeOf(scope.groups.map((group) => (isNamed(group) ? { ...group, isIncluded: true } : group)));
}

/**
 * Texts of the groups that tokens `from` to `to` need: those that bind an identifier used there, those needed by the
 * types of such groups, and instances whose variables are all included. Equal results share one list.
 */
export function variablesUsed(scope: VariableScope, tokens: Tokens, from: number, to: number): string[] {
  const { groups, bound, named, used, isSelected } = scope;
  if (groups.length === 0) return NO_VARIABLES;
  used.fill(0);
  for (let at = from; at < to; at++) if (tokens.kinds[at] === IDENTIFIER) markVariable(scope, tokens, at);
  isSelected.fill(0);
  // Types only use earlier variables, so one pass from the end finds all needed groups.
  for (let index = groups.length - 1; index >= 0; index--) {
    const { isInstance, isIncluded } = groups[index]!;
    if (!isIncluded && (isInstance || !isAnyUsed(bound[index]!, used))) continue;
    isSelected[index] = 1;
    for (const place of named[index]!) used[place] = 1;
    for (const place of bound[index]!) used[place] = 1;
  }
  let set = 0;
  for (let index = 0; index < groups.length; index++) {
    if (isSelected[index] === 0 && groups[index]!.isInstance && isNeeded(bound[index]!, named[index]!, used))
      isSelected[index] = 1;
    if (isSelected[index] === 1) set += 2 ** index;
  }
  let list = scope.lists.get(set);
  if (list === undefined) {
    list = groups.flatMap(({ text }, index) => (isSelected[index] === 1 ? text : []));
    // A number has too few bits to identify a set of more groups.
    if (groups.length <= MAX_SET_SIZE) scope.lists.set(set, list);
  }
  return list;
}

const NO_VARIABLES: string[] = [];
const MAX_SET_SIZE = 53;

/** Marks the variable that is the first component of the identifier at `at`, if it is one. */
function markVariable({ byFirst, used }: VariableScope, { text, starts, ends }: Tokens, at: number): void {
  const start = starts[at]!;
  const candidates = byFirst[firstUnit(text.charCodeAt(start))];
  if (candidates === undefined) return;
  const length = ends[at]! - start;
  for (const { name, place } of candidates) {
    if (name.length > length || (name.length < length && text.charCodeAt(start + name.length) !== DOT)) continue;
    if (text.startsWith(name, start)) used[place] = 1;
  }
}

function isAnyUsed(places: readonly number[], used: Uint8Array): boolean {
  for (const place of places) if (used[place] === 1) return true;
  return false;
}

/** Whether an instance is used by name, or all variables in its type are used. */
function isNeeded(bound: readonly number[], named: readonly number[], used: Uint8Array): boolean {
  if (isAnyUsed(bound, used)) return true;
  for (const place of named) if (used[place] === 0) return false;
  return named.length > 0;
}

export function bindsName(scope: VariableScope, name: string): boolean {
  return scope.groups.some((group) => group.names.includes(name));
}
