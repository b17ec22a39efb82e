/** Which rows are worth ranking as premises of a goal, before anything dear is looked at. */
import { BestRows } from '../rank/best-rows.ts';
import type { Vote } from './proof-votes.ts';
import type { SymbolOverlap } from './symbol-overlap.ts';

/** Rows a list. */
const BY_SYMBOLS = 300;
const BY_MEANT = 200;
const BY_SIMILARITY = 120;
const BY_ALL = 300;
const ABOVE = 120;
const BY_VOTES = 200;

/** What ten times as many uses add, beside the best row by symbols, by what is meant and by likeness. */
const USES = 0.06;

/** Ids, in no order. `above` are rows that stand above the goal in its file, nearest first. */
export function choosePremises(
  { score, meant }: SymbolOverlap,
  similarity: Float32Array,
  uses: Float32Array,
  allow: (id: number) => boolean,
  above: readonly number[],
): Set<number> {
  const bestScore = highestOf(score, allow);
  const bestMeant = highestOf(meant, allow);
  const pool = new Set<number>();
  const take = (values: Float32Array, count: number): void => {
    const best = new BestRows(count);
    for (let id = 0; id < values.length; id++) if (values[id]! > best.threshold && allow(id)) best.add(id, values[id]!);
    for (const id of best.ids()) pool.add(id);
  };
  take(score, BY_SYMBOLS);
  take(meant, BY_MEANT);
  take(similarity, BY_SIMILARITY);
  const all = score.map((one, id) =>
    one === 0 && meant[id] === 0
      ? 0
      : one / bestScore + meant[id]! / bestMeant + 0.7 * Math.max(0, similarity[id]!) + USES * Math.log1p(uses[id]!),
  );
  take(all, BY_ALL);
  for (const id of above.filter(allow).slice(0, ABOVE)) pool.add(id);
  return pool;
}

/** Those of most votes that are not in the pool yet. */
export function mostVoted(votes: ReadonlyMap<number, Vote>, pool: ReadonlySet<number>): number[] {
  return [...votes]
    .sort(([a, one], [b, other]) => other.sum - one.sum || a - b)
    .slice(0, BY_VOTES)
    .flatMap(([id]) => (pool.has(id) ? [] : [id]));
}

function highestOf(values: Float32Array, allow: (id: number) => boolean): number {
  let most = 1e-6;
  for (let id = 0; id < values.length; id++) if (values[id]! > most && allow(id)) most = values[id]!;
  return most;
}
