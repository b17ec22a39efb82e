/** Iterative proof augmentation (LemmaHead, 4.3.2): improves the last proof with new passages. */
import type { Template } from '../template.ts';
import { CONTEXT_RULES, MATHEMATICIAN, PROOF_RULES } from './informal-rules.ts';

export const INFORMAL_IMPROVE: Template = {
  id: 'informal-improve@1',
  system: `${MATHEMATICIAN} You are shown a problem and a proof that may have gaps or errors. You write a better one.

Rules:
${CONTEXT_RULES}
${PROOF_RULES}`,
  user: `# Problem

{{statement}}

# Passages that may help

{{context}}

# Proof so far

{{proof}}

Write an improved version of the proof: mend its errors, close its gaps. Output only the whole proof, in LaTeX.`,
};
