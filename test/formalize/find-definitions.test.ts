/** Finding definitions: how many are found and kept (`concepts.top`, `concepts.keep`), and theorems that use them. */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, it } from 'vitest';
import { conceptBaseOf, openConceptBase } from '../../src/concepts/open-base.ts';
import { findDefinitions } from '../../src/formalize/find-definitions.ts';
import { illustrate } from '../../src/formalize/illustrate.ts';
import { openIndex } from '../../src/index/open.ts';
import { NO_HELPERS } from '../../src/search/concepts/rerank-definitions.ts';
import { buildHarbour } from './harbour.ts';

const folder = mkdtempSync(join(tmpdir(), 'lemmahead-found-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

it('is limited by the settings, before and after the reranker', async () => {
  const path = await buildHarbour(folder);
  const index = openIndex(path);
  const base = openConceptBase(conceptBaseOf(path));
  const read: number[] = [];
  const helpers = {
    ...NO_HELPERS,
    semantic: async () => ({ definitions: [0, 1, 2], notice: null }),
    rerank: async (_: string, definitions: readonly number[]) => {
      read.push(definitions.length);
      return { definitions: [...definitions], notice: null };
    },
  };
  const query = { text: '', terms: [{ concept: 'draught', explanation: '', field: null }], keywords: [], names: [] };
  const found = async (top: number, keep: number): Promise<number> =>
    (await findDefinitions(index, base, query, { symbol: true, semantic: false }, { ...helpers, top, keep })).candidates
      .size;
  expect([await found(10, 5), await found(10, 2), await found(2, 2)]).toEqual([4, 2, 2]);
  expect(read).toEqual([4, 4, 2]);
  base.close();
  index.close();
});

it('is illustrated by as few theorems as cover the definitions', async () => {
  const index = openIndex(await buildHarbour(folder));
  const namesOf = (definitions: string[], count: number): string[] =>
    illustrate(index, definitions, count).map(({ name }) => name);
  const [draught, sheltered] = ['Harbour.draught', 'Harbour.Quay.IsSheltered'];
  expect(namesOf([draught, sheltered], 3)).toEqual(['Harbour.draught_of_sheltered']);
  expect(namesOf([sheltered], 3)).toEqual(['Harbour.lantern_of_sheltered']);
  expect(namesOf([sheltered], 0)).toEqual([]);
  expect(namesOf(['Plumbing.Draught'], 3)).toEqual([]);
  const [example] = illustrate(index, [draught], 1);
  expect(example!.statement).toMatch(/^theorem Harbour\.draught_of_sheltered \(q : Quay\).*: draught n = n$/);
  index.close();
});
