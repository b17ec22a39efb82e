/** Informal proof of `informal-baseline`, and of round 0 of `ipa` without context. */
import type { Template } from '../template.ts';
import { MATHEMATICIAN, PROOF_RULES } from './informal-rules.ts';

export const INFORMAL_PROOF: Template = {
  id: 'informal-proof@1',
  system: `${MATHEMATICIAN} You prove what you are asked to prove.

Rules:
${PROOF_RULES}`,
  user: `# Problem

{{statement}}

Prove it. Output only the proof, in LaTeX.`,
};
