/** Inherited fields of structures, and parents that share fields. */
import { mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import type { LibraryIndex } from '../../src/index/library-index.ts';
import { openIndex } from '../../src/index/open.ts';
import { reportShow } from '../../src/report/show-report.ts';
import { makeCard } from '../../src/search/card.ts';
import { buildRoots } from '../index/build-request.ts';
import { writeFiles } from '../index/temporary.ts';

const QUAY = `
structure Rope (A B : Type) where
  pull : A → B
structure Knot (A B : Type) extends Rope A B where
  tight : True
infixr:25 " ⟿ " => Knot
structure Loop (A B : Type) extends Rope A B where
  round : True
structure Cleat (A B : Type) extends Loop A B, A ⟿ B where
  firm : True
structure Anchor (A B : Type) extends Loop A B where
  heavy : True
class Tide (A : Type) extends Add A where
  high : A
class Ebb (A : Type) extends Tide A, Add A
`;

let index: LibraryIndex;

beforeAll(async () => {
  const folder = mkdtempSync(join(tmpdir(), 'lemmahead-card-'));
  await buildRoots(join(folder, 'index.sqlite'), { Quay: writeFiles(join(folder, 'lib'), { 'Quay.lean': QUAY }) });
  index = openIndex(join(folder, 'index.sqlite'));
});

afterAll(() => index.close());

function show(name: string) {
  const [row] = index.rows(index.idsByName(name));
  const sources = { index, locate: () => '', link: () => ({ source: null, documentation: null }) };
  const { inherited, notices } = reportShow(makeCard(index, row!, ''), sources, []);
  return { inherited: inherited.map(({ name: field }) => field), notices };
}

it('a structure inherits from a parent that is written as a notation', () => {
  expect(show('Cleat').inherited.toSorted()).toEqual(['Knot.tight', 'Loop.round', 'Rope.pull']);
});

it('a constructor is marked if parents share fields, also those of a class that the index lacks', () => {
  expect(show('Cleat').notices).toEqual([
    'Cleat.mk is approximate: other parents have fields of toKnot, in whose place Lean takes only the new ones.',
  ]);
  expect(show('Ebb').notices).toEqual([expect.stringContaining('fields of toAdd,')]);
  expect(show('Anchor').notices).toEqual([]);
});
