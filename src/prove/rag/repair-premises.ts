/** Retrieval in a repair round: what an error asks for. */
import type { Diagnostic } from '../../lean/message/diagnostics.ts';
import { errorQueries, goalQueries, goalWords, textQuery, type Query } from '../retrieval/premise-query.ts';
import type { Tools } from '../strategy.ts';

/** Queries of one round: each is a search. */
const MOST_QUERIES = 4;
/** Changes with what `errorQueries` takes out of a message. */
const ERROR_QUERIES = 'error-queries@1';

/**
 * What the errors of an attempt call for, each query once; the goal itself where a tactic failed without showing one, and
 * where the unknown name is that of a hypothesis, by which nothing is to be found.
 */
export function repairQueries(errors: readonly Diagnostic[], goal: string, once: Tools['once']): Query[] {
  const queries = new Map<string, Query>();
  for (const error of errors) {
    const compute = (): Query[] => errorQueries(error);
    const about = `${error.class}\n${error.text}`;
    for (const query of once?.(ERROR_QUERIES, about, compute) ?? compute()) {
      queries.set(`${query.as} ${query.text}`, query);
    }
  }
  const isForGoal = errors.some(({ class: of }) => of === 'unknown_identifier' || of.startsWith('tactic_failed'));
  if (queries.size > 0 || !isForGoal) return [...queries.values()].slice(0, MOST_QUERIES);
  return [...goalQueries(goal, 'goal_left'), ...textQuery(goalWords(goal), 'goal_left')];
}
