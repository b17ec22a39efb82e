import { describe, expect, it } from 'vitest';
import { joinNamesAndWords } from '../../src/search/join.ts';
import type { Scored } from '../../src/search/types.ts';

const name = (id: number, what: string, points: number, ...more: number[]): Scored => ({
  id,
  score: more.reduce((sum, other) => sum + other, points),
  contributions: [{ what, points }, ...more.map((other) => ({ what: 'more', points: other }))],
});
const words = (id: number, score: number): Scored => ({ id, score, contributions: [{ what: 'word', points: score }] });
const order = (found: Scored[]): number[] => found.map(({ id }) => id);

describe('names joined with words', () => {
  it('ranks a name that consists of exactly the words above the best word hit', () => {
    expect(
      order(
        joinNamesAndWords([name(1, 'the same parts', 800)], [words(2, 1.8), words(3, 1.5)], {
          nameFirst: false,
          range: 2,
          isOneWord: true,
        }),
      ),
    ).toEqual([1, 2, 3]);
  });

  it('orders matches of the last component by the word score', () => {
    const names = [
      name(1, 'the same parts without its namespace', 750),
      name(2, 'the same parts without its namespace', 755),
    ];
    expect(
      order(joinNamesAndWords(names, [words(3, 1.2), words(1, 1.1)], { nameFirst: false, range: 2, isOneWord: true })),
    ).toEqual([1, 3, 2]);
  });

  it('ranks a name one letter away from the word first, if names come first', () => {
    const names = [name(1, 'one typo', 760)];
    expect(order(joinNamesAndWords(names, [words(2, 1)], { nameFirst: true, range: 2, isOneWord: true }))).toEqual([
      1, 2,
    ]);
    expect(order(joinNamesAndWords(names, [words(2, 1)], { nameFirst: false, range: 2, isOneWord: true }))).toEqual([
      2, 1,
    ]);
  });

  it('breaks ties among names by the name score', () => {
    const names = [name(1, 'the same parts', 800, -20), name(2, 'the same parts', 800, 10)];
    expect(order(joinNamesAndWords(names, [], { nameFirst: false, range: 2, isOneWord: true }))).toEqual([2, 1]);
  });

  it('drops names with more parts than the words, unless names come first', () => {
    const names = [name(1, 'all parts', 500)];
    expect(order(joinNamesAndWords(names, [words(2, 1)], { nameFirst: false, range: 2, isOneWord: true }))).toEqual([
      2,
    ]);
    expect(order(joinNamesAndWords(names, [words(2, 1)], { nameFirst: true, range: 2, isOneWord: true }))).toEqual([
      2, 1,
    ]);
  });

  it('returns contributions that sum to the score', () => {
    const names = [name(1, 'exact name', 1000, 12), name(2, 'all parts', 400)];
    for (const { score, contributions } of joinNamesAndWords(names, [words(1, 1.25), words(3, 0.5)], {
      nameFirst: true,
      range: 2,
      isOneWord: true,
    })) {
      expect(contributions!.reduce((sum, { points }) => sum + points, 0)).toBeCloseTo(score, 9);
    }
  });

  it('prefers names with all words of several, if one of them looks like code', () => {
    const names = [name(1, 'all parts', 400)];
    const joined = (isOneWord: boolean) =>
      order(joinNamesAndWords(names, [words(2, 1), words(1, 0.5)], { nameFirst: true, range: 2, isOneWord }));
    expect(joined(false)).toEqual([1, 2]);
    expect(joined(true)).toEqual([2, 1]);
  });
});
