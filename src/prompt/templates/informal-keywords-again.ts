/** Sent once if an answer contained no keywords. */
import type { Template } from '../template.ts';
import { KEYWORD_RULES, MATHEMATICIAN } from './informal-rules.ts';

export const INFORMAL_KEYWORDS_AGAIN: Template = {
  id: 'informal-keywords-again@1',
  system: `${MATHEMATICIAN} You say which mathematical concepts, theorems, lemmas and propositions are needed to solve a problem; textbooks are then searched for them.

Rules:
${KEYWORD_RULES}`,
  user: `# Problem

{{statement}}

# An earlier answer that could not be read

{{answer}}

It is not the JSON object that is wanted. Answer again: {"concepts": [], "theorems": [], "lemmas": [], "propositions": []}, and nothing else.`,
};
