/** Which rows are worth ranking as premises of a goal, before anything dear is looked at. */
import type { SymbolOverlap } from './symbol-overlap.ts';

/** Rows a list. */
const BY_SYMBOLS = 300;
const BY_MEANT = 200;
const BY_LIKENESS = 120;
const BY_ALL = 300;
const ABOVE = 120;

/** What ten times as many uses add, beside the best row by symbols, by what is meant and by likeness. */
const USES = 0.06;

/** Ids, in no order. `above` are rows that stand above the goal in its file, nearest first. */
export function choosePremises(
  { score, meant }: SymbolOverlap,
  likeness: Float32Array,
  uses: Float32Array,
  allow: (id: number) => boolean,
  above: readonly number[],
): Set<number> {
  const bestScore = highestOf(score, allow);
  const bestMeant = highestOf(meant, allow);
  const pool = new Set<number>();
  const take = (values: Float32Array, count: number): void => addHighest(values, count, allow, pool);
  take(score, BY_SYMBOLS);
  take(meant, BY_MEANT);
  take(likeness, BY_LIKENESS);
  const all = score.map((one, id) =>
    one === 0 && meant[id] === 0
      ? 0
      : one / bestScore + meant[id]! / bestMeant + 0.7 * Math.max(0, likeness[id]!) + USES * Math.log1p(uses[id]!),
  );
  take(all, BY_ALL);
  for (const id of above.filter(allow).slice(0, ABOVE)) pool.add(id);
  return pool;
}

function highestOf(values: Float32Array, allow: (id: number) => boolean): number {
  let most = 1e-6;
  for (let id = 0; id < values.length; id++) if (values[id]! > most && allow(id)) most = values[id]!;
  return most;
}

/** Adds the ids of the `count` largest values above 0. */
function addHighest(values: Float32Array, count: number, allow: (id: number) => boolean, into: Set<number>): void {
  let ids: number[] = [];
  let threshold = 0;
  for (let id = 0; id < values.length; id++) {
    if (values[id]! <= threshold || !allow(id)) continue;
    ids.push(id);
    if (ids.length < 2 * count + 16) continue;
    const sorted = Float32Array.from(ids, (one) => values[one]!).sort();
    threshold = sorted[sorted.length - count]!;
    ids = ids.filter((one) => values[one]! > threshold);
  }
  ids.sort((a, b) => values[b]! - values[a]! || a - b);
  for (const id of ids.slice(0, count)) into.add(id);
}
