/** Measures how many of the premises in proofs a ranking finds, given only the statements. */
import { StatementRows } from '../../../src/index/statement-rows.ts';
import { makeRandom } from '../../../src/base/random.ts';
import { bootstrapInterval, mean, recall, reciprocalRank } from '../../../src/bench/metrics.ts';
import type { PremiseRanker } from './baselines.ts';
import type { Example } from './examples.ts';
import type { Library } from './library.ts';
import { placeOf } from './place.ts';
import { isInPool, poolOf, type PoolKind } from './pool.ts';
import { votersFor } from './voters.ts';

export const MEASURES = ['recall@1', 'recall@10', 'recall@50', 'mrr'] as const;

export interface SystemScores {
  system: string;
  /** Means over theorems. `intervals`: 95 %, bootstrap. */
  scores: Record<(typeof MEASURES)[number], number>;
  intervals: Record<(typeof MEASURES)[number], [number, number]>;
  cpu_ms_a_query: number;
}

export interface Measurement {
  theorems: number;
  files: number;
  premises_a_theorem: number;
  /** Mean number of rows that a proof may name. */
  pool_rows: number;
  systems: SystemScores[];
}

const DEPTH = 50;
const THEOREMS = new Set(['theorem', 'lemma']);

/** Returns the theorems with a premise in the pool, without premises outside the pool. */
export function scoredExamples(library: Library, examples: Iterable<Example>, pool: PoolKind): Example[] {
  const found: Example[] = [];
  for (const example of examples) {
    if (!THEOREMS.has(example.kind)) continue;
    const premises = example.premises.filter((id) => isInPool(library, id, pool));
    if (premises.length > 0) found.push({ ...example, premises });
  }
  return found;
}

/** Draws `count` examples at random and keeps their order. Deterministic for a seed. */
export function sampleExamples(examples: readonly Example[], count: number, seed: number): Example[] {
  const random = makeRandom(seed);
  const keyed = examples.map((example, at) => ({ at, example, key: random() }));
  const sample = keyed.sort((a, b) => a.key - b.key).slice(0, count);
  return sample.sort((a, b) => a.at - b.at).map(({ example }) => example);
}

export function measure(
  library: Library,
  examples: readonly Example[],
  pool: PoolKind,
  rankers: Readonly<Record<string, PremiseRanker>>,
): Measurement {
  const statements = new StatementRows(library.index);
  const ranks = new Map(Object.keys(rankers).map((system) => [system, [] as (number | null)[][]]));
  const cpu = new Map<string, number>();
  let rows = 0;
  for (const example of examples) {
    const allowed = poolOf(library, example, pool);
    rows += allowed.reduce((sum, one) => sum + one, 0);
    const [row] = statements.rows([example.id]);
    const query = { row: row!, place: placeOf(library, example, row!), mayVote: votersFor(library, example) };
    for (const [system, ranker] of Object.entries(rankers)) {
      const before = process.cpuUsage().user;
      const ids = ranker(query, allowed, DEPTH);
      cpu.set(system, (cpu.get(system) ?? 0) + process.cpuUsage().user - before);
      ranks.get(system)!.push(example.premises.map((id) => rankOf(ids, id)));
    }
  }
  return {
    theorems: examples.length,
    files: new Set(examples.map(({ fileId }) => fileId)).size,
    premises_a_theorem: mean(examples.map(({ premises }) => premises.length)),
    pool_rows: rows / Math.max(1, examples.length),
    systems: [...ranks].map(([system, found]) => ({
      system,
      ...scoresOf(found),
      cpu_ms_a_query: cpu.get(system)! / 1000 / Math.max(1, examples.length),
    })),
  };
}

function rankOf(ids: readonly number[], id: number): number | null {
  const at = ids.indexOf(id);
  return at < 0 ? null : at + 1;
}

function scoresOf(ranks: readonly (number | null)[][]): Pick<SystemScores, 'scores' | 'intervals'> {
  const values = {
    'recall@1': ranks.map((each) => recall(each, 1)),
    'recall@10': ranks.map((each) => recall(each, 10)),
    'recall@50': ranks.map((each) => recall(each, 50)),
    mrr: ranks.map((each) => reciprocalRank(each)),
  };
  const scores = {} as SystemScores['scores'];
  const intervals = {} as SystemScores['intervals'];
  for (const name of MEASURES) {
    scores[name] = mean(values[name]);
    intervals[name] = bootstrapInterval(values[name]);
  }
  return { scores, intervals };
}
