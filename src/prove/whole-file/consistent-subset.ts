/** Finds a largest set of fillings that are accepted together, with few checks. */

/** Result of checking the file with some holes filled. */
export type SubsetCheck =
  | { kind: 'accepted' }
  /** `blamed`: filled holes with errors; empty if unknown. */
  | { kind: 'rejected'; blamed: readonly number[]; why: string }
  /** The check gave no answer. */
  | { kind: 'unknown' };

export interface ConsistentSubset {
  /** Holes whose fillings are accepted together. */
  kept: number[];
  dropped: number[];
  /** Why all fillings together were rejected; null if they were accepted. */
  why: string | null;
  /** The last check gave no answer. */
  isUnknown: boolean;
}

/** Maximum number of checks of sets that leave out few blamed holes; then holes are added one by one. */
const MAX_SUBSET_CHECKS = 6;

/**
 * Checks all of `holes`, then all without one of the blamed, without two, and so on, in order to keep as many as
 * possible. After some checks, adds the blamed holes one at a time to the others.
 */
export async function findConsistentSubset(
  holes: readonly number[],
  check: (holes: readonly number[]) => Promise<SubsetCheck>,
): Promise<ConsistentSubset> {
  const first = await check(holes);
  if (first.kind === 'accepted') return { kept: [...holes], dropped: [], why: null, isUnknown: false };
  if (first.kind === 'unknown') return { kept: [...holes], dropped: [], why: null, isUnknown: true };
  const blamed = first.blamed.length > 0 ? [...first.blamed] : [...holes];
  const { why } = first;
  const without = (dropped: readonly number[]): number[] => holes.filter((hole) => !dropped.includes(hole));
  let checks = 0;
  for (const dropped of smallestFirst(blamed)) {
    if (checks++ >= MAX_SUBSET_CHECKS) break;
    const { kind } = await check(without(dropped));
    if (kind === 'accepted') return { kept: without(dropped), dropped, why, isUnknown: false };
    if (kind === 'unknown') return { kept: without(dropped), dropped, why, isUnknown: true };
  }
  return oneByOne(holes, blamed, why, check);
}

/** Non-empty subsets of `blamed`, smallest first. */
function* smallestFirst(blamed: readonly number[]): Generator<number[]> {
  for (let size = 1; size <= blamed.length; size++) yield* subsets(blamed, size);
}

function* subsets(of: readonly number[], size: number): Generator<number[]> {
  if (size === 0) {
    yield [];
    return;
  }
  for (const [at, first] of of.entries()) {
    for (const rest of subsets(of.slice(at + 1), size - 1)) yield [first, ...rest];
  }
}

async function oneByOne(
  holes: readonly number[],
  blamed: readonly number[],
  why: string,
  check: (holes: readonly number[]) => Promise<SubsetCheck>,
): Promise<ConsistentSubset> {
  let kept = holes.filter((hole) => !blamed.includes(hole));
  let candidates = [...blamed];
  if (kept.length > 0) {
    const { kind } = await check(kept);
    if (kind === 'unknown') return { kept, dropped: candidates, why, isUnknown: true };
    // The blame was wrong, so every hole may be the cause.
    if (kind === 'rejected') [kept, candidates] = [[], [...holes]];
  }
  const dropped: number[] = [];
  for (const hole of candidates) {
    const extended = holes.filter((each) => each === hole || kept.includes(each));
    const { kind } = await check(extended);
    if (kind === 'unknown')
      return { kept, dropped: holes.filter((each) => !kept.includes(each)), why, isUnknown: true };
    if (kind === 'accepted') kept = extended;
    else dropped.push(hole);
  }
  return { kept, dropped, why, isUnknown: false };
}
