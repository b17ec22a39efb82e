/** The definitions that a formal statement names, as known answers for the informal one. */
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { goldOf } from '../../../src/bench/concepts/gold.ts';
import { UBIQUITOUS } from '../../../src/search/concepts/probable-definitions.ts';
import type { LibraryIndex } from '../../../src/index/library-index.ts';
import { openIndex } from '../../../src/index/open.ts';
import { buildRoots } from '../../index/build-request.ts';
import { temporaryFolder, writeFiles } from '../../index/temporary.ts';

const LIBRARY = `namespace Board

/-- A bead. -/
structure Bead where
  weight : Nat

/-- A row of beads. -/
structure Row where
  beads : Nat

def Row.IsFull (r : Row) : Prop := True

def count (r : Row) : Nat := r.beads

@[deprecated (since := "2026-01-01")] alias number := count

class Heavy (α : Type) where
  weight : α → Nat

theorem Row.full (r : Row) : r.IsFull := trivial

instance instHeavyRow : Heavy Row := ⟨count⟩

end Board

notation "#" r => Board.count r

/-- Also in the root. -/
def count : Nat := 0

structure Other.Exists where
  x : Nat
`;

let index: LibraryIndex;

beforeAll(async () => {
  const folder = temporaryFolder();
  const path = join(folder, 'index.sqlite');
  await buildRoots(path, { board: writeFiles(join(folder, 'package'), { 'Board.lean': LIBRARY }) });
  index = openIndex(path);
});
afterAll(() => index.close());

const goldOfText = (lean: string, dependencies: string[] | null = null) =>
  goldOf(index, { name: 'p', text: 'any', lean, dependencies });

it.each([
  ['a full name', 'theorem t : Board.count r = 1 := sorry', ['Board.count']],
  ['an open namespace', 'open Board\ntheorem t (b : Bead) : True := by\n  sorry', ['Board.Bead']],
  ['a namespace', 'namespace Board\ntheorem t [Heavy α] : True :=', ['Board.Heavy']],
  [
    'a field of a binder',
    'theorem t (r : Board.Row) (h : r.IsFull) : True := sorry',
    ['Board.Row', 'Board.Row.IsFull'],
  ],
  ['a notation', 'theorem t : (# r) = 1 := sorry', ['Board.count']],
  ['a name of the root and of an open namespace', 'open Board\ntheorem t : count r = 1 := sorry', ['Board.count']],
  ['a name of the root', 'theorem t : count = 1 := sorry', ['count']],
  ['a variable', 'variable {r : Board.Row}\ntheorem t : r = r := sorry', ['Board.Row']],
  ['a deprecated alias', 'theorem t : Board.number r = 1 := sorry', ['Board.count']],
  ['theorems and fields, which are no definitions', 'theorem t : Board.Row.full r = Board.Bead.weight b := sorry', []],
  ['a notation of core in an open namespace', 'open Other\ntheorem t : ∃ x : Nat, x = x := sorry', []],
])('gold of %s', (_, lean, names) => {
  expect(goldOfText(lean).names).toEqual(names);
});

it('only the last theorem counts, and what the text declares itself is not of the library', () => {
  const lean = `open Board
def Bead : Type := Nat
theorem before (r : Row) : True := trivial
/-- A comment on Board.Row. -/
theorem last (b : Bead) (h : Heavy b) : True := sorry`;
  expect(goldOfText(lean)).toEqual({ names: ['Board.Heavy'], unknown: ['True'] });
});

it('names that the index lacks are counted, not guessed', () => {
  const { names, unknown } = goldOfText('theorem t (r : Board.Row) : Board.Column r ∧ r.isEmpty := sorry');
  expect(names).toEqual(['Board.Row']);
  expect(unknown).toEqual(['Board.Column', 'Board.Row.isEmpty']);
});

it('dependencies of the dataset replace those of the statement', () => {
  const gold = goldOfText('theorem t : Board.count r = 1 := sorry', ['Board.number', 'Board.Row', 'Gone']);
  expect(gold).toEqual({ names: ['Board.Row', 'Board.count'], unknown: ['Gone'] });
});

it.each(['', 'not Lean at all', 'theorem', '/-', 'theorem t : ((((', '\u0000'])(
  'text without a statement: %j',
  (lean) => {
    expect(goldOfText(lean)).toEqual({ names: [], unknown: [] });
  },
);

it('ubiquitous definitions are known by full name', () => expect(UBIQUITOUS.has('Finset.range')).toBe(true));
