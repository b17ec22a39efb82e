/** Several queries for one hole: asked in turn, and what they bring is one list. */
import type { Premise } from '../premise.ts';
import type { Tools } from '../strategy.ts';
import type { Query } from './premise-query.ts';

/** The best of each query first, then the next of each, no name twice; `limit` is that of each query. */
export async function retrieveAll(
  retrieve: NonNullable<Tools['retrieve']>,
  queries: readonly Query[],
  limit: number,
): Promise<Premise[]> {
  const lists: Premise[][] = [];
  for (const query of queries) lists.push(await retrieve({ ...query, limit }));
  const longest = Math.max(0, ...lists.map(({ length }) => length));
  return eachOnce(Array.from({ length: longest }, (_, at) => lists.flatMap((list) => list.slice(at, at + 1))).flat());
}

/** The new ones first, then those of before, up to `limit`. */
export function joinPremises(fresh: readonly Premise[], before: readonly Premise[], limit: number): Premise[] {
  return eachOnce([...fresh, ...before]).slice(0, limit);
}

/** The first of each name. */
function eachOnce(premises: readonly Premise[]): Premise[] {
  const names = new Set<string>();
  return premises.filter(({ name }) => !names.has(name) && names.add(name));
}
