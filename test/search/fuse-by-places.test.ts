/** Lists joined by places: the goal's two, and the library's words and vectors. */
import { expect, test } from 'vitest';
import { fuseByPlaces } from '../../src/search/fuse-by-places.ts';
import { fuse } from '../../src/search/library/fuse.ts';

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

test('points go by places and shares, and tell their lists', () => {
  const lists = [
    { hits: words, share: 1 },
    { hits: [{ id: 5, score: -1 }], share: 0.5 },
  ];
  expect(fuseByPlaces(lists, 1, true)).toEqual([
    {
      id: 5,
      score: 1 / 3 + 1 / 4,
      contributions: [
        { what: 'a', points: 1 / 3 },
        { what: 'its place', points: 1 / 4 },
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
  expect(fuseByPlaces(lists, 1, false)[1]).toEqual({ id: 7, score: 1 / 2 });
});

test('a likeness below nought keeps its words; what one list alone has is told so', () => {
  const [both, alone, last] = fuse(words, [
    { id: 5, similarity: 0.9 },
    { id: 2, similarity: -0.1 },
  ]);
  expect([both!.id, alone!.id, last!.id]).toEqual([5, 7, 2]);
  expect(both).toMatchObject({ byWords: { id: 5 }, byVectors: { similarity: 0.9 } });
  expect(alone).toMatchObject({ score: 1 / 61, byVectors: null });
  expect(last!.contributions).toEqual([{ what: 'likeness -0.100, place 2', points: 1 / 62 }]);
});
