/** Selects the rows to rank as premises of a goal, by cheap scores. */
import { BestRows } from '../rank/best-rows.ts';
import type { Vote } from './proof-votes.ts';
import type { SymbolOverlap } from './symbol-overlap.ts';

/** Rows per list. */
const BY_SYMBOLS = 300;
const BY_LIKELY_SYMBOLS = 200;
const BY_SIMILARITY = 120;
const BY_ALL = 300;
const ABOVE = 120;
const BY_VOTES = 200;

/** Weight of the logarithm of uses, relative to the other normalised scores. */
const USES = 0.06;

/** Row ids, in no order. `above`: rows above the goal in its file, nearest first. */
export function choosePremises(
  { score, likely }: SymbolOverlap,
  similarity: Float32Array,
  uses: Float32Array,
  allow: (id: number) => boolean,
  above: readonly number[],
): Set<number> {
  const bestScore = maxOf(score, allow);
  const bestLikely = maxOf(likely, allow);
  const pool = new Set<number>();
  const take = (values: Float32Array, count: number): void => {
    const best = new BestRows(count);
    for (let id = 0; id < values.length; id++) if (values[id]! > best.threshold && allow(id)) best.add(id, values[id]!);
    for (const id of best.ids()) pool.add(id);
  };
  take(score, BY_SYMBOLS);
  take(likely, BY_LIKELY_SYMBOLS);
  take(similarity, BY_SIMILARITY);
  const all = score.map((one, id) =>
    one === 0 && likely[id] === 0
      ? 0
      : one / bestScore + likely[id]! / bestLikely + 0.7 * Math.max(0, similarity[id]!) + USES * Math.log1p(uses[id]!),
  );
  take(all, BY_ALL);
  for (const id of above.filter(allow).slice(0, ABOVE)) pool.add(id);
  return pool;
}

/** The `BY_VOTES` rows with most votes, without those already in the pool. */
export function mostVoted(votes: ReadonlyMap<number, Vote>, pool: ReadonlySet<number>): number[] {
  return [...votes]
    .sort(([a, one], [b, other]) => other.sum - one.sum || a - b)
    .slice(0, BY_VOTES)
    .flatMap(([id]) => (pool.has(id) ? [] : [id]));
}

function maxOf(values: Float32Array, allow: (id: number) => boolean): number {
  let max = 1e-6;
  for (let id = 0; id < values.length; id++) if (values[id]! > max && allow(id)) max = values[id]!;
  return max;
}
