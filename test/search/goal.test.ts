import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { Failure } from '../../src/base/errors.ts';
import type { LibraryIndex } from '../../src/index/library-index.ts';
import { makeNotationTable } from '../../src/lean/term/notation-table.ts';
import { print } from '../../src/lean/term/term.ts';
import { searchGoal } from '../../src/search/goal-channel.ts';
import { parseGoals } from '../../src/search/goal-text.ts';
import type { Contribution } from '../../src/search/types.ts';
import { openGarden } from './shape-fixture.ts';

let index: LibraryIndex;

beforeAll(async () => {
  index = await openGarden();
});

afterAll(() => index.close());

function find(goal: string): { name: string; contributions: Contribution[] }[] {
  return searchGoal(index, goal, { limit: 20, explain: true, allow: null }).map(({ id, contributions }) => ({
    name: index.row(id)!.name.replace('Garden.', ''),
    contributions: contributions!,
  }));
}

describe('parseGoals', () => {
  const table = makeNotationTable([]);
  const read = (text: string) =>
    parseGoals(text, table).map(({ hypotheses, target }) => ({
      hypotheses: hypotheses.map(({ names, type }) => `${names.join(' ')} : ${print(type)}`),
      target: print(target),
    }));

  it('reads hypotheses over several lines, inaccessible names and let values', () => {
    expect(
      read('case inl\nα : Type u_1\ninst✝ : Foo α\na b : ℕ\nh : a =\n    b\nn : ℕ := 2\n⊢ a +\n    b = 0'),
    ).toEqual([
      {
        hypotheses: ['α : Type', 'inst_dagger : (Foo α)', 'a b : Nat', 'h : (Eq a b)', 'n : Nat'],
        target: '(Eq (HAdd.hAdd a b) 0)',
      },
    ]);
  });

  it('reads several goals, goals on one line, and a target alone; introduces quantified variables', () => {
    expect(read('case a\nx : ℕ\n⊢ x = 0\n\ncase b\ny : ℕ\n⊢ y = 1').map(({ target }) => target)).toEqual([
      '(Eq x 0)',
      '(Eq y 1)',
    ]);
    expect(read('h : a ∣ b, k : b ∣ c ⊢ a ∣ c')[0]!.hypotheses).toEqual(['h : (Dvd.dvd a b)', 'k : (Dvd.dvd b c)']);
    expect(read('x = x').map(({ target }) => target)).toEqual(['(Eq x x)']);
    expect(read('⊢ ∀ x, p x → q x')).toEqual([{ hypotheses: ['x : _', ' : (p x)'], target: '(q x)' }]);
    expect(read('')).toEqual([]);
  });
});

describe('searchGoal', () => {
  it('ranks first the lemma that closes the goal with the available hypotheses', () => {
    const [best] = find('a b c : Garden.Plot\nh : Garden.Touches a b\nk : Garden.Touches b c\n⊢ Garden.Touches a c');
    expect(best!.name).toBe('touches_trans');
    expect(best!.contributions.map(({ what }) => what)).toEqual(
      expect.arrayContaining(['applies', 'hypothesis h fits', 'hypothesis k fits', 'all premises available']),
    );
  });

  it('finds lemmas that rewrite inside the goal', () => {
    const found = find('a b : Garden.Plot\n⊢ Garden.yield (a.join b) < 3');
    expect(found.find(({ name }) => name === 'yield_join')!.contributions[0]!.what).toBe('rewrites');
  });

  it('applies one side of an equivalence', () => {
    const found = find('a b : Garden.Plot\nh : a.width = b.width\n⊢ Garden.Touches a b');
    expect(found.find(({ name }) => name === 'touches_iff')!.contributions[0]!.what).toBe('applies, one side of ↔');
  });

  it('excludes lemmas that only share symbols', () => {
    expect(find('a : Garden.Plot\n⊢ 0 < Garden.yield a').map(({ name }) => name)).not.toContain('yield_le_of_touches');
  });

  it('penalizes lemmas about another type', () => {
    const found = find('x y : Nat\n⊢ Garden.Touches x y');
    for (const { contributions } of found)
      expect(contributions.map(({ what }) => what)).toContainEqual(expect.stringMatching(/Plot is not Nat/));
  });

  it('fails if no goal can be parsed', () => {
    expect(() => find('⊢')).toThrow(Failure);
  });
});
