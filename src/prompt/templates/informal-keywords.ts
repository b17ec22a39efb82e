/** Enhanced query generation (LemmaHead, 4.3.1): keywords for what is needed to solve the problem. */
import type { Template } from '../template.ts';
import { KEYWORD_RULES, MATHEMATICIAN } from './informal-rules.ts';

export const INFORMAL_KEYWORDS: Template = {
  id: 'informal-keywords@1',
  system: `${MATHEMATICIAN} You say which mathematical concepts, theorems, lemmas and propositions are needed to solve a problem; textbooks are then searched for them.

Rules:
${KEYWORD_RULES}`,
  user: `# Problem

{{statement}}

List the concepts, theorems, lemmas and propositions needed to solve it. Output only the JSON object.`,
};
