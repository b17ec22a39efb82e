/** When to use which of the definitions that a term may mean: `fixtures/library`, and a library with local versions. */
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { LibraryIndex } from '../../../src/index/library-index.ts';
import { openIndex } from '../../../src/index/open.ts';
import { namingSample } from '../../../src/search/concepts/naming-statements.ts';
import { variantUses, type VariantUse } from '../../../src/search/concepts/variants.ts';
import { buildRoots } from '../../index/build-request.ts';
import { temporaryFolder, writeFiles } from '../../index/temporary.ts';
import { openAbacus } from '../shape-fixture.ts';

const BOARD = `namespace Board

/-- A row of beads. -/
structure Row (α : Type) where
  beads : Nat

/-- A row with a colour. -/
structure ColouredRow (α : Type) extends Row α where
  colour : Nat

/-- A class of things with a weight. -/
class Heavy (α : Type) where
  weight : α → Nat

/-- The row has no bead. -/
class IsBare {α : Type} (r : Row α) : Prop where
  bare : r.beads = 0

theorem IsBare.beads_eq {α : Type} (row : Row α) (hr : IsBare row) : row.beads = 0 := hr.bare

/-- The row is full everywhere. -/
def Full {α : Type} [Heavy α] (r : Row α) : Prop := True

/-- The row is full on a set of places. -/
def FullOn {α : Type} [Heavy α] (r : Row α) (s : Nat → Prop) : Prop := True

/-- Near a place. -/
def FullWithinAt {α : Type} [Heavy α] (r : Row α) (s : Nat → Prop) (n : Nat) : Prop := True

/-- The number of beads. Use \`Board.total\` instead. -/
def Row.size {α : Type} (r : Row α) : Nat := r.beads

def total {α : Type} (r : Row α) : Nat := r.beads

@[deprecated total (since := "2026-01-01")]
def oldTotal {α : Type} (r : Row α) : Nat := r.beads

abbrev Light (α : Type) := Heavy α

scoped notation "♯[" r "]" => Board.total r

theorem Full.everywhere {α : Type} [Heavy α] (row : Row α) (h : Full row) : Full row := h
theorem total_eq {α : Type} (row : Row α) : ♯[row] = row.beads := rfl
theorem total_nonneg {α : Type} (q : Row α) (row : Row α) : 0 ≤ total row := trivial
theorem light_total {α : Type} [Light α] (row : Row α) : total row = total row := rfl

end Board

/-- Another thing of the same short name. -/
def Other.total : Nat := 0

theorem Other.total_zero : Other.total = 0 := rfl
`;

let board: LibraryIndex;
let abacus: LibraryIndex;

beforeAll(async () => {
  abacus = await openAbacus();
  const folder = temporaryFolder();
  const path = join(folder, 'index.sqlite');
  await buildRoots(path, { board: writeFiles(join(folder, 'package'), { 'Board.lean': BOARD }) });
  board = openIndex(path);
});
afterAll(() => {
  abacus.close();
  board.close();
});

const usesOf = (index: LibraryIndex, ...names: string[]): VariantUse[] =>
  variantUses(
    index,
    names.map((name) => index.rows(index.idsByName(name))[0]!),
  );

const useOf = (name: string): VariantUse => usesOf(board, name)[0]!;

describe('what a definition is of and how it is written', () => {
  it.each([
    ['Board.Row', 'α', [], '(row : Board.Row α)'],
    ['Board.Heavy', 'α', [], '[Board.Heavy α]'],
    // A class that statements take as a hypothesis.
    ['Board.IsBare', 'r : Row α', [], '(hr : Board.IsBare row)'],
    ['Board.Full', 'r : Row α', ['Heavy α'], 'Board.Full r'],
    ['Board.FullOn', 'r : Row α', ['Heavy α'], 'Board.FullOn r s'],
    ['Board.total', 'r : Row α', [], 'Board.total r'],
    ['Board.ColouredRow', 'α', [], '(c : Board.ColouredRow α)'],
    ['Board.Light', 'α', [], '[Board.Light α]'],
    ['Other.total', '', [], 'Other.total'],
  ])('%s', (name, of, needs, write) => {
    expect(useOf(name)).toMatchObject({ of, needs, write });
  });

  it('a notation is shown with its operands and the namespace to open', () => {
    expect(useOf('Board.total').notations).toEqual([{ text: '♯[r]', opens: 'Board' }]);
    expect(usesOf(abacus, 'MonoidHom')[0]!.notations.map(({ text }) => text)).toEqual(['a →* b']);
  });
});

describe('related definitions', () => {
  it('are parents and extensions of a structure', () => {
    expect(useOf('Board.ColouredRow').general).toEqual(['Board.Row']);
    expect(useOf('Board.Row').special).toEqual(['Board.ColouredRow']);
    const [group] = usesOf(abacus, 'Group');
    expect(group).toMatchObject({ general: ['Monoid', 'Inv'], special: ['CommGroup'] });
  });

  it('are local versions by name', () => {
    expect(useOf('Board.Full')).toMatchObject({ general: ['Board.FullOn', 'Board.FullWithinAt'], special: [] });
    expect(useOf('Board.FullOn')).toMatchObject({ general: ['Board.FullWithinAt'], special: ['Board.Full'] });
    expect(useOf('Board.FullWithinAt').special).toEqual(['Board.Full', 'Board.FullOn']);
  });

  it('are what the docstring or the deprecation advises', () => {
    expect(useOf('Board.Row.size').preferred).toBe('Board.total');
    expect(useOf('Board.oldTotal').preferred).toBe('Board.total');
    expect(useOf('Board.total').preferred).toBeNull();
  });
});

describe('theorems that name it', () => {
  it('are those of this definition, not of another with its short name', () => {
    const names = (name: string) =>
      namingSample(board, name, 9, 9)
        .statements.map(({ row }) => row.name)
        .sort();
    expect(names('Other.total')).toEqual(['Other.total_zero']);
    expect(names('Board.total')).toEqual(['Board.light_total', 'Board.total_eq', 'Board.total_nonneg']);
  });

  it('give a short example', () => {
    expect(useOf('Board.Full').example).toEqual({
      name: 'Board.Full.everywhere',
      statement: '{α : Type} [Heavy α] (row : Row α) (h : Full row) : Full row',
    });
    expect(useOf('Board.ColouredRow').example).toBeNull();
  });
});

it('each variant has the words that tell it from the others, and the same each time', () => {
  const names = ['Nat.Even', 'MonoidHom', 'Group'];
  const first = usesOf(abacus, ...names);
  expect(usesOf(abacus, ...names)).toEqual(first);
  expect(first.map(({ of }) => of)).toEqual(['n : Nat', 'M, N', 'G']);
});
