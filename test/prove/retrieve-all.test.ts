/** What several queries bring is one list: by turns, each name once. */
import { expect, it } from 'vitest';
import type { Premise, RetrievalQuery } from '../../src/prove/premise.ts';
import { joinPremises, retrieveAll } from '../../src/prove/retrieval/retrieve-all.ts';

function premise(name: string, signature = ''): Premise {
  return { name, writeAs: name, kind: 'theorem', signature, doc: '', module: 'M', filePath: 'M.lean', isAtHand: true };
}

const named = (names: string): Premise[] => [...names].map((name) => premise(name));
const namesOf = (premises: readonly Premise[]): string => premises.map(({ name }) => name).join('');

it('brings the best of each query before the next of any, and asks in turn with the same limit', async () => {
  const asked: RetrievalQuery[] = [];
  const brings: Record<string, string> = { first: 'abcd', second: '', third: 'xay' };
  const found = await retrieveAll(
    async (query) => {
      asked.push(query);
      return named(brings[query.text] ?? '');
    },
    ['first', 'second', 'third'].map((text) => ({ text, as: 'text', reason: 'start' })),
    7,
  );
  expect(namesOf(found)).toBe('axbcyd');
  expect(asked.map(({ text, limit }) => [text, limit])).toEqual([
    ['first', 7],
    ['second', 7],
    ['third', 7],
  ]);
});

it('brings nothing where nothing is asked', async () => {
  expect(await retrieveAll(() => Promise.reject(new Error('asked')), [], 7)).toEqual([]);
});

it('puts what is new before what was there, up to the limit, and keeps the first of a name', () => {
  const joined = joinPremises([premise('b', 'new'), premise('c')], [...named('ab'), ...named('de')], 4);
  expect(namesOf(joined)).toBe('bcad');
  expect(joined[0]?.signature).toBe('new');
});
