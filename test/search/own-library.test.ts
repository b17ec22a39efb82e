/**
 * Libraries other than Mathlib, with words that Mathlib does not have: the ranking learned from Mathlib must not be
 * worse there than ranking by words alone.
 */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { readQueryFile } from '../../src/bench/query-file.ts';
import { makeSearchRanker, measureRetrieval } from '../../src/bench/retrieval.ts';
import type { LibraryIndex } from '../../src/index/library-index.ts';
import { openIndex } from '../../src/index/open.ts';
import { readWeights, SHIPPED_WEIGHTS } from '../../src/vectors/weights.ts';
import { wordChannel } from '../../src/search/word-channel.ts';
import { ROOT } from '../architecture/source-files.ts';
import { buildRoots } from '../index/build-request.ts';
import { writeFiles } from '../index/temporary.ts';

const SCHEDULING = `/-! # Schedules of a pipeline -/
namespace Pipeline

/-- A job that the dispatcher may hand to a worker. -/
structure Job where
  priority : Nat
  deadline : Nat

/-- A frobnicator turns a queue of jobs into a schedule without starvation. -/
structure Frobnicator (J : Type) where
  schedule : List J → List J

/-- Every job is dispatched before its deadline. -/
def Punctual (s : List Job) : Prop := True

/-- Retries of a job back off exponentially, and never exceed the watermark. -/
theorem backoff_le_watermark (n : Nat) : backoff n ≤ watermark := trivial

/-- A throttled dispatcher drops no job. -/
theorem Dispatcher.throttle_lossless (d : Dispatcher) : d.throttle.dropped = 0 := rfl

theorem Frobnicator.requeue_idempotent (f : Frobnicator J) : f.requeue (f.requeue q) = f.requeue q := rfl

/-- Preempting a worker twice is preempting it once. -/
theorem preempt_preempt (w : Worker) : preempt (preempt w) = preempt w := rfl

instance : Inhabited Job := ⟨⟨0, 0⟩⟩

end Pipeline
`;

const QUESTIONS: [query: string, gold: string][] = [
  ['frobnicator', 'Pipeline.Frobnicator'],
  ['queue of jobs into a schedule without starvation', 'Pipeline.Frobnicator'],
  ['requeue is idempotent', 'Pipeline.Frobnicator.requeue_idempotent'],
  ['backoff does not exceed the watermark', 'Pipeline.backoff_le_watermark'],
  ['a throttled dispatcher loses no job', 'Pipeline.Dispatcher.throttle_lossless'],
  ['jobs that meet their deadline', 'Pipeline.Punctual'],
  ['preempting twice', 'Pipeline.preempt_preempt'],
  ['what a job is that a worker is given', 'Pipeline.Job'],
];

let folder: string;
const opened: LibraryIndex[] = [];

beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'lemmahead-own-'));
});

afterAll(() => {
  for (const index of opened) index.close();
  rmSync(folder, { recursive: true, force: true });
});

/** Builds one library twice: with the shipped weights, and without vectors. */
async function both(name: string, root: string): Promise<{ learned: LibraryIndex; wordsOnly: LibraryIndex }> {
  const build = async (file: string, weights: string | null): Promise<LibraryIndex> => {
    await buildRoots(join(folder, file), { [name]: root }, { weights });
    const index = openIndex(join(folder, file));
    opened.push(index);
    return index;
  };
  return {
    learned: await build(`${name}.sqlite`, SHIPPED_WEIGHTS),
    wordsOnly: await build(`${name}-alone.sqlite`, null),
  };
}

test('the shipped weights are complete, and their ranker is valid for this version', async () => {
  const { tables, rankers } = readWeights(SHIPPED_WEIGHTS);
  expect([tables.size > 5000, Object.keys(rankers)]).toEqual([true, expect.arrayContaining(['words'])]);
  const { learned } = await both('Tiny', writeFiles(join(folder, 'tiny'), { 'A.lean': 'def one := 1\n' }));
  expect(wordChannel(learned).notice).toBeNull();
});

test('in a small library, rows without a word of the query and without similarity are not hits', async () => {
  const { learned } = await both('Abacus', join(ROOT, 'fixtures/library'));
  const hitsOf = (query: string): string[] =>
    wordChannel(learned)
      .search(learned, query, { limit: learned.rowCount, explain: false, allow: null })
      .map(({ id }) => learned.row(id)!.name);
  const hits = hitsOf('strong induction');
  expect(hits).toContain('Nat.strong_induction');
  expect(hits.length).toBeLessThan(learned.rowCount / 20);
});

describe('the ranking learned from Mathlib is not worse than ranking by words alone', () => {
  test('in the bundled library', async () => {
    const { learned, wordsOnly } = await both('Abacus', join(ROOT, 'fixtures/library'));
    const queries = await readQueryFile(join(ROOT, 'bench/sets/abacus.jsonl'));
    const [learnedMetrics, wordMetrics] = [
      await measureRetrieval(learned, queries, makeSearchRanker(learned)),
      await measureRetrieval(wordsOnly, queries, makeSearchRanker(wordsOnly)),
    ];
    expect(learnedMetrics['ndcg@10']).toBeGreaterThanOrEqual(wordMetrics['ndcg@10']);
    expect(learnedMetrics['recall@10']).toBeGreaterThanOrEqual(wordMetrics['recall@10']);
  }, 120_000);

  test('in a library that is not about mathematics', async () => {
    const { learned, wordsOnly } = await both(
      'Pipeline',
      writeFiles(join(folder, 'pipeline'), { 'Pipeline.lean': SCHEDULING }),
    );
    const queries = QUESTIONS.map(([query, gold]) => ({ query, gold: [gold], style: 'own' }));
    const [learnedMetrics, wordMetrics] = [
      await measureRetrieval(learned, queries, makeSearchRanker(learned)),
      await measureRetrieval(wordsOnly, queries, makeSearchRanker(wordsOnly)),
    ];
    expect(learnedMetrics.missing_gold.names).toEqual([]);
    expect([wordMetrics['recall@10'], learnedMetrics['recall@10']]).toEqual([1, 1]);
    expect(learnedMetrics.mrr).toBeGreaterThanOrEqual(wordMetrics.mrr);
  }, 120_000);
});
