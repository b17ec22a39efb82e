/**
 * The learned order of the rows that fit a goal best, by a ranker trained on the library's own one-line proofs
 * (`bench/train/goals`). Its features are how a row fits the goal, and those of a likely premise.
 */
import type { LibraryIndex } from '../index/library-index.ts';
import { machineryTest } from '../index/machinery.ts';
import { memoize } from '../base/memoize.ts';
import type { Weights } from '../vectors/weights.ts';
import { DETAIL_FEATURES, GoalDetail } from './goal-detail.ts';
import { factsOf } from './goal-facts.ts';
import { FIT_NAMES, type FitName } from './goal-fit.ts';
import { closesGoal, USES } from './goal-points.ts';
import type { FittingRow } from './goal-rows.ts';
import type { Goal } from './goal-text.ts';
import { totalPoints } from './points.ts';
import { GOAL_FEATURES, PREMISE_FEATURES } from './premises/premise-features.ts';
import { NO_VOTE } from './premises/proof-votes.ts';
import type { GoalPremises } from './premises/ranked-premises.ts';
import { rankerFor } from './rank/learned-ranker.ts';
import { features, orderOf, ratio, type Feature } from './rank/parts.ts';
import type { Ranker } from './rank/ranker.ts';
import { shapeLibrary } from './shape-library.ts';

/** Rows that are ordered; the others follow, by points. */
const ORDERED = 120;

export const ORDER_FEATURES: readonly Feature[] = [
  ...features('points', ['points', 'points below the best']),
  ...features('premise', ['score as a premise', 'place as a premise', 'in the pool of premises', 'likely premise']),
  ...features('votes', ['votes of short proofs', 'beside the best by short proofs', 'share of short proofs']),
  ...features('fit', FIT_NAMES),
  ...DETAIL_FEATURES,
  ...PREMISE_FEATURES,
];

/** Features of the goal alone. */
export const ORDER_GOAL_FEATURES: readonly string[] = [...GOAL_FEATURES, 'facts', 'rows'];

/** Null if the weights have no ranker for these features. */
export const goalRanker = memoize(({ rankers }: Weights): Ranker | null =>
  rankerFor(rankers.goals, ORDER_FEATURES, ORDER_GOAL_FEATURES),
);

/** Rows with their features, best first by points. */
export interface RankedRows {
  best: readonly FittingRow[];
  /** The rows after them, likewise by points. */
  others: readonly FittingRow[];
  /** `best × ORDER_FEATURES`. */
  rows: Float32Array;
  /** In the order of `ORDER_GOAL_FEATURES`. */
  query: Float32Array;
}

/** The lowest value of a score as a premise below the best; that of rows that are not likely. */
const LOWEST = -12;
const MAX_COUNT = 6;

/** The best rows by points, with the features for their order. */
export function orderFeatures(
  index: LibraryIndex,
  goal: Goal,
  fitting: readonly FittingRow[],
  { found, likely }: GoalPremises,
): RankedRows {
  const points = new Map(fitting.map((one) => [one, totalPoints(one.contributions)]));
  const sorted = fitting.toSorted((a, b) => points.get(b)! - points.get(a)! || a.row.id - b.row.id);
  const best = sorted.slice(0, ORDERED);
  const detail = new GoalDetail(index, shapeLibrary(index), goal);
  const inPool = new Map(found.pool.map((id, at) => [id, at]));
  const placeOf = new Map(likely.map(({ id }, at) => [id, at]));
  const bestShort = best.reduce((max, { row }) => Math.max(max, found.votes.get(row.id)?.fromShort ?? 0), 0);
  const width = ORDER_FEATURES.length;
  const rows = new Float32Array(best.length * width);
  const highest = best[0] === undefined ? 0 : points.get(best[0])!;
  for (const [at, one] of best.entries()) {
    const { id } = one.row;
    const place = placeOf.get(id);
    const pooled = inPool.get(id);
    const score = place === undefined ? LOWEST : Math.max(LOWEST, likely[place]!.score - likely[0]!.score);
    let to = at * width;
    const own = points.get(one)!;
    rows.set([own, own - highest, score, 1 / Math.sqrt(1 + (place ?? FAR)), flag(pooled), flag(place)], to);
    const vote = found.votes.get(id) ?? NO_VOTE;
    rows.set([Math.log1p(vote.fromShort), ratio(vote.fromShort, bestShort), ratio(vote.fromShort, vote.sum)], to + 6);
    to += OWN_FEATURES;
    for (const { feature, value } of one.fit?.features ?? []) rows[to + FIT_NAMES.indexOf(feature)]! += value;
    to += FIT_NAMES.length;
    if (one.fit !== null) detail.write(one.row, one.fit, rows, to);
    to += DETAIL_FEATURES.length;
    const { length } = PREMISE_FEATURES;
    if (pooled !== undefined) rows.set(found.rows.subarray(pooled * length, (pooled + 1) * length), to);
  }
  const facts = factsOf(index, goal).length;
  const query = Float32Array.of(...found.query, Math.min(facts, MAX_COUNT), Math.log1p(fitting.length));
  return { best, others: sorted.slice(ORDERED), rows, query };
}

