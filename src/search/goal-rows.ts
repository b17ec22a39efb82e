/** The rows that may help to prove a goal, with points for how they fit, how likely they are, and their prior. */
import type { LibraryIndex } from '../index/library-index.ts';
import type { StatementRow } from '../index/statement-rows.ts';
import { goalCandidates } from './goal-candidates.ts';
import { GoalFit, type Fit } from './goal-fit.ts';
import { fitPoints, isUsable, mayProve } from './goal-points.ts';
import type { Goal } from './goal-text.ts';
import { priorsOf } from './row-prior.ts';
import { shapeLibrary } from './shape-library.ts';
import type { Contribution, Scored } from './types.ts';

/** Minimum number of likely premises that are compared with the goal. */
const MIN_COMPARED = 200;
/** Points of the likely premise with the highest score; one with a score that much lower has none. */
const LIKELY_RANGE = 8;
const LIKELY_WEIGHT = 0.8;
/** Share of the points for uses if likely premises are known, whose scores include them. */
const USES_SHARE = 0.4;

/** A row that may help to prove a goal. */
export interface FittingRow {
  row: StatementRow;
  /** Null if the row states nothing. */
  fit: Fit | null;
  contributions: Contribution[];
}

interface FittingRequest {
  likely: readonly Scored[];
  limit: number;
  allow: ((id: number) => boolean) | null;
  /** Whether the likely premises are those of this goal. */
  isFirst: boolean;
}

/** In no particular order. */
export function fittingRows(
  index: LibraryIndex,
  goal: Goal,
  { likely, limit, allow, isFirst }: FittingRequest,
): FittingRow[] {
  const library = shapeLibrary(index);
  const usesShare = likely.length > 0 ? USES_SHARE : 1;
  const premises = likelyPoints(isFirst ? likely : []);
  const candidates = goalCandidates(index, goal, allow);
  for (const id of [...premises.keys()].slice(0, Math.max(MIN_COMPARED, limit))) candidates.add(id);
  const fitOf = new GoalFit(index, library, goal);
  const found: FittingRow[] = [];
  for (const row of library.rows.rows([...candidates])) {
    const fit = fitOf.of(row);
    const features = fit?.features ?? [];
    const probable = premises.get(row.id);
    if (probable === undefined ? !isUsable(features) : !mayProve(index, row, goal, features)) continue;
    const contributions = [
      ...fitPoints(index, row, features),
      ...(probable ?? []),
      ...priorsOf(index, row.id, usesShare),
    ];
    found.push({ row, fit, contributions });
  }
  return found;
}

/** By row id: the contributions of its score as a premise, in points of this list. */
function likelyPoints(likely: readonly Scored[]): Map<number, Contribution[]> {
  const best = likely[0]?.score ?? 0;
  return new Map(
    likely.map(({ id, score, contributions }) => {
      const points = LIKELY_WEIGHT * Math.max(0, LIKELY_RANGE + score - best);
      const own = contributions ?? [{ what: 'likely premise', points: score }];
      return [id, score <= 0 ? [] : own.map((one) => ({ what: one.what, points: (one.points / score) * points }))];
    }),
  );
}
