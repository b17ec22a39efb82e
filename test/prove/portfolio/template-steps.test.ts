import { expect, test } from 'vitest';
import { SHAPE, tiersAt } from '../../../src/prove/portfolio/step-tiers.ts';
import { firstTactic, TemplateSteps } from '../../../src/prove/portfolio/template-steps.ts';
import type { Premise, RetrievalQuery } from '../../../src/prove/premise.ts';
import { premise, rootOf } from './made.ts';

const proved = (candidates: string[]): Premise => ({
  ...premise('like'),
  proof: { text: candidates[0]!, candidates, lemmas: ['Full.lemma'] },
});

test('whole proofs come first, then their first tactics and other variants; each text once', async () => {
  const asked: RetrievalQuery[] = [];
  const steps = new TemplateSteps((query) => {
    asked.push(query);
    return Promise.resolve([proved(['intro x\nsimp', 'intro y\nsimp']), proved(['rfl']), premise('unproved')]);
  });
  const found = await steps.find(rootOf('a : A\n⊢ p a'));
  expect(asked).toMatchObject([{ text: 'a : A\n⊢ p a', as: 'proof', reason: 'start' }]);
  expect(found.map(({ text }) => text)).toEqual(['intro x\nsimp', 'intro y\nsimp', 'rfl', 'intro x']);
  expect(found.map(({ cost }) => cost)).toEqual([0, 0.02, 0.04, 0.06]);
  // What a failure of a copied proof says about its lemmas is not used.
  expect(found.every(({ isCopied }) => isCopied === true)).toBe(true);
  expect(found[0]!.lemmas).toEqual(['Full.lemma']);
});

test('the number of candidates is limited at a goal and at a hole', async () => {
  let number = 0;
  const steps = new TemplateSteps(() =>
    Promise.resolve(Array.from({ length: 40 }, () => proved([`exact lemma${number++}`]))),
  );
  const root = rootOf('⊢ p');
  const other = {
    ...root,
    parent: { node: root, step: { text: '', cost: 0, onward: 0, lemmas: [] }, heads: null, goals: [] },
  };
  const counts: number[] = [];
  for (const node of [root, other, other, other, other, other, other]) counts.push((await steps.find(node)).length);
  expect(counts).toEqual([20, 5, 5, 5, 5, 0, 0]);
  // Five at the goal of the hole come before most steps of the portfolio, all others after them.
  const fresh = new TemplateSteps(() =>
    Promise.resolve(Array.from({ length: 9 }, (_, at) => proved([`exact lemma${at}`]))),
  );
  expect((await fresh.find(root)).map(({ cost }) => cost < 1)).toEqual([...Array(9).keys()].map((at) => at < 5));
  expect((await fresh.find(other)).every(({ cost }) => cost > 1)).toBe(true);
  expect(await new TemplateSteps(null).find(root)).toEqual([]);
});

test('the first tactic ends before the next one of its block', () => {
  expect(firstTactic('cases h with\n| inl a => rfl\n  simp\nexact b')).toBe('cases h with');
  expect(firstTactic('rw [a,\n  b]\nsimp')).toBe('rw [a,\n  b]');
  expect(firstTactic('simp')).toBe('simp');
});

test('tiers without templates, with them, and of them alone', () => {
  const without = tiersAt(true, 'none');
  expect(tiersAt(true, 'also')).toEqual([...without, without.length]);
  expect(tiersAt(true, 'only')).toEqual([without.length]);
  expect(tiersAt(false, 'none')).toEqual(without.slice(0, -2).filter((tier) => tier !== SHAPE));
});
