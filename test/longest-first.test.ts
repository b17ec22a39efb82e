/** The order of the test files: no long file starts while shorter ones are still waiting. */
import { globSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import type { TestSpecification, Vitest } from 'vitest/node';
import { isLong, LONGEST, LongestFirst } from './longest-first.ts';

const FILES = globSync(join(import.meta.dirname, '**', '*.test.ts'));

/** As `LONGEST` names them. */
const named = (path: string): string => path.slice(import.meta.dirname.replace(/\/test$/, '').length);

test('all long test files exist', () => {
  expect(FILES.filter(isLong).map(named).toSorted()).toEqual(LONGEST.toSorted());
});

test.each([
  ['as found', FILES],
  ['reversed', FILES.toReversed()],
])('long test files start first, in their order, for files %s', async (_, files) => {
  const project = { name: 'process', config: { isolate: true, sequence: { groupOrder: 0 } } };
  const sequencer = new LongestFirst({ cache: { getTestSpecificationResult: () => undefined } } as unknown as Vitest);
  const sorted = await sequencer.sort(files.map((moduleId) => ({ moduleId, project }) as unknown as TestSpecification));
  expect(sorted.length).toBe(FILES.length);
  expect(sorted.slice(0, LONGEST.length).map(({ moduleId }) => named(moduleId))).toEqual(LONGEST);
});
