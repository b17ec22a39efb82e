/** Vectors of declarations: `index embed`, and text search with `--vectors`. */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { beforeAll, expect, test } from 'vitest';
import { writeTinyModel } from '../llm/tiny-onnx.ts';
import { lemmahead, lemmaheadJson } from './spawn.ts';

const LIBRARY = fileURLToPath(new URL('../../fixtures/library', import.meta.url));
const home = mkdtempSync(join(tmpdir(), 'lemmahead-index-embed-'));
const env = { LEMMAHEAD_HOME: home, LEMMAHEAD_INDEX: join(home, 'index.sqlite') };
const model = join(home, 'model');
const EMBEDDER = ['--embedder', `onnx:${model}`];

beforeAll(() => {
  writeTinyModel(model, { words: { theorem: [1, 0, 0], def: [0, 1, 0], commutes: [1, 0, 1], n: [0, 0, 1] } });
  const built = lemmahead(['index', 'build', '--root', `Abacus=${LIBRARY}`, '--out', env.LEMMAHEAD_INDEX], { env });
  expect(built.status, built.stderr).toBe(0);
}, 60_000);

const SEARCH = ['search', 'a theorem on numbers that commutes', '--as', 'text', '--explain'];

test('declarations are embedded once, even if the index is rebuilt, and searched by vectors only with --vectors', () => {
  const missing = lemmahead([...SEARCH, '--vectors', ...EMBEDDER], { env });
  expect([missing.status, missing.stderr]).toEqual([3, expect.stringContaining('lemmahead index embed')]);
  const first = lemmaheadJson(['index', 'embed', ...EMBEDDER], { env }).json;
  expect(first).toMatchObject({ schema: 'lemmahead/index-embed@1', what: 'declarations' });
  expect(first.embedded).toBeGreaterThan(100);
  rmSync(env.LEMMAHEAD_INDEX);
  lemmahead(['index', 'build', '--root', `Abacus=${LIBRARY}`, '--out', env.LEMMAHEAD_INDEX], { env });
  expect(lemmaheadJson(['index', 'embed', ...EMBEDDER], { env }).json.missing).toBe(first.without);

  const { json } = lemmaheadJson([...SEARCH, '--vectors', ...EMBEDDER], { env });
  const points = json.results.flatMap(({ contributions }: any) => contributions.map(({ what }: any) => what as string));
  expect(points.some((what: string) => what.startsWith('similarity'))).toBe(true);
  for (const { score, contributions } of json.results)
    expect(contributions.reduce((sum: number, each: { points: number }) => sum + each.points, 0)).toBeCloseTo(score, 4);
  // Off by default.
  const plain = JSON.stringify(lemmaheadJson([...SEARCH, ...EMBEDDER], { env }).json);
  expect(plain).not.toContain('similarity');
}, 60_000);
