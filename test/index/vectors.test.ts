/** The vectors of an index after different builds, how `doctor` and `stats` describe them, and how damage is found. */
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
  return (await checkIndex(index, { projectRoot: null, indexPath: null }, weightsPath)).find(
    ({ what }) => what === 'vectors',
  )!;
}

/** What `index stats` reports about the vectors. */
function reportedVectors(path: string): string {
  const opened = openIndex(path);
  try {
    return readStats(opened).vectors;
  } finally {
    opened.close();
  }
}

describe('a build with vectors', () => {
  test('adds missing vectors, keeps existing ones, and removes them if no weights are given', async () => {
    expect((await build(null)).extent).toBe('full');
    expect([reportedVectors(index), indexContent(index).vectors]).toEqual(['none', []]);
    expect((await build(weights)).extent).toBe('full');
    const { rows, vectors } = indexContent(index);
    expect([reportedVectors(index), vectors.length]).toEqual([idOf(weights), rows.length]);
    expect((await build(weights)).extent).toBe('none');
    expect((await build(null)).extent).toBe('full');
    expect([reportedVectors(index), indexContent(index).vectors]).toEqual(['none', []]);
  });

  test('rebuilds the index for other weights, but not for another ranker with the same tables', async () => {
    await build(weights);
    const other = writeMadeWeights(join(temporaryFolder(), 'other.weights'), LEARNED, { seed: 9 });
    expect((await build(other)).extent).toBe('full');
    expect(reportedVectors(index)).toBe(idOf(other));
    const retrained = writeMadeWeights(other, LEARNED, { seed: 9, rankers: {} });
    expect((await build(retrained)).extent).toBe('none');
  });

  test('continues without vectors and warns if the weights cannot be read', async () => {
    await build(weights);
    writeFileSync(weights, 'truncated');
    const { extent, warnings } = await build(weights);
    expect([extent, reportedVectors(index)]).toEqual(['full', 'none']);
    expect(warnings).toEqual([
      `${weights} is not a complete weights file. Rows get no vectors, so queries in words are ranked by words alone. Install lemmahead again.`,
    ]);
  });
});

describe('doctor on vectors', () => {
  test('reports what the vectors were computed with, or how to create them', async () => {
    const other = writeMadeWeights(join(temporaryFolder(), 'other.weights'), LEARNED, { seed: 9 });
    const rebuild = `lemmahead index build --root Lib=${root}`;
    await build(weights);
    expect(await vectorCheck(weights)).toMatchObject({ state: 'ok', found: `computed with weights ${idOf(weights)}` });
    expect(await vectorCheck(other)).toMatchObject({ state: 'absent', fix: rebuild });
    writeFileSync(other, 'truncated');
    expect(await vectorCheck(other)).toMatchObject({ state: 'absent', fix: 'Install lemmahead again.' });
    await build(null);
    expect(await vectorCheck(weights)).toMatchObject({ state: 'absent', fix: rebuild });
  });

  test('reports that the weights are intact, or how to fix them', () => {
    expect(checkWeights(weights)).toEqual({
      what: 'weights',
      state: 'ok',
      found: '5 words, learned from Mathlib at none',
      fix: null,
    });
    writeFileSync(weights, 'truncated');
    expect(checkWeights(weights)).toMatchObject({ state: 'fault', fix: 'Install lemmahead again.' });
    expect(checkWeights(join(root, 'none'))).toMatchObject({
      state: 'fault',
      found: expect.stringContaining('ENOENT'),
    });
  });
});

describe('index verify on vectors', () => {
  test('finds no fault in an index with vectors, after an update, and without vectors', async () => {
    await build(weights);
    expect(verifyIndex(index).faults).toEqual([]);
    writeFileSync(join(root, 'Lib', 'More.lean'), 'theorem sum_of_ideals : 1 = 1 := rfl\n');
    expect((await build(weights)).extent).toBe('update');
    expect(verifyIndex(index).faults).toEqual([]);
    await build(null);
    expect(verifyIndex(index).faults).toEqual([]);
  });

  test.each([
    [
      'a block is missing',
      'DELETE FROM row_vectors',
      'without a row vector, or with one of other words; the first is ',
    ],
    ['words are missing', 'UPDATE row_vectors SET words = substr(words, 5)', 'block 0 of the row vectors is damaged'],
    [
      'vectors are truncated',
      'UPDATE row_vectors SET vectors = substr(vectors, 2)',
      'block 0 of the row vectors is damaged',
    ],
    ['counts are truncated', "UPDATE row_vectors SET counts = x'00'", 'is damaged'],
    [
      'a row has the words of another row',
      `UPDATE row_vectors SET counts = CAST(x'0000' || substr(counts, 1, length(counts) - 2) AS BLOB)`,
      'without a row vector, or with one of other words',
    ],
    ['their origin is unknown', "UPDATE meta SET value = 'none' WHERE key = 'vectors'", 'are not recorded'],
  ])('finds that %s', async (_, sql, sentence) => {
    await build(weights);
    run(sql);
    const { faults } = verifyIndex(index);
    expect(faults).toHaveLength(1);
    expect(faults[0]).toContain(sentence);
  });
});
