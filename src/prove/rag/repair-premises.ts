/** Retrieval queries of a repair round. */
import type { Diagnostic } from '../../lean/message/diagnostics.ts';
import { errorQueries, goalQueries, goalWords, textQuery, type Query } from '../retrieval/premise-query.ts';
import type { Tools } from '../strategy.ts';

/** Maximum number of queries per round; each one is a search. */
const MAX_QUERIES = 4;
/** Must change when `errorQueries` extracts something else from a message. */
const ERROR_QUERIES = 'error-queries@1';

/**
 * Queries for the errors of an attempt, without duplicates. Falls back to the goal if a tactic failed without showing a
 * goal, or if the unknown name is that of a hypothesis, which the index cannot contain.
 */
export function repairQueries(errors: readonly Diagnostic[], goal: string, once: Tools['memoize']): Query[] {
  const queries = new Map<string, Query>();
  for (const error of errors) {
    const compute = (): Query[] => errorQueries(error);
    const about = `${error.class}\n${error.text}`;
    for (const query of once?.(ERROR_QUERIES, about, compute) ?? compute()) {
      queries.set(`${query.as} ${query.text}`, query);
    }
  }
  const needsGoal = errors.some(({ class: of }) => of === 'unknown_identifier' || of.startsWith('tactic_failed'));
  if (queries.size > 0 || !needsGoal) return [...queries.values()].slice(0, MAX_QUERIES);
  return [...goalQueries(goal, 'goal_left'), ...textQuery(goalWords(goal), 'goal_left')];
}
