/** Merging the results of several queries. */
import { expect, it } from 'vitest';
import type { Premise, RetrievalQuery } from '../../src/prove/premise.ts';
import { interleave, joinPremises, retrieveAll } from '../../src/prove/retrieval/retrieve-all.ts';

function premise(name: string, signature = ''): Premise {
  return { name, writeAs: name, kind: 'theorem', signature, doc: '', module: 'M', filePath: 'M.lean', isAtHand: true };
}

const named = (names: string): Premise[] => [...names].map((name) => premise(name));
const namesOf = (premises: readonly Premise[]): string => premises.map(({ name }) => name).join('');

it('retrieveAll interleaves results and runs queries in order with the same limit', async () => {
  const queries: RetrievalQuery[] = [];
  const results: Record<string, string> = { first: 'abcd', second: '', third: 'xay' };
  const found = await retrieveAll(
    async (query) => {
      queries.push(query);
      return named(results[query.text] ?? '');
    },
    ['first', 'second', 'third'].map((text) => ({ text, as: 'text', reason: 'start' })),
    7,
  );
  expect(namesOf(found)).toBe('axbcyd');
  expect(queries.map(({ text, limit }) => [text, limit])).toEqual([
    ['first', 7],
    ['second', 7],
    ['third', 7],
  ]);
});

it('retrieveAll returns nothing without queries', async () => {
  expect(await retrieveAll(() => Promise.reject(new Error('unexpected request')), [], 7)).toEqual([]);
});

it('interleave takes from each list in turn, without duplicates, and all of a list if the others are short', () => {
  expect(namesOf(interleave([named('abcd'), named('xa'), []]))).toBe('axbcd');
  expect(interleave([])).toEqual([]);
});

it('joinPremises puts new premises first, without duplicates', () => {
  const joined = joinPremises([premise('b', 'new'), premise('c')], [...named('ab'), ...named('de')]);
  expect(namesOf(joined)).toBe('bcade');
  expect(joined[0]?.signature).toBe('new');
});
