/** Rows worth unifying with a goal: they share its rarest symbols. Uses the posting lists of `index/shapes.ts`. */
import type { LibraryIndex } from '../index/library-index.ts';
import { headOf } from '../index/shapes.ts';
import type { Goal } from './goal-text.ts';
import { withGeneralOperations } from './same-operation.ts';
import { constantSuffixes, headsWithin, premiseEdge, symbolsOf } from './statement-symbols.ts';

/** Maximum rows parsed per goal, for each way to use them. */
const MAX_TO_APPLY = 160;
const MAX_GENERAL = 50;
const MAX_TO_REWRITE = 120;
/** Symbols in more than this share of the rows are ignored. */
const TOO_COMMON = 0.15;

/** Returns row ids, in no particular order. */
export function goalCandidates(index: LibraryIndex, goal: Goal, allow: ((id: number) => boolean) | null): Set<number> {
  const worth = rowWorth(index, sharedSymbols(index, goal), allow);
  const list = (token: string) => index.postings(token)?.ids ?? new Uint32Array(0);
  const picked = new Set<number>();
  const heads = new Set<string>();
  for (const target of new Set([goal.target, withGeneralOperations(goal.target)])) {
    const head = headOf(target);
    if (head !== '' && !(heads.has(head) && target !== goal.target)) {
      addBest(list(`s:C:${head}`), worth, MAX_TO_APPLY, picked);
      addBest(list(`s:V:${head}`), worth, MAX_GENERAL, picked);
    }
    headsWithin(target, heads);
  }
  const sides = [...heads].map((one) => list(`s:R:${one}`)).filter((ids) => ids.length > 0);
  const each = Math.ceil(MAX_TO_REWRITE / Math.max(1, sides.length));
  for (const ids of sides) addBest(ids, worth, each, picked);
  return picked;
}

/** For each row, the summed rarity of the symbols it shares with the goal. */
function sharedSymbols(index: LibraryIndex, { target, hypotheses }: Goal): Float32Array {
  const points = new Float32Array(index.idLimit);
  const add = (token: string, factor: number) => {
    const ids = index.postings(token)?.ids;
    if (ids === undefined || ids.length > index.rowCount * TOO_COMMON + 50) return;
    const rarity = factor * Math.log(1 + index.rowCount / ids.length);
    for (let at = 0; at < ids.length; at++) points[ids[at]!]! += rarity;
  };
  const constants = new Set<string>();
  const edges = new Set<string>();
  symbolsOf(target, constants, edges);
  symbolsOf(withGeneralOperations(target), constants, edges);
  const ends = new Set([...constants].flatMap((token) => [...constantSuffixes(token)]));
  for (const token of [...ends, ...edges]) add(token, 1);
  for (const edge of new Set(hypotheses.map(({ type }) => premiseEdge(type)))) if (edge !== null) add(edge, 0.4);
  return points;
}

/** Estimated usefulness of a row before it is parsed; -1 if it is not allowed. */
function rowWorth(
  index: LibraryIndex,
  shared: Float32Array,
  allow: ((id: number) => boolean) | null,
): (id: number) => number {
  const { flags, uses } = index.columns;
  return (id) => {
    if (allow !== null && !allow(id)) return -1;
    const flag = flags[id]!;
    const points = shared[id]! + Math.min(3, 0.5 * Math.log2(1 + uses[id]!)) + 4;
    return Math.max(0, points - (flag & 2 ? 4 : 0) - (flag & 8 ? 1 : 0));
  };
}

const BINS_A_POINT = 8;
const BINS = 1024;

/** Adds the `count` rows of highest worth, plus ties with the last of them, up to twice as many rows. */
function addBest(rows: Uint32Array, worth: (id: number) => number, count: number, into: Set<number>): void {
  const bins = new Uint16Array(rows.length);
  const histogram = new Uint32Array(BINS + 1);
  for (let at = 0; at < rows.length; at++) {
    const value = worth(rows[at]!);
    const bin = value < 0 ? 0 : 1 + Math.min(BINS - 1, Math.floor(value * BINS_A_POINT));
    bins[at] = bin;
    histogram[bin]!++;
  }
  let threshold = BINS;
  for (let sum = histogram[threshold]!; sum < count && threshold > 1; sum += histogram[threshold]!) threshold--;
  let left = count * 2;
  for (let at = 0; at < rows.length && left > 0; at++) {
    if (bins[at]! < threshold || bins[at] === 0) continue;
    into.add(rows[at]!);
    left--;
  }
}
