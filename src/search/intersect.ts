/** Intersection and union of sorted row lists (posting lists), without scores. */
import { joined } from '../index/typed-arrays.ts';

/** Rows in every list; empty for no lists. Starts from the shortest list, so the cost depends on the rarest token. */
export function intersect(lists: readonly Uint32Array[]): Uint32Array {
  const [shortest, ...others] = [...lists].sort((a, b) => a.length - b.length);
  if (shortest === undefined) return new Uint32Array(0);
  return others.reduce(intersectTwo, shortest);
}

/** `few` should be the shorter list: each of its rows is searched in `many` by galloping from the previous position. */
function intersectTwo(few: Uint32Array, many: Uint32Array): Uint32Array {
  const out = new Uint32Array(Math.min(few.length, many.length));
  let length = 0;
  let from = 0;
  for (const id of few) {
    from = gallop(many, id, from);
    if (from === many.length) break;
    if (many[from] === id) out[length++] = id;
  }
  return out.subarray(0, length);
}

/** First index ≥ `from` whose row is ≥ `id`, or the length (exponential, then binary search). */
export function gallop(rows: Uint32Array, id: number, from: number): number {
  let step = 1;
  let high = from;
  while (high < rows.length && rows[high]! < id) {
    from = high + 1;
    high += step;
    step *= 2;
  }
  high = Math.min(high, rows.length);
  while (from < high) {
    const middle = (from + high) >>> 1;
    if (rows[middle]! < id) from = middle + 1;
    else high = middle;
  }
  return from;
}

/** Rows in at least one list, ascending; several lists need not be sorted. */
export function unite(lists: readonly Uint32Array[]): Uint32Array {
  if (lists.length === 1) return lists[0]!;
  const all = joined(Uint32Array, lists);
  all.sort();
  let length = 0;
  for (let i = 0; i < all.length; i++) if (i === 0 || all[i] !== all[i - 1]) all[length++] = all[i]!;
  return all.subarray(0, length);
}
