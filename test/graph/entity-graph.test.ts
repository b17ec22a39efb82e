/** The graph of entities: which references are edges, and what merging does. */
import { expect, test } from 'vitest';
import { neighboursOf } from '../../src/graph/adjacency.ts';
import { entityGraph } from '../../src/graph/entity-graph.ts';

const ENTITIES = [
  { id: 3, type: 'definition' },
  { id: 5, type: 'theorem' },
  { id: 7, type: 'problem' },
  { id: 8, type: 'other' },
  { id: 9, type: 'theorem' },
] as const;

test('problems refer and are not referred to; uncertain entities are no nodes', () => {
  const references = [
    { from: 5, to: 3 },
    { from: 7, to: 3 },
    { from: 5, to: 7 },
    { from: 8, to: 3 },
    { from: 5, to: 8 },
    { from: 5, to: 99 },
  ];
  const { entities, edges, back, nodeOf, leftOut } = entityGraph(ENTITIES, references, new Map());
  expect(entities.map(({ id }) => id)).toEqual([3, 5, 7, 9]);
  expect(neighboursOf(back, nodeOf(3)!)).toEqual([nodeOf(5), nodeOf(7)]);
  expect(edges.targets).toHaveLength(2);
  expect([nodeOf(8), leftOut]).toEqual([undefined, { toProblems: 1, uncertain: 2 }]);
});

test('a merged entity passes its references to the oldest', () => {
  const references = [
    { from: 9, to: 3 },
    { from: 9, to: 5 },
  ];
  const merged = new Map([
    [9, 5],
    [5, 5],
  ]);
  const { entities, edges, nodeOf } = entityGraph(ENTITIES, references, merged);
  expect(entities.map(({ id }) => id)).toEqual([3, 5, 7]);
  expect([nodeOf(9), neighboursOf(edges, nodeOf(5)!)]).toEqual([1, [nodeOf(3)]]);
});
