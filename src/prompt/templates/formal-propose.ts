/** First prompt after an informal proof: the hole, its goal, and the problem with its informal proof. */
import type { Template } from '../template.ts';
import { FORMAL_RULES, NO_RETRIEVAL_RULES, OUTPUT_RULES, TASK } from './rules.ts';

export const FORMAL_PROPOSE: Template = {
  id: 'formal-propose@1',
  system: `${TASK} You are also shown the problem in words, with a proof.

Rules:
${FORMAL_RULES}
${NO_RETRIEVAL_RULES}
${OUTPUT_RULES}`,
  user: `# Problem in words

{{statement}}

{{proof}}

# File

{{file}}

# Goal

{{goal}}

Convert the proof in words into a proof of the goal in Lean. Output only the Lean proof block, starting with \`by\`.`,
};
