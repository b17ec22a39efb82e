/** Which definitions of a text are probably needed. */
import { expect, it } from 'vitest';
import { probableDefinitions } from '../../../src/search/concepts/probable-definitions.ts';
import type { PackedDefinition } from '../../../src/search/concepts/statement-pack.ts';

function definition(name: string, probability: number, phrase: string | null): PackedDefinition {
  const shown = { signature: '', meaning: '', write: '', notations: [] };
  return { ...shown, row: { name } as PackedDefinition['row'], score: 1, probability, phrase };
}

const STORY = 'Six guests sit at a table. Two of them are acquainted or not. They shake hands on a closed terrace.';
const FOUND = [
  definition('SimpleGraph', 0, 'shake hands'),
  definition('IsClosed', 0.3, 'closed'),
  definition('Shelf', 0.1, 'table'),
  definition('TopologicalSpace', 0.6, null),
  definition('Set', 0.9, 'two'),
];

it('of a story are those that its cues stand for, and those that probable words name', () => {
  const kept = probableDefinitions({ text: STORY, class: 'implicit' }, FOUND);
  expect(kept.map(({ row }) => row.name)).toEqual(['SimpleGraph', 'IsClosed']);
});

it('of a mathematical text are also those that no word names, if they are very probable', () => {
  const kept = probableDefinitions({ text: STORY, class: 'explicit' }, FOUND);
  expect(kept.map(({ row }) => row.name)).toEqual(['IsClosed', 'TopologicalSpace']);
});

it('are none if all are in almost every statement', () => {
  const found = [definition('Real', 0.9, 'real'), definition('Finset', 0.8, 'finite')];
  expect(probableDefinitions({ text: 'A real number.', class: 'explicit' }, found)).toEqual([]);
});
