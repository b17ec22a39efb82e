/** Derivations with few rows, for tests. */
import { NO_ROWS, type Derivation, type DerivedRows } from '../../src/library/derivation.ts';
import type { NewEntry } from '../../src/library/entry.ts';

/** A concept with its key as the title. */
export function concept(key: string, changes: Partial<NewEntry> = {}): NewEntry {
  return {
    key,
    kind: 'concept',
    called: '',
    number: null,
    title: key,
    headings: [],
    body: `What ${key} means.`,
    proof: null,
    place: null,
    ...changes,
  };
}

export function unit(
  name: string,
  rows: Partial<DerivedRows> = {},
  changes: Partial<Derivation> = {},
): { derivation: Derivation; rows: DerivedRows } {
  return {
    derivation: {
      source: 'concepts',
      maker: 'test',
      version: '1',
      unit: name,
      inputHash: `input of ${name}`,
      ...changes,
    },
    rows: { ...NO_ROWS, ...rows },
  };
}

export const keyed = (key: string, source = 'concepts') => ({ source, key });