/** Place of rows that are not likely premises. */
const FAR = 999;
const OWN_FEATURES = 9;

function flag(value: unknown): number {
  return value === undefined ? 0 : 1;
}

/**
 * Gives the best rows their learned order, after those that close the goal with its hypotheses. They share out the
 * points that they have: the first gets the most, and the difference is a contribution.
 */
export function inLearnedOrder(
  index: LibraryIndex,
  goal: Goal,
  fitting: readonly FittingRow[],
  premises: GoalPremises,
  ranker: Ranker,
): FittingRow[] {
  const { best, others, rows, query } = orderFeatures(index, goal, fitting, premises);
  const sufficient = sufficientFirst(best, Array.from(orderOf(ranker.scores(rows, query))));
  const order = goal.hypotheses.length === 0 ? generalFirst(index, best, sufficient) : sufficient;
  const points = best.map(({ contributions }) => totalPoints(contributions));
  const ordered = order.map((at, place): FittingRow => {
    const one = best[at]!;
    const gained = points[place]! - points[at]!;
    return gained === 0
      ? one
      : { ...one, contributions: [...one.contributions, { what: 'learned order', points: gained }] };
  });
  return [...ordered, ...others];
}

/** Stable. The ranker has learned which lemma an author chose, but not whether a hypothesis is all that it needs. */
function sufficientFirst(rows: readonly FittingRow[], order: readonly number[]): number[] {
  const isSufficient = (at: number): boolean =>
    closesGoal(rows[at]!.fit?.features ?? []) && valueOf(rows[at]!, 'hypotheses that fit') > 0;
  return [...order.filter(isSufficient), ...order.filter((at) => !isSufficient(at))];
}

/**
 * Stable. The terms of a goal that declares nothing may have any type: before a row for one type come those that fit
 * as well for all types, without the lemmas that only tactics use.
 */
function generalFirst(index: LibraryIndex, rows: readonly FittingRow[], order: readonly number[]): number[] {
  const isMachinery = machineryTest(index);
  const rest = [...order];
  return order.map(() => {
    const first = rows[rest[0]!]!;
    const isBetter = (at: number): boolean =>
      isForAllTypes(rows[at]!) && fitsAsWell(rows[at]!, first) && !isMachinery(rows[at]!.row.module);
    const better = isForAllTypes(first) ? 0 : rest.findIndex(isBetter);
    return rest.splice(Math.max(better, 0), 1)[0]!;
  });
}

function isForAllTypes(row: FittingRow): boolean {
  return valueOf(row, 'type not known') === 0 && valueOf(row, 'wrong type') === 0;
}

function fitsAsWell(row: FittingRow, other: FittingRow): boolean {
  return (
    USES.every((use) => valueOf(row, use) === valueOf(other, use)) &&
    valueOf(row, 'specific') >= valueOf(other, 'specific') &&
    valueOf(row, 'premises to prove') <= valueOf(other, 'premises to prove')
  );
}

function valueOf({ fit }: FittingRow, name: FitName): number {
  return fit?.features.find(({ feature }) => feature === name)?.value ?? 0;
}
