/** Runs several queries for one hole and merges their results. */
import type { Premise } from '../premise.ts';
import type { Tools } from '../strategy.ts';
import type { Query } from './premise-query.ts';

/** Interleaves the results of all queries, without duplicate names. `limit` applies to each query. */
export async function retrieveAll(
  retrieve: NonNullable<Tools['retrieve']>,
  queries: readonly Query[],
  limit: number,
): Promise<Premise[]> {
  const lists: Premise[][] = [];
  for (const query of queries) lists.push(await retrieve({ ...query, limit }));
  return interleave(lists);
}

/** The first of each list, then the second of each, and so on, without duplicate names. */
export function interleave(lists: readonly (readonly Premise[])[]): Premise[] {
  const longest = Math.max(0, ...lists.map(({ length }) => length));
  return withoutDuplicates(
    Array.from({ length: longest }, (_, at) => lists.flatMap((list) => list.slice(at, at + 1))).flat(),
  );
}

/** New premises first, then earlier ones. */
export function joinPremises(fresh: readonly Premise[], before: readonly Premise[]): Premise[] {
  return withoutDuplicates([...fresh, ...before]);
}

/** The first premise of each name. */
function withoutDuplicates(premises: readonly Premise[]): Premise[] {
  const names = new Set<string>();
  return premises.filter(({ name }) => !names.has(name) && names.add(name));
}
