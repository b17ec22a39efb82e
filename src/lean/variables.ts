/** The variables in scope of a declaration. `variables-used.ts` finds which of them it takes. */
import { getOrAdd } from '../base/memoize.ts';
import type { Tokens } from './tokens.ts';

const DOT = 0x2e;

/** One bound name of a `variable` command, or an instance without a name. */
export interface Variable {
  /** Empty for an instance without a name. */
  name: string;
  /** Opening bracket: `(`, `{`, `⦃` or `[`. */
  bracket: string;
  /** On one line; empty if none is written. */
  type: string;
  /** First components of the identifiers in the type. */
  words: readonly string[];
  /** The binder group it was written in: neighbours of one group are shown together. */
  group: object;
  isIncluded: boolean;
}

/** A notation whose expansion names variables: where it occurs, they are used. */
export interface VariableNotation {
  /** The first token of its syntax. */
  token: string;
  /** Identifiers in its expansion, without the arguments. */
  words: readonly string[];
}

/** The latest variable of a name, by its place in the scope. */
interface PlacedName {
  name: string;
  place: number;
}

/**
 * Variables in scope, immutable: a command creates a new scope. Names are numbered, so checking a statement allocates
 * no set or string.
 */
export interface VariableScope {
  variables: readonly Variable[];
  /** By variable: places of the earlier variables in its type. */
  dependencies: readonly (readonly number[])[];
  /** By variable: the next one with its name; -1 if there is none. */
  shadowedBy: readonly number[];
  /** Latest variables by the first unit of their names; all units beyond Latin-1 share the last entry. */
  byFirst: readonly (readonly PlacedName[] | undefined)[];
  notations: readonly VariableNotation[];
  /** Notations with the places of their variables, by the first unit of their token. */
  notationsByFirst: ReadonlyMap<number, readonly { token: string; places: readonly number[] }[]>;
  /** By variable: 1 if the current statement takes it. */
  isTaken: Uint8Array;
  /** By variable: number of binders of the current statement that hide it at the current position. */
  hiding: Uint16Array;
  /** Returned lists by set of variables: neighbours usually take the same set. */
  lists: Map<string, string[]>;
}

const NO_NOTATIONS: readonly VariableNotation[] = [];
const NO_PLACES: VariableScope['notationsByFirst'] = new Map();

export const EMPTY_VARIABLES: VariableScope = variableScope([]);

const LAST_UNIT = 0xff;

export function variableScope(
  variables: readonly Variable[],
  notations: readonly VariableNotation[] = NO_NOTATIONS,
): VariableScope {
  const places = new Map<string, number>();
  const shadowedBy = variables.map(() => -1);
  const dependencies = variables.map(({ name, words }, place) => {
    const earlier = [...new Set(words.flatMap((word) => places.get(word) ?? []))];
    const shadowed = places.get(name);
    if (shadowed !== undefined) shadowedBy[shadowed] = place;
    if (name !== '') places.set(name, place);
    return earlier;
  });
  const byFirst: PlacedName[][] = [];
  for (const [name, place] of places) (byFirst[firstUnit(name.charCodeAt(0))] ??= []).push({ name, place });
  return {
    variables,
    dependencies,
    shadowedBy,
    byFirst,
    notations,
    notationsByFirst: notations.length === 0 ? NO_PLACES : placedNotations(notations, places),
    isTaken: new Uint8Array(variables.length),
    hiding: new Uint16Array(variables.length),
    lists: new Map(),
  };
}

function placedNotations(
  notations: readonly VariableNotation[],
  places: ReadonlyMap<string, number>,
): VariableScope['notationsByFirst'] {
  const found = new Map<number, { token: string; places: number[] }[]>();
  for (const { token, words } of notations) {
    const named = words.flatMap((word) => places.get(word) ?? []);
    if (named.length > 0) getOrAdd(found, token.charCodeAt(0), () => []).push({ token, places: named });
  }
  return found;
}

const firstUnit = (unit: number): number => (unit < LAST_UNIT ? unit : LAST_UNIT);

/** Place of the variable that the identifier at `at` is, or whose member it is (`x.1`, `x.foo`); -1 if there is none. */
export function variableAt({ byFirst }: VariableScope, { text, starts, ends }: Tokens, at: number): number {
  const start = starts[at]!;
  const candidates = byFirst[firstUnit(text.charCodeAt(start))];
  if (candidates === undefined) return -1;
  const length = ends[at]! - start;
  for (const { name, place } of candidates) {
    if (name.length > length || (name.length < length && text.charCodeAt(start + name.length) !== DOT)) continue;
    if (text.startsWith(name, start)) return place;
  }
  return -1;
}

export function bindsName(scope: VariableScope, name: string): boolean {
  return scope.variables.some((variable) => variable.name === name);
}
