/** Same as `informal-improve`, but the model may leave the proof unchanged (`--stop-early`). */
import type { Template } from '../template.ts';
import { CONTEXT_RULES, MATHEMATICIAN, PROOF_RULES } from './informal-rules.ts';

/** The answer that leaves the proof unchanged. */
export const UNCHANGED = 'UNCHANGED';

export const INFORMAL_IMPROVE_OR_KEEP: Template = {
  id: 'informal-improve-or-keep@1',
  system: `${MATHEMATICIAN} You are shown a problem and a proof that may have gaps or errors. You write a better one, or say that it needs no change.

Rules:
${CONTEXT_RULES}
${PROOF_RULES}
- If the proof is complete and correct as it stands, answer with the single word ${UNCHANGED}.`,
  user: `# Problem

{{statement}}

# Passages that may help

{{context}}

# Proof so far

{{proof}}

Write an improved version of the proof: mend its errors, close its gaps. Output only the whole proof, in LaTeX, or the word ${UNCHANGED}.`,
};
