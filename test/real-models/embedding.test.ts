/** Vectors of a real embedder: the library and the index by `embed`, and searches that only meaning can answer. */
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { lemmaheadMeanwhile } from '../cli/spawn.ts';
import { embeddingServer } from './servers.ts';

const SETS = fileURLToPath(new URL('../../fixtures/library/Abacus/Set', import.meta.url));

/** Each question has no content word in common with the note that answers it. */
const NOTES = `# Lemma (bounded sequences)

Every bounded sequence of real numbers has a convergent subsequence.

# Lemma (parity)

The sum of two odd numbers is even.

# Lemma (triangles)

In a triangle, the interior angles add up to two right angles.
`;

let folder: string;
let env: Record<string, string>;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'lemmahead-real-embedder-'));
  env = { LEMMAHEAD_HOME: join(folder, 'home'), LEMMAHEAD_INDEX: join(folder, 'index.sqlite') };
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

async function json(...args: string[]): Promise<any> {
  const { status, stdout, stderr } = await lemmaheadMeanwhile([...args, '--json'], { cwd: folder, env });
  expect(status, `${stdout}${stderr}`).toBe(0);
  return JSON.parse(stdout);
}

test('the library finds by meaning what has other words', async (context) => {
  const embedder = ['--embedder', 'local/e5', '--embedder-url', (await embeddingServer(context)).baseUrl];
  writeFileSync(join(folder, 'notes.md'), NOTES);
  await json('library', 'add', 'notes.md');
  const made = await json('library', 'embed', ...embedder);
  expect(made.embedded).toBeGreaterThanOrEqual(3);
  expect((await json('library', 'embed', ...embedder)).missing).toBe(0);
  for (const [question, answer] of [
    ['compactness of closed intervals: limits of selected terms', 'bounded sequence'],
    ['polygon with three corners, Euclidean geometry', 'triangle'],
  ] as const) {
    const { results } = await json('search', question, '--in-library', ...embedder);
    expect(JSON.stringify(results[0])).toContain(answer);
  }
});

test('the index of declarations gets a vector for each, and a search can use them', async (context) => {
  const embedder = ['--embedder', 'local/e5', '--embedder-url', (await embeddingServer(context)).baseUrl];
  await json('index', 'build', '--root', `Sets=${SETS}`, '--out', env['LEMMAHEAD_INDEX']!);
  const made = await json('index', 'embed', ...embedder);
  expect(made.embedded).toBeGreaterThan(10);
  expect(made.embedded).toBe(made.missing);
  expect((await json('index', 'embed', ...embedder)).missing).toBe(made.without);
  const found = await json(
    'search',
    'swapping the two sets changes nothing',
    '--as',
    'text',
    '--vectors',
    '--explain',
    ...embedder,
  );
  expect(JSON.stringify(found.results)).toContain('similarity');
});
