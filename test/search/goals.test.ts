/** The order of declarations for a goal, over the fixture library and declarations of this file. */
import { mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { LibraryIndex } from '../../src/index/library-index.ts';
import { openIndex } from '../../src/index/open.ts';
import { rankForGoals } from '../../src/search/goal-channel.ts';
import { searchLibrary } from '../../src/search/search.ts';
import type { Scored } from '../../src/search/types.ts';
import { ROOT } from '../architecture/source-files.ts';
import { buildRoots } from '../index/build-request.ts';
import { writeFiles } from '../index/temporary.ts';

/** Next to a lemma that closes a goal: one for the other operand, one of another type, one about a coercion. */
const MARKET = `import Abacus.Nat.Divisibility
namespace Market
structure Price where
  cents : Nat
class Basket (S : Type) (α : outParam Type) where
  toSet : S → Set α
class Shelf (α : Type) where
  mul : α → α → α
class Library (α : Type) extends Shelf α where
  one : α
class Lonely (α : Type) : Prop where
  all_equal : ∀ a b : α, a = b
theorem dvd_times_of_dvd_right (a b c : Nat) (h : a ∣ b) : a ∣ c * b := sorry
theorem dvd_times_of_dvd_left (a b c : Nat) (h : a ∣ b) : a ∣ b * c := sorry
theorem add_le_add_iff_right (a b c : Nat) : a + c ≤ b + c ↔ a ≤ b := sorry
theorem tactic_step (a b c d : Nat) (h : a + c ≤ d) (k : d ≤ b + c) (x : a = d) : a + c ≤ b + c := sorry
theorem Price.le_trans (p q r : Price) (h : p ≤ q) (k : q ≤ r) : p ≤ r := sorry
theorem two_le_of_prime (n : Nat) (h : Prime n) : 2 ≤ n := sorry
theorem basket_le {S α : Type} [Basket S α] (s t : S) : (s : Set α) ⊆ t ↔ s ≤ t := sorry
theorem union_least {α : Type} (s t r : Set α) (h : s ≤ r) (k : t ≤ r) : s ⊔ t ≤ r := sorry
theorem unique {α : Type} [Lonely α] (a b : α) : a = b := sorry
theorem shelf_comm {α : Type} [Shelf α] (a b : α) : a * b = b * a := sorry
end Market
`;

let index: LibraryIndex;

beforeAll(async () => {
  const root = mkdtempSync(join(tmpdir(), 'lemmahead-order-'));
  writeFiles(root, { 'Market.lean': MARKET });
  await buildRoots(join(root, 'index.sqlite'), { Abacus: join(ROOT, 'fixtures', 'library'), Market: root });
  index = openIndex(join(root, 'index.sqlite'));
});

afterAll(() => index.close());

async function names(goal: string): Promise<string[]> {
  const options = { as: 'goal', limit: 10, filters: {}, explain: true, fold: false } as const;
  const { hits } = await searchLibrary(index, goal, options);
  return hits.map(({ row }) => row.name.replace('Market.', ''));
}

const place = (list: readonly string[], name: string): number => (list.includes(name) ? list.indexOf(name) : Infinity);

describe('the order of declarations for a goal', () => {
  it('puts first the lemma that the hypotheses close, not the one for the other operand', async () => {
    const found = await names('a b c : Nat\nh : a ∣ b\n⊢ a ∣ b * c');
    expect(['dvd_times_of_dvd_left', 'Nat.dvd_mul_left', 'Nat.dvd_mul_right_of_dvd']).toContain(found[0]);
    expect(place(found, 'dvd_times_of_dvd_left')).toBeLessThan(place(found, 'dvd_times_of_dvd_right'));
  });

  it('puts an equivalence that reduces the goal above a lemma that needs more premises', async () => {
    const found = await names('a b c : Nat\n⊢ a + c ≤ b + c');
    expect(place(found, 'add_le_add_iff_right')).toBeLessThan(2);
    expect(place(found, 'add_le_add_iff_right')).toBeLessThan(place(found, 'tactic_step'));
  });

  it('has no type among the declarations that prove a relation', async () => {
    const found = await names('n : Nat\n⊢ 2 ≤ n');
    expect(found).toContain('two_le_of_prime');
    expect(found).not.toContain('Nat');
  });

  it('puts lemmas about another type last', async () => {
    const found = await names('a b c : Nat\nh : a ≤ b\nk : b ≤ c\n⊢ a ≤ c');
    expect(found[0]).toBe('Nat.le_trans');
    expect(place(found, 'Nat.le_trans')).toBeLessThan(place(found, 'Price.le_trans'));
  });

  it('applies a lemma about lattices to sets', async () => {
    expect((await names('s t r : Set α\nh : s ⊆ r\nk : t ⊆ r\n⊢ s ∪ t ⊆ r'))[0]).toMatch(/union_least|union_subset/u);
  });

  it('lowers a lemma that needs an instance which the goal does not have', async () => {
    const goal = (instances: string): string => `α : Type\n${instances}\na b : α\n⊢ a * b = b * a`;
    const score = async (text: string): Promise<number> => {
      const { hits } = await searchLibrary(index, text, {
        as: 'goal',
        limit: 50,
        filters: {},
        explain: true,
        fold: false,
      });
      return hits.find(({ row }) => row.name === 'Market.shelf_comm')!.score;
    };
    const [missing, inherited] = [await score(goal('inst✝ : Group α')), await score(goal('inst✝ : Market.Library α'))];
    expect(missing).toBeLessThan(inherited);
    expect(place(await names('a b : Nat\n⊢ a + b = b + a'), 'unique')).toBeGreaterThan(0);
  });
});

describe('rankForGoals', () => {
  const likelyOf = (name: string, score: number) => ({ id: index.idsByName(name)[0]!, score });
  const premisesOf = (likely: readonly Scored[]) => ({
    premises: { found: { pool: [], rows: new Float32Array(0), query: new Float32Array(0), votes: new Map() }, likely },
    ranker: null,
  });
  const options = { limit: 20, explain: true, allow: null };

  it('adds likely premises, but no definition that the goal does not mention', () => {
    const likely = [likelyOf('Market.Price', 9), likelyOf('Nat.add_comm', 8), likelyOf('Nat.Prime', 7)];
    const found = rankForGoals(index, 'n : Nat\nh : Nat.Prime n\n⊢ Nat.Prime n', premisesOf(likely), options).map(
      ({ id }) => index.row(id)!.name,
    );
    expect(found).toContain('Nat.add_comm');
    expect(found).toContain('Nat.Prime');
    expect(found).not.toContain('Market.Price');
  });

  it('returns contributions that sum to the score, best first', () => {
    const likely = [likelyOf('Nat.dvd_trans', 9), likelyOf('Nat.add_comm', 2)];
    const found = rankForGoals(index, 'a b c : Nat\nh : a ∣ b\n⊢ a ∣ b * c', premisesOf(likely), options);
    for (const { score, contributions } of found)
      expect(contributions!.reduce((sum, { points }) => sum + points, 0)).toBeCloseTo(score, 6);
    const scores = found.map(({ score }) => score);
    expect(scores).toEqual(scores.toSorted((a, b) => b - a));
  });
});
