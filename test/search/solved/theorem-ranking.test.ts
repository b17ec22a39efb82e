/** Which theorem a problem needs, by words of theorems and by solved problems. */
import { expect, test } from 'vitest';
import { TheoremRanking } from '../../../src/search/solved/theorem-ranking.ts';

const THEOREMS = [
  { title: 'Lock theorem', text: 'A harbour with a lock keeps the water level of the basin.' },
  { title: 'Water level', text: 'The level of a basin rises with the tide.' },
  { title: 'Level water', text: 'Pilots know the depth.' },
  { title: 'Empty quay', text: '' },
];
const nameOf = (at: number): string => THEOREMS[at]!.title;

test('a title counts more than its words in a text, and words in the same order more than others', () => {
  const ranking = new TheoremRanking(THEOREMS, []);
  expect(ranking.rank('Compute the water level of the harbour').slice(0, 2).map(nameOf)).toEqual([
    'Water level',
    'Lock theorem',
  ]);
  expect(nameOf(ranking.rank('By level water, how deep is the quay?')[0]!)).toBe('Level water');
});

test('solved problems with similar words say which theorem; one that is left out says nothing', () => {
  const solved = [
    { text: 'A ferry leaves at noon with two passengers.', theorems: [3] },
    { text: 'A crane lifts three boxes at noon.', theorems: [1] },
  ];
  const ranking = new TheoremRanking(THEOREMS, solved);
  const problem = 'A ferry leaves at noon. When?';
  expect(ranking.rank(problem).slice(0, 2).map(nameOf)).toEqual(['Empty quay', 'Water level']);
  expect(nameOf(ranking.best(problem, 0)!.theorem)).toBe('Water level');
  expect(new TheoremRanking(THEOREMS, solved.slice(0, 1)).best(problem, 0)).toBeNull();
});

test('the lead is 0 for theorems that are equally probable; without a known word there is no best', () => {
  const twins = new TheoremRanking([THEOREMS[0]!, THEOREMS[0]!], []);
  expect(twins.best('The lock of a basin')).toEqual({ theorem: 0, lead: 0 });
  expect(twins.best('Zeppelins')).toBeNull();
  expect(new TheoremRanking([THEOREMS[0]!], []).best('The lock')).toMatchObject({ lead: 1 });
});
