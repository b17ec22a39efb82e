/** What a repair prompt says for each class of error. It is part of the repair templates and of their version. */
import type { MessageClass } from '../../lean/message/message-class.ts';

/** By error class, or by its part before the colon. */
export const REPAIR_HINTS: Partial<Record<MessageClass | 'timeout' | 'type_mismatch', string>> = {
  unknown_identifier: 'A name in the attempt does not exist here. Use a real one.',
  unknown_namespace: 'A namespace in the attempt does not exist here. Write names in full.',
  invalid_field:
    'What stands behind the dot does not exist for that type. Write the name of a real declaration in full.',
  type_mismatch: 'A term has another type than is wanted there. Check its arguments and their order.',
  function_expected: 'Something is applied to more arguments than it takes.',
  failed_to_synthesize: 'An instance is missing: the lemma wants more of the type than is known here, or other types.',
  unsolved_goals: 'The attempt ends too early: prove the goals that are left as well.',
  no_goals: 'The goal was closed before this line: leave out what follows.',
  'tactic_failed:rewrite':
    'The pattern does not occur in the goal as it is then, or the lemma is no equation. Rewrite in the other direction, name its arguments, or use simp only, conv or `rw [show … from …]`.',
  'tactic_failed:apply':
    'The statement does not fit the goal. Apply another one, or bring the goal into its form first.',
  'tactic_failed:simp': 'simp does not get there. Give it the lemmas that it lacks, in brackets, or leave it out.',
  'tactic_failed:omega':
    'The goal is not linear arithmetic, or a hypothesis is missing, or it is false: look at the counterexample.',
  'tactic_failed:decide': 'The proposition cannot be decided by evaluation, or it is false.',
  'tactic_failed:rfl': 'The two sides are not the same by computation.',
  'syntax_error:unknown_tactic': 'This Lean does not have that tactic. Use another.',
  syntax_error: 'Lean cannot read the attempt from here on. Mind indentation, brackets, and Lean 4 syntax.',
  timeout: 'It took too long. Take smaller steps with `have`, and narrower tactics; do not raise limits.',
  termination: 'The proof uses what it proves. Use induction instead.',
};

/** The request at the end of a repair prompt. */
export const REPAIR_REQUESTS = {
  listedNames: 'Use names that are listed above, and invent none.',
  sureNames: 'Use only names that you are sure of, and invent none.',
  other: 'Correct this, or prove the goal in another way.',
  noCandidate: 'Prove the goal.',
};

const NAME_CLASSES: ReadonlySet<MessageClass> = new Set(['unknown_identifier', 'unknown_namespace', 'invalid_field']);

/** `of`: null for an answer without a candidate. `retrieval`: declarations are listed. */
export function repairRequest(of: MessageClass | null, retrieval: boolean): string {
  if (of === null) return REPAIR_REQUESTS.noCandidate;
  if (!NAME_CLASSES.has(of)) return REPAIR_REQUESTS.other;
  return retrieval ? REPAIR_REQUESTS.listedNames : REPAIR_REQUESTS.sureNames;
}

/** Returns '' if there is no hint. */
export function repairHint(of: MessageClass): string {
  return REPAIR_HINTS[of] ?? REPAIR_HINTS[of.split(':', 1)[0] as keyof typeof REPAIR_HINTS] ?? '';
}
