/** Reciprocal rank fusion: of the goal channel's two lists, and of the library's words and vectors. */
import { expect, test } from 'vitest';
import { reciprocalRankFusion } from '../../src/search/rank-fusion.ts';
import { bySimilarity, fuse } from '../../src/search/library/fuse.ts';

const words = [
  {
    id: 7,
    score: 4,
    contributions: [
      { what: 'a', points: 3 },
      { what: 'b', points: 1 },
    ],
  },
  { id: 5, score: 2, contributions: [{ what: 'a', points: 2 }] },
];

test('scores depend on ranks and shares, and contributions name their lists', () => {
  const lists = [
    { hits: words, share: 1 },
    { hits: [{ id: 5, score: -1 }], share: 0.5 },
  ];
  expect(reciprocalRankFusion(lists, 1, true)).toEqual([
    {
      id: 5,
      score: 1 / 3 + 1 / 4,
      contributions: [
        { what: 'a', points: 1 / 3 },
        { what: 'rank', points: 1 / 4 },
      ],
    },
    {
      id: 7,
      score: 1 / 2,
      contributions: [
        { what: 'a', points: 3 / 8 },
        { what: 'b', points: 1 / 8 },
      ],
    },
  ]);
  expect(reciprocalRankFusion(lists, 1, false)[1]).toEqual({ id: 7, score: 1 / 2 });
});

test('a negative similarity keeps the word hits, and lists of any number are fused', () => {
  const vectors = [
    { id: 5, similarity: 0.9 },
    { id: 2, similarity: -0.1 },
  ].map((each, at) => bySimilarity(each, at + 1));
  const [both, wordsOnly, last] = fuse([words, vectors]);
  expect([both!.id, wordsOnly!.id, last!.id]).toEqual([5, 7, 2]);
  expect(both!.contributions).toContainEqual({ what: 'similarity 0.900, rank 1', points: 1 / 61 });
  expect(wordsOnly).toMatchObject({ score: 1 / 61 });
  expect(last!.contributions).toEqual([{ what: 'similarity -0.100, rank 2', points: 1 / 62 }]);
  expect(fuse([words, vectors, vectors])[1]).toMatchObject({ id: 2, score: 2 / 62 });
});
