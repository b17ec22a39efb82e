/** Features of a row independent of the query: kind, origin, uses, flags. */
import type { RowColumns } from '../../index/library-index.ts';
import { KINDS, ORIGINS } from '../../lean/declaration.ts';
import { FLAG } from '../../index/row-columns.ts';
import { type Feature, features, type RowFeatures } from './parts.ts';

const KIND_GROUPS: readonly (readonly string[])[] = [
  ['class', 'structure', 'inductive', 'coinductive'],
  ['def', 'opaque'],
  ['abbrev'],
  ['instance'],
  ['theorem', 'lemma', 'axiom'],
  ['alias'],
];
const ORIGIN_GROUPS: readonly (readonly string[])[] = [
  ['written'],
  ['to_additive', 'to_dual'],
  ['anonymous_instance'],
  ['alias'],
  ['field', 'constructor', 'parent'],
];
const FLAGS = ['deprecated', 'private', 'approximate'] as const;

export const FACT_FEATURES: readonly Feature[] = [
  ...features('uses', ['uses']),
  ...features('flags', FLAGS),
  ...features('kind', [...KIND_GROUPS.map(([kind]) => kind!), 'another kind']),
  ...features('origin', [...ORIGIN_GROUPS.map(([origin]) => origin!), 'another origin']),
];

const placesIn = (groups: readonly (readonly string[])[], codes: readonly string[]): number[] =>
  codes.map((code) => {
    const place = groups.findIndex((group) => group.includes(code));
    return place < 0 ? groups.length : place;
  });
const KIND_PLACES = placesIn(KIND_GROUPS, KINDS);
const ORIGIN_PLACES = placesIn(ORIGIN_GROUPS, ORIGINS);

export class FactFeatures implements RowFeatures {
  readonly #columns: RowColumns;

  constructor(columns: RowColumns) {
    this.#columns = columns;
  }

  write(id: number, _words: Uint16Array, out: Float32Array, start: number): void {
    const { uses, flags, kind, origin } = this.#columns;
    let at = start;
    out[at++] = Math.log1p(uses[id]!) / 6;
    for (const flag of FLAGS) out[at++] = (flags[id]! & FLAG[flag]) === 0 ? 0 : 1;
    out.fill(0, at, start + FACT_FEATURES.length);
    out[at + KIND_PLACES[kind[id]!]!] = 1;
    out[at + KIND_GROUPS.length + 1 + ORIGIN_PLACES[origin[id]!]!] = 1;
  }
}
