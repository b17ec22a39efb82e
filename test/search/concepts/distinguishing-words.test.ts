/** Words that tell texts about one thing from texts about others. */
import { expect, it } from 'vitest';
import { distinguishingWords } from '../../../src/search/concepts/distinguishing-words.ts';

const repeat = (text: string, times: number): string[] => new Array<string>(times).fill(text);

it('words of all groups do not count, and those of one do', () => {
  const groups = [
    [...repeat('A basis of a vector space', 5), ...repeat('The vectors are independent', 5)],
    [...repeat('A basis of a topology', 5), ...repeat('The open sets are unions', 5)],
  ];
  const [algebra, topology] = distinguishingWords(groups, 9);
  expect(algebra).toEqual(expect.arrayContaining(['vector']));
  expect(topology).toEqual(expect.arrayContaining(['open', 'topology']));
  expect([...algebra!, ...topology!]).not.toContain('basis');
});

it('a word of a single text may be chance, and code and addresses are no words', () => {
  const text = 'A row `secret` of beads https://example.org/hidden ```\nfenced\n```';
  const [words] = distinguishingWords([['zebra', ...repeat(text, 20)], repeat('A column of stones', 20)], 9);
  expect(words).toEqual(['beads', 'row']);
});

it('the most telling word is first, and the limit holds', () => {
  const groups = [[...repeat('rare frequent', 6), ...repeat('frequent', 14)], repeat('other', 20)];
  expect(distinguishingWords(groups, 9)[0]).toEqual(['frequent', 'rare']);
  expect(distinguishingWords(groups, 1)[0]).toEqual(['frequent']);
});

it('one group, empty groups and no groups have no words', () => {
  expect(distinguishingWords([['a vector space', 'a vector space']], 9)).toEqual([[]]);
  expect(distinguishingWords([[], []], 9)).toEqual([[], []]);
  expect(distinguishingWords([], 9)).toEqual([]);
});
