/**
 * Measures whether the theorem of a labelled problem is found through other problems: each problem in turn is left out,
 * and its theorem is ranked by the names of all theorems, and by the nearest of the other problems (bar 6 of
 * specs/templates.md). Only problems count whose theorem another problem has too.
 */
import { hash } from 'node:crypto';
import { labelledGraph } from '../../builders/templates/from-labelled.ts';
import type { SeedProblem } from '../../builders/templates/seed-problems.ts';
import { TheoremsByProblem } from '../../search/solved/nearest-templates.ts';
import type { Half } from '../goals/halves.ts';
import { pairedDifference, wilson } from '../estimates.ts';
import type { ProblemsBenchReport, RankedShares } from './theorems-bench-schema.ts';

const DEPTHS = [1, 10] as const;

/** `half`: null for all problems; otherwise those of one half by the hash of their names, with all others as knowledge. */
export function measureProblems(
  seeds: readonly SeedProblem[],
  { half, seed }: { half: Half | null; seed: number },
): Omit<ProblemsBenchReport, 'schema'> {
  const { records } = labelledGraph(seeds);
  const ids = new Map(records.map(({ key }, id) => [key, id]));
  const theorems = records.flatMap((each) =>
    each.record === 'theorem' ? [{ id: ids.get(each.key)!, name: each.name }] : [],
  );
  const items = records.flatMap((each) =>
    each.record === 'problem'
      ? [{ id: ids.get(each.key)!, problem: each.problem, theorems: each.theorems.map((key) => ids.get(key)!) }]
      : [],
  );
  const uses = new Map<number, number>();
  for (const item of items) for (const id of item.theorems) uses.set(id, (uses.get(id) ?? 0) + 1);
  const chosen = items.filter(
    ({ id, theorems: [gold] }) => uses.get(gold!)! > 1 && (half === null || halfOf(records[id]!.key) === half),
  );
  const names = new TheoremsByProblem([], theorems);
  const both = new TheoremsByProblem(items, theorems);
  const rankOf = (by: TheoremsByProblem, { id, problem, theorems: [gold] }: (typeof chosen)[number]): number =>
    by.rank(problem, id).findIndex((each) => each.id === gold);
  const ranks = chosen.map((item) => ({ names: rankOf(names, item), both: rankOf(both, item) }));
  const differences = DEPTHS.map((depth) =>
    pairedDifference(
      ranks.map((rank) => Number(isWithin(rank.both, depth)) - Number(isWithin(rank.names, depth))),
      seed,
    ),
  );
  return {
    ...{ n: chosen.length, theorems: theorems.length, problems: items.length, half },
    names: sharesOf(ranks.map((rank) => rank.names)),
    both: sharesOf(ranks.map((rank) => rank.both)),
    difference: { '@1': differences[0]!, '@10': differences[1]! },
  };
}

const isWithin = (rank: number, depth: number): boolean => rank >= 0 && rank < depth;

const halfOf = (name: string): Half =>
  Number.parseInt(hash('sha256', name).slice(0, 2), 16) % 2 === 0 ? 'development' : 'test';

function sharesOf(ranks: readonly number[]): RankedShares {
  const [first, tenth] = DEPTHS.map((depth) => {
    const count = ranks.filter((rank) => isWithin(rank, depth)).length;
    return { count, share: ranks.length === 0 ? 0 : count / ranks.length, interval: wilson(count, ranks.length) };
  });
  return { '@1': first!, '@10': tenth! };
}
