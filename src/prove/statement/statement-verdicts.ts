/** What checks and judges can say about a statement. Without imports: schemas read it. */

/**
 * `faithful`: equivalent to a trusted reference. `consistent`: models say that it says what the text says. `suspect`:
 * another claim than the reference, or models say so. `unfaithful`: refuted, or its hypotheses contradict each other.
 * `unchecked`: nothing decides it. A remark never changes the verdict.
 */
export const STATEMENT_VERDICTS = ['faithful', 'consistent', 'suspect', 'unfaithful', 'unchecked'] as const;

export type StatementVerdict = (typeof STATEMENT_VERDICTS)[number];

/** How `a` compares with `b`. `stronger`: `b` follows from `a`, and the reverse was not shown. */
export const EQUIVALENCE_LEVELS = [
  'same', // the elaborated types are equal, except for names and kinds of binders
  'defeq', // equal by computation
  'equivalent', // each was proved from the other
  'stronger',
  'weaker',
  'different', // one was proved and the other refuted
  'both-provable', // both were proved, neither from the other
  'unknown',
] as const;

export type EquivalenceLevel = (typeof EQUIVALENCE_LEVELS)[number];

/** Why a judge gave no answer. */
export const NO_OPINION = ['budget', 'model', 'answer', 'too-long'] as const;
