/** Retrieval in a repair round: what an error asks for, and how it joins what the prompt before had. */
import type { Diagnostic } from '../../lean/message/diagnostics.ts';
import type { Premise, RetrievalQuery } from '../premise.ts';
import { errorQueries, goalQueries, goalWords, textQuery, type Query } from '../retrieval/query.ts';
import type { Tools } from '../strategy.ts';

type Retrieve = NonNullable<Tools['retrieve']>;

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

/** Asks all queries, in turn, and joins what they bring: the best of each first, then the next. */
export async function retrieveAll(retrieve: Retrieve, queries: readonly Query[], limit: number): Promise<Premise[]> {
  const brought: Premise[][] = [];
  for (const query of queries) brought.push(await retrieve({ ...query, limit } satisfies RetrievalQuery));
  const joined: Premise[] = [];
  for (let at = 0; brought.some((list) => at < list.length); at++) {
    joined.push(...brought.flatMap((list) => list.slice(at, at + 1)));
  }
  return eachOnce(joined).slice(0, limit);
}

/** The new ones first, then those of before, up to `limit`. */
export function joinPremises(fresh: readonly Premise[], before: readonly Premise[], limit: number): Premise[] {
  return eachOnce([...fresh, ...before]).slice(0, limit);
}

function eachOnce(premises: readonly Premise[]): Premise[] {
  const names = new Set<string>();
  return premises.filter(({ name }) => !names.has(name) && names.add(name));
}
