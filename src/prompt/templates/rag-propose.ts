/** First prompt of `rag`: the hole, its goal, and retrieved declarations. */
import type { Template } from '../template.ts';
import { OUTPUT_RULES, RETRIEVAL_RULES, TASK } from './rules.ts';

export const RAG_PROPOSE: Template = {
  id: 'rag-propose@1',
  system: `${TASK}

Rules:
${RETRIEVAL_RULES}
${OUTPUT_RULES}`,
  user: `# File

{{file}}

# Goal

{{goal}}

{{context}}

Prove the goal. Output only the Lean proof block, starting with \`by\`.`,
};
