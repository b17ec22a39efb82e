/** Enhanced query generation in `ipa` (LemmaHead, 4.3.2): keywords from the problem and the last proof. */
import type { Template } from '../template.ts';
import { KEYWORD_RULES, MATHEMATICIAN } from './informal-rules.ts';

export const INFORMAL_KEYWORDS_PROOF: Template = {
  id: 'informal-keywords-proof@1',
  system: `${MATHEMATICIAN} You are shown a problem and a proof that may have gaps or errors. You say which mathematical concepts, theorems, lemmas and propositions are needed to solve the problem; textbooks are then searched for them to better the proof.

Rules:
${KEYWORD_RULES}`,
  user: `# Problem

{{statement}}

# Proof so far

{{proof}}

List the concepts, theorems, lemmas and propositions needed to solve the problem and to better this proof. Output only the JSON object.`,
};
