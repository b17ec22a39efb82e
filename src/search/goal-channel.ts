/**
 * Finds declarations for a goal: those that apply to it, those that rewrite or simplify it, and those that its proof
 * likely uses. One score adds up how a declaration fits the goal, how likely it is a premise, and its prior.
 */
import { Failure } from '../base/errors.ts';
import type { LibraryIndex } from '../index/library-index.ts';
import { inLearnedOrder } from './goal-order.ts';
import { fittingRows } from './goal-rows.ts';
import { parseGoals } from './goal-text.ts';
import { totalPoints } from './points.ts';
import type { GoalPremises } from './premises/ranked-premises.ts';
import type { Ranker } from './rank/ranker.ts';
import { shapeLibrary } from './shape-library.ts';
import type { Channel, Contribution, Scored } from './types.ts';

export function goalUnreadable(): Failure {
  return new Failure('usage', 'goal-syntax', {
    message: 'The query is not a readable goal.',
    next: 'Paste one hypothesis per line, then ⊢ followed by the goal.',
  });
}

/** Maximum goals of one text that are searched. */
const MAX_GOALS = 3;
/** Only by unification. @throws {Failure} `goal-syntax` if no goal can be read. */
export const searchGoal: Channel = (index, query, options) =>
  rankForGoals(index, query, { premises: null, ranker: null }, options);

/**
 * `premises`: those of the first goal, if known. `ranker`: for the order of the rows that fit it best.
 * @throws {Failure} `goal-syntax` if no goal can be read.
 */
export function rankForGoals(
  index: LibraryIndex,
  query: string,
  { premises, ranker }: { premises: GoalPremises | null; ranker: Ranker | null },
  { limit, explain, allow }: Parameters<Channel>[2],
): Scored[] {
  const library = shapeLibrary(index);
  const goals = parseGoals(query, library.table);
  if (goals.length === 0) throw goalUnreadable();
  const best = new Map<number, Contribution[]>();
  for (const [at, goal] of goals.slice(0, MAX_GOALS).entries()) {
    const likely = premises?.likely ?? [];
    const fitting = fittingRows(index, goal, { likely, limit, allow, isFirst: at === 0 });
    const isOrdered = at === 0 && premises !== null && ranker !== null;
    const rows = isOrdered ? inLearnedOrder(index, goal, fitting, premises, ranker) : fitting;
    for (const { row, contributions } of rows) {
      const known = best.get(row.id);
      if (known === undefined || totalPoints(known) < totalPoints(contributions)) best.set(row.id, contributions);
    }
  }
  const found = [...best].map(([id, contributions]): Scored => {
    const score = totalPoints(contributions);
    return explain ? { id, score, contributions } : { id, score };
  });
  return found.sort((a, b) => b.score - a.score || a.id - b.id).slice(0, limit);
}
