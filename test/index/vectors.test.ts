/** Which vectors an index has after which build, what is said of them, and how their damage is found. */
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import Database from 'better-sqlite3';
import { beforeEach, describe, expect, test } from 'vitest';
import type { Check } from '../../src/base/health.ts';
import { checkIndex } from '../../src/index/health.ts';
import { openIndex } from '../../src/index/open.ts';
import { readStats } from '../../src/index/stats.ts';
import { verifyIndex } from '../../src/index/verify.ts';
import { readWeights } from '../../src/vectors/weights.ts';
import { checkWeights } from '../../src/vectors/health.ts';
import { writeMadeWeights } from '../vectors/made-weights.ts';
import { buildRoots } from './build-request.ts';
import { indexContent } from './index-content.ts';
import { RandomLibrary } from './random-library.ts';
import { temporaryFolder } from './temporary.ts';

const LEARNED = ['sum', 'prod', 'commut', 'ideal', 'ring'];

let index: string;
let root: string;
let weights: string;

beforeEach(() => {
  const folder = temporaryFolder();
  root = join(folder, 'lib');
  new RandomLibrary(root, 3, 5);
  index = join(folder, 'index.sqlite');
  weights = writeMadeWeights(join(folder, 'made.weights'), LEARNED);
});

const build = (made: string | null) => buildRoots(index, { Lib: root }, { weights: made });
const idOf = (path: string): string => `1-${readWeights(path).tablesId}`;

function run(sql: string): void {
  const database = new Database(index);
  database.exec(sql);
  database.close();
}

async function vectorCheck(weightsPath: string): Promise<Check> {
  return (await checkIndex(index, false, weightsPath)).find(({ what }) => what === 'vectors')!;
}

/** What `index stats` says they were made with. */
function vectorsSaidOf(path: string): string {
  const opened = openIndex(path);
  try {
    return readStats(opened).vectors;
  } finally {
    opened.close();
  }
}

describe('a build', () => {
  test('adds the vectors to an index without, leaves them as they are, and takes them out', async () => {
    expect((await build(null)).extent).toBe('full');
    expect([vectorsSaidOf(index), indexContent(index).vectors]).toEqual(['none', []]);
    expect((await build(weights)).extent).toBe('full');
    const { rows, vectors } = indexContent(index);
    expect([vectorsSaidOf(index), vectors.length]).toEqual([idOf(weights), rows.length]);
    expect((await build(weights)).extent).toBe('none');
    expect((await build(null)).extent).toBe('full');
    expect([vectorsSaidOf(index), indexContent(index).vectors]).toEqual(['none', []]);
  });

  test('makes all anew with other weights, and nothing with another ranker for the same tables', async () => {
    await build(weights);
    const other = writeMadeWeights(join(temporaryFolder(), 'other.weights'), LEARNED, { seed: 9 });
    expect((await build(other)).extent).toBe('full');
    expect(vectorsSaidOf(index)).toBe(idOf(other));
    const retrained = writeMadeWeights(other, LEARNED, { seed: 9, rankers: {} });
    expect((await build(retrained)).extent).toBe('none');
  });

  test('with weights that cannot be read goes on without vectors, and says what to do', async () => {
    await build(weights);
    writeFileSync(weights, 'cut');
    const { extent, warnings } = await build(weights);
    expect([extent, vectorsSaidOf(index)]).toEqual(['full', 'none']);
    expect(warnings).toEqual([
      `${weights} is no whole weights file. Rows get no vectors: queries in words are ranked by words alone. Install lemmahead again.`,
    ]);
  });
});

describe('doctor', () => {
  test('says what the vectors were made with, or what to do for some', async () => {
    const other = writeMadeWeights(join(temporaryFolder(), 'other.weights'), LEARNED, { seed: 9 });
    const rebuild = `lemmahead index build --root Lib=${root}`;
    await build(weights);
    expect(await vectorCheck(weights)).toMatchObject({ state: 'ok', found: `made with weights ${idOf(weights)}` });
    expect(await vectorCheck(other)).toMatchObject({ state: 'absent', mend: rebuild });
    writeFileSync(other, 'cut');
    expect(await vectorCheck(other)).toMatchObject({ state: 'absent', mend: 'Install lemmahead again.' });
    await build(null);
    expect(await vectorCheck(weights)).toMatchObject({ state: 'absent', mend: rebuild });
  });

  test('finds the weights whole, or broken with what to do', () => {
    expect(checkWeights(weights)).toEqual({
      what: 'weights',
      state: 'ok',
      found: 'of 5 words, learned from Mathlib at none',
      mend: null,
    });
    writeFileSync(weights, 'cut');
    expect(checkWeights(weights)).toMatchObject({ state: 'fault', mend: 'Install lemmahead again.' });
    expect(checkWeights(join(root, 'none'))).toMatchObject({
      state: 'fault',
      found: expect.stringContaining('ENOENT'),
    });
  });
});

describe('index verify', () => {
  test('finds nothing wrong with an index that has vectors, updated or not, or has none', async () => {
    await build(weights);
    expect(verifyIndex(index).faults).toEqual([]);
    writeFileSync(join(root, 'Lib', 'More.lean'), 'theorem sum_of_ideals : 1 = 1 := rfl\n');
    expect((await build(weights)).extent).toBe('update');
    expect(verifyIndex(index).faults).toEqual([]);
    await build(null);
    expect(verifyIndex(index).faults).toEqual([]);
  });

  test.each([
    ['a block is gone', 'DELETE FROM row_vectors', 'without a row vector, or with one of other words; the first is '],
    ['words are missing', 'UPDATE row_vectors SET words = substr(words, 5)', 'block 0 of the row vectors is damaged'],
    [
      'vectors are cut short',
      'UPDATE row_vectors SET vectors = substr(vectors, 2)',
      'block 0 of the row vectors is damaged',
    ],
    ['counts are cut short', "UPDATE row_vectors SET counts = x'00'", 'is damaged'],
    [
      'a row has the words of another',
      `UPDATE row_vectors SET counts = CAST(x'0000' || substr(counts, 1, length(counts) - 2) AS BLOB)`,
      'without a row vector, or with one of other words',
    ],
    ['nobody knows where they come from', "UPDATE meta SET value = 'none' WHERE key = 'vectors'", 'is not noted'],
  ])('finds that %s', async (_, sql, sentence) => {
    await build(weights);
    run(sql);
    const { faults } = verifyIndex(index);
    expect(faults).toHaveLength(1);
    expect(faults[0]).toContain(sentence);
  });
});
