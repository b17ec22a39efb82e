import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { findHidden } from '../../../src/bench/prove/contamination.ts';
import type { LibraryIndex } from '../../../src/index/library-index.ts';
import { openIndex } from '../../../src/index/open.ts';
import { buildRoots } from '../../index/build-request.ts';
import { temporaryFolder, writeFiles } from '../../index/temporary.ts';

const LIBRARY = `
namespace Garden
def bed (n : Nat) : Nat := n + 1
theorem bed_add (m n : Nat) (h : m ≤ n) : bed (m + n) = m + bed n := by simp
theorem row_add : ∀ (k l : Nat), k ≤ l →   bed (k + l) =
    k + bed l := by simp
theorem bed_other (m n : Nat) (h : n ≤ m) : bed (m + n) = m + bed n := by simp
theorem of_lists (xs : List Nat) : xs.length = xs.reverse.length := by simp
theorem fun_one (f : Nat → Nat) : (fun x => f (bed x)) = fun y => f (bed y) := rfl
alias twig := bed_add
end Garden
variable (a b : Nat)
theorem with_variables (h : a ≤ b) : Garden.bed (a + b) = a + Garden.bed b := by simp
theorem swap {α : Type} [Add α] (x y : α) : x + y = y + x := by simp
`;

let index: LibraryIndex;

beforeAll(async () => {
  const folder = writeFiles(temporaryFolder(), { 'lib/Garden.lean': LIBRARY });
  const path = join(folder, 'index.sqlite');
  await buildRoots(path, { Garden: join(folder, 'lib') });
  index = openIndex(path);
});
afterAll(() => index.close());

const hiddenFor = (text: string) => findHidden(index, { text });

describe('findHidden', () => {
  it('finds the declaration itself by its full name, and declarations with other names and the same statement', () => {
    const text = `open Garden\ntheorem Garden.bed_add (p q : Nat) (le : p ≤ q) : bed (p + q) = p + bed q := by\n  sorry\n`;
    expect(hiddenFor(text)).toEqual({
      own: ['Garden.bed_add'],
      twins: ['Garden.row_add', 'Garden.twig', 'with_variables'],
    });
  });

  it('finds twins of a new declaration, through `variable` commands and quantifiers instead of binders', () => {
    const text = `variable (x y : Nat)\ntheorem mine : x ≤ y → Garden.bed (x + y) = x + Garden.bed y := sorry\n`;
    expect(hiddenFor(text)).toEqual({
      own: [],
      twins: ['Garden.bed_add', 'Garden.row_add', 'Garden.twig', 'with_variables'],
    });
  });

  it('does not match statements with different premises, types or sides', () => {
    expect(hiddenFor('theorem t (m n : Nat) (h : m < n) : Garden.bed (m + n) = m + Garden.bed n := sorry')).toEqual({
      own: [],
      twins: [],
    });
    expect(hiddenFor('theorem t {α : Type} [Mul α] (x y : α) : x + y = y + x := sorry').twins).toEqual([]);
    expect(hiddenFor('theorem t {β : Type} [Add β] (x y : β) : x + y = y + x := sorry').twins).toEqual(['swap']);
    expect(hiddenFor('theorem t {β : Type} [Add β] (x y : β) : y + x = x + y := sorry').twins).toEqual([]);
  });

  it('handles dot notation, bound variables of functions, examples and several theorems', () => {
    expect(hiddenFor('example (l : List Nat) : List.length l = l.reverse.length := sorry').twins).toEqual([
      'Garden.of_lists',
    ]);
    expect(
      hiddenFor('theorem t (g : Nat → Nat) : (fun z => g (Garden.bed z)) = fun z => g (Garden.bed z) := sorry').twins,
    ).toEqual(['Garden.fun_one']);
    const two = 'theorem swap : True := sorry\ntheorem u (l : List Nat) : l.length = l.reverse.length := sorry\n';
    expect(hiddenFor(two)).toEqual({ own: ['swap'], twins: ['Garden.of_lists'] });
  });
});
