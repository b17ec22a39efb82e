/** Informal proof with library passages: `informal-rag`, `eqg` and round 0 of `ipa`. */
import type { Template } from '../template.ts';
import { CONTEXT_RULES, MATHEMATICIAN, PROOF_RULES } from './informal-rules.ts';

export const INFORMAL_PROOF_CONTEXT: Template = {
  id: 'informal-proof-context@1',
  system: `${MATHEMATICIAN} You prove what you are asked to prove.

Rules:
${CONTEXT_RULES}
${PROOF_RULES}`,
  user: `# Problem

{{statement}}

# Passages that may help

{{context}}

Prove it. Output only the proof, in LaTeX.`,
};
