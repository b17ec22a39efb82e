/**
 * Finds declarations for a goal: those that apply to it, those that rewrite or simplify it, and those that its proof
 * likely uses. One score adds up how a declaration fits the goal, how likely it is a premise, and its prior.
 */
import { Failure } from '../base/errors.ts';
import type { LibraryIndex } from '../index/library-index.ts';
import { goalCandidates } from './goal-candidates.ts';
import { GoalFit, type FitFeature } from './goal-fit.ts';
import { parseGoals } from './goal-text.ts';
import { fitPoints, isUsable, mayProve } from './goal-points.ts';
import { totalPoints } from './points.ts';
import { priorsOf } from './row-prior.ts';
import { shapeLibrary } from './shape-library.ts';
import type { Channel, Contribution, Scored } from './types.ts';

/** Maximum goals of one text that are searched. */
const MAX_GOALS = 3;
/** Minimum number of likely premises that are compared with the goal. */
const MIN_COMPARED = 200;
/** Points of the likely premise with the highest score; one with a score that much lower has none. */
const LIKELY_RANGE = 8;
const LIKELY_WEIGHT = 0.8;
/** Share of the points for uses if likely premises are known, whose scores include them. */
const USES_SHARE = 0.4;

/** Only by unification. @throws {Failure} `goal-syntax` if no goal can be read. */
export const searchGoal: Channel = (index, query, options) => rankForGoals(index, query, [], options);

/** `likely`: probable premises of the first goal, best first. @throws {Failure} `goal-syntax` if no goal can be read. */
export function rankForGoals(
  index: LibraryIndex,
  query: string,
  likely: readonly Scored[],
  { limit, explain, allow }: Parameters<Channel>[2],
): Scored[] {
  const library = shapeLibrary(index);
  const goals = parseGoals(query, library.table);
  if (goals.length === 0) {
    throw new Failure('usage', 'goal-syntax', {
      message: 'The query is not a readable goal.',
      next: 'Paste one hypothesis per line, then ⊢ followed by the goal.',
    });
  }
  const usesShare = likely.length > 0 ? USES_SHARE : 1;
  const best = new Map<number, Contribution[]>();
  const add = (id: number, contributions: Contribution[]): void => {
    const known = best.get(id);
    if (known === undefined || totalPoints(known) < totalPoints(contributions)) best.set(id, contributions);
  };
  for (const [at, goal] of goals.slice(0, MAX_GOALS).entries()) {
    const premises = likelyPoints(at === 0 ? likely : []);
    const candidates = goalCandidates(index, goal, allow);
    for (const id of [...premises.keys()].slice(0, Math.max(MIN_COMPARED, limit))) candidates.add(id);
    const fit = new GoalFit(index, library, goal);
    for (const row of library.rows.rows([...candidates])) {
      const features: FitFeature[] = fit.of(row) ?? [];
      const probable = premises.get(row.id);
      if (probable === undefined ? !isUsable(features) : !mayProve(index, row, goal, features)) continue;
      add(row.id, [...fitPoints(index, row, features), ...(probable ?? []), ...priorsOf(index, row.id, usesShare)]);
    }
  }
  const found = [...best].map(([id, contributions]): Scored => {
    const score = totalPoints(contributions);
    return explain ? { id, score, contributions } : { id, score };
  });
  return found.sort((a, b) => b.score - a.score || a.id - b.id).slice(0, limit);
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
