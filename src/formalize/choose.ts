/** The order of the candidates, and why the first one is chosen. */
import type { FormalCandidate } from './pipeline.ts';

/** What decides between two candidates, in this order. */
export const CRITERIA = [
  'compiles', // Lean accepts only the first
  'checks', // the second is refuted or vacuous
  'judges', // the judges say more for the first
  'agreement', // more answers give the first, or a statement of its class
  'remarks', // the first has fewer remarks
  'answers', // more answers give exactly the first
  'first', // nothing but the order of the answers
] as const;

export type Criterion = (typeof CRITERIA)[number];

export interface Choice {
  /** Best first. */
  ordered: FormalCandidate[];
  /** Null if no statement may be right. */
  chosen: FormalCandidate | null;
  /** Why not the second; null without a choice, or without a second statement. */
  by: Criterion | null;
}

const RANKS = { compiles: 0, unchecked: 1, fails: 2, refused: 3, none: 4 };

const TRUST = { faithful: 0, consistent: 0, unchecked: 1, suspect: 2, unfaithful: 2 };

/**
 * Whether it compiles, and neither a check nor the judges say anything against it. What rests on definitions of the model's
 * means what those say, so it counts only if judges, who see them, say that it is what the text says.
 */
export function isConsistent(candidate: FormalCandidate): boolean {
  const { verdict, checks } = candidate;
  return verdict.kind === 'compiles' && (checks === null ? !isUnjudged(candidate) : trustIn(candidate) < TRUST.suspect);
}

/** It rests on definitions of the model's that no judge accepts. */
function isUnjudged({ definitions, checks }: FormalCandidate): boolean {
  return definitions.length > 0 && (checks === null || TRUST[checks.verdict] > TRUST.consistent);
}

function trustIn(candidate: FormalCandidate): number {
  return isUnjudged(candidate) ? TRUST.suspect : TRUST[candidate.checks?.verdict ?? 'unchecked'];
}

/** Answers that give the candidate, or a statement of its class. */
export function votesFor(candidate: FormalCandidate, all: readonly FormalCandidate[]): number {
  const members = candidate.class === null ? [candidate] : all.filter((each) => each.class === candidate.class);
  return members.flatMap(({ samples }) => samples).length;
}

export function choose(candidates: readonly FormalCandidate[]): Choice {
  const votes = new Map(candidates.map((each) => [each, votesFor(each, candidates)]));
  /** Smaller is better. */
  const scores: Record<Criterion, (candidate: FormalCandidate) => number> = {
    compiles: ({ verdict }) => RANKS[verdict.kind],
    checks: ({ checks }) => (checks?.verdict === 'unfaithful' ? 1 : 0),
    judges: trustIn,
    agreement: (candidate) => -votes.get(candidate)!,
    remarks: ({ checks }) => checks?.remarks.length ?? 0,
    answers: ({ samples }) => -samples.length,
    first: ({ samples }) => samples[0]!,
  };
  const decides = (a: FormalCandidate, b: FormalCandidate): Criterion =>
    CRITERIA.find((each) => scores[each](a) !== scores[each](b)) ?? 'first';
  const ordered = candidates.toSorted((a, b) => {
    const score = scores[decides(a, b)];
    return score(a) - score(b);
  });
  const [first, second] = ordered;
  if (first === undefined || RANKS[first.verdict.kind] > RANKS.unchecked) return { ordered, chosen: null, by: null };
  const isOnly = second === undefined || second.text === null;
  return { ordered, chosen: first, by: isOnly ? null : decides(first, second) };
}
