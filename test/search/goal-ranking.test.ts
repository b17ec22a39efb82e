import { mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { LibraryIndex } from '../../src/index/library-index.ts';
import { openIndex } from '../../src/index/open.ts';
import { searchLibrary, type SearchResult } from '../../src/search/search.ts';
import { buildRoots } from '../index/build-request.ts';

/** Laws of one structure that duplicate a law of any structure, and comparisons of casts. */
const LIBRARY = `
structure Crate where
  weight : Nat
def Lifted (α : Type) := Option α
class Stack (M : Type) where
  one : M

namespace Crate
protected theorem add_zero (c : Crate) : c + 0 = c := sorry
protected theorem mul_one (c : Crate) : c * (1 : Crate) = c := sorry
end Crate

section
variable {M : Type} [Stack M]
@[to_additive add_zero]
theorem mul_one (a : M) : a * 1 = a := sorry
@[to_additive add_comm]
theorem mul_comm (a b : M) : a * b = b * a := sorry
end

@[simp] theorem Lifted.coe_le_coe {α : Type} {a b : α} : (a : Lifted α) ≤ b ↔ a ≤ b := sorry
theorem le_refl {α : Type} (a : α) : a ≤ a := sorry
/-- Two symbols that nothing else has. -/
theorem odd_one_out {α : Type} (s t : Set α) (h : s ⊂ t) (k : t ⊆ s) : False := sorry
`;

let index: LibraryIndex;

beforeAll(async () => {
  const root = mkdtempSync(join(tmpdir(), 'lemmahead-ranking-'));
  writeFileSync(join(root, 'Crates.lean'), LIBRARY);
  await buildRoots(join(root, 'index.sqlite'), { Crates: root });
  index = openIndex(join(root, 'index.sqlite'));
});

afterAll(() => index.close());

function search(query: string): Promise<SearchResult> {
  return searchLibrary(index, query, { as: null, limit: 10, filters: {}, explain: true, fold: null });
}

const first = async (query: string): Promise<string | undefined> => (await search(query)).hits[0]?.row.name;

describe('ranking of lemmas that apply to a goal', () => {
  it('ranks a law of any type above one of a single type, if the goal does not show its types', async () => {
    expect(await first('⊢ x + 0 = x')).toBe('add_zero');
    expect(await first('⊢ x * 1 = x')).toBe('mul_one');
    expect(await first('x : Crate\n⊢ x * 1 = x')).toBe('Crate.mul_one');
  });

  it('does not penalize an additive version as generated', async () => {
    const { hits } = await search('⊢ a + b = b + a');
    expect(hits[0]!.row).toMatchObject({ name: 'add_comm', origin: 'to_additive' });
    expect(hits[0]!.contributions.map(({ what }) => what)).not.toContain('generated');
  });

  it('ranks a lemma that closes the goal above one that rewrites any statement with its head', async () => {
    expect(await first('⊢ a ≤ a')).toBe('le_refl');
  });
});

describe('a formula without words', () => {
  it.each(['a*b=b*a', 'a * b = b * a', 'x * y = y * x'])('%s is searched as a goal', async (query) => {
    const { shape, hits } = await search(query);
    expect(shape).toBe('goal');
    expect(hits[0]!.row.name).toBe('mul_comm');
  });

  it('is searched as words if no statement matches or it has words, and as a pattern if it has holes', async () => {
    expect((await search('s ⊂ t')).shape).toBe('text');
    expect((await search('mul comm')).shape).toBe('text');
    expect((await search('_ * _ = _')).shape).toBe('pattern');
    expect((await search('the law a * b = b * a')).shape).toBe('text');
  });
});
