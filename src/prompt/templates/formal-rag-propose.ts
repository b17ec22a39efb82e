/** Same as `formal-propose`, with retrieved declarations (`--with-declarations`). */
import type { Template } from '../template.ts';
import { FORMAL_RULES, OUTPUT_RULES, RETRIEVAL_RULES, TASK } from './rules.ts';

export const FORMAL_RAG_PROPOSE: Template = {
  id: 'formal-rag-propose@1',
  system: `${TASK} You are also shown the problem in words, with a proof.

Rules:
${FORMAL_RULES}
${RETRIEVAL_RULES}
${OUTPUT_RULES}`,
  user: `# Problem in words

{{statement}}

{{proof}}

# File

{{file}}

# Goal

{{goal}}

{{context}}

Convert the proof in words into a proof of the goal in Lean. Output only the Lean proof block, starting with \`by\`.`,
};
