/** `variable`, `omit` and `include`: the binders in scope, and those of them that a declaration speaks of. */
import { isTooMuchInScope, tooMuchOf } from './scope-bounds.ts';
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

/** A variable's name, and its place among those of the scope. */
interface PlacedName {
  name: string;
  place: number;
}

/**
 * Binder groups in scope; a scope is never changed, a command makes a new one. Names are numbered, so that each of many
 * statements is asked without a set, or a string, of its own.
 */
export interface VariableScope {
  groups: readonly BinderGroup[];
  /** By group: places of what it binds, and of the variables that its type names. */
  bound: readonly number[][];
  named: readonly number[][];
  /** Names by the unit with which they start; all beyond Latin-1 share the last place. */
  byFirst: readonly (readonly PlacedName[] | undefined)[];
  /** By place, 1 for what the statement at hand uses. */
  used: Uint8Array;
  /** By group likewise. */
  isTaken: Uint8Array;
  /** Lists that were handed out, by the set of their groups: neighbours mostly use the same. */
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
  return { groups, bound, named, byFirst, used, isTaken: new Uint8Array(groups.length), lists: new Map() };
}

const firstUnit = (unit: number): number => (unit < LAST_UNIT ? unit : LAST_UNIT);

/** Why `withVariables` has left one out, for a message. */
export const TOO_MANY_VARIABLES = `${tooMuchOf(' groups')} in scope`;

/** The scope after `variable` followed by tokens `from` to `to`. `leaveOut` is told where a group begins that is one too many. */
export function withVariables(
  scope: VariableScope,
  tokens: Tokens,
  from: number,
  to: number,
  leaveOut: (at: number) => void,
): VariableScope {
  let groups = scope.groups;
  for (let at = from; at < to;) {
    if (tokens.bracket(at) !== 1) {
      at++;
      continue;
    }
    const behind = tokens.behindBracket(at, to);
    const grown = withGroup(groups, readGroup(tokens, at, behind));
    if (isTooMuchInScope(grown.map(({ text }) => text))) leaveOut(at);
    else groups = grown;
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
 * group's type needs, and the instances all of whose variables are among them. One list for all that use the same.
 */
export function variablesUsed(scope: VariableScope, tokens: Tokens, from: number, to: number): string[] {
  const { groups, bound, named, used, isTaken } = scope;
  if (groups.length === 0) return NO_VARIABLES;
  used.fill(0);
  for (let at = from; at < to; at++) if (tokens.kinds[at] === IDENTIFIER) markVariable(scope, tokens, at);
  isTaken.fill(0);
  // Types speak of earlier variables only, so that one pass from the end finds everything needed.
  for (let index = groups.length - 1; index >= 0; index--) {
    const { isInstance, isIncluded } = groups[index]!;
    if (!isIncluded && (isInstance || !isAnyUsed(bound[index]!, used))) continue;
    isTaken[index] = 1;
    for (const place of named[index]!) used[place] = 1;
    for (const place of bound[index]!) used[place] = 1;
  }
  let set = 0;
  for (let index = 0; index < groups.length; index++) {
    if (isTaken[index] === 0 && groups[index]!.isInstance && isNeeded(bound[index]!, named[index]!, used))
      isTaken[index] = 1;
    if (isTaken[index] === 1) set += 2 ** index;
  }
  let list = scope.lists.get(set);
  if (list === undefined) {
    list = groups.flatMap(({ text }, index) => (isTaken[index] === 1 ? text : []));
    // A set of more groups than a number has bits is not told apart by it.
    if (groups.length <= MOST_IN_A_SET) scope.lists.set(set, list);
  }
  return list;
}

const NO_VARIABLES: string[] = [];
const MOST_IN_A_SET = 53;

/** Notes the variable that is the first component of the identifier at `at`, if it is one. */
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

/** An instance that is used by its name, or that speaks of variables all of which are used. */
function isNeeded(bound: readonly number[], named: readonly number[], used: Uint8Array): boolean {
  if (isAnyUsed(bound, used)) return true;
  for (const place of named) if (used[place] === 0) return false;
  return named.length > 0;
}

/** Whether `name` is a variable in scope. */
export function bindsName(scope: VariableScope, name: string): boolean {
  return scope.groups.some((group) => group.names.includes(name));
}
