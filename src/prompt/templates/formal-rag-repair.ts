/** Same as `formal-repair`, with retrieved declarations (`--with-declarations`). */
import type { Template } from '../template.ts';
import { FORMAL_RULES, OUTPUT_RULES, RETRIEVAL_RULES, TASK } from './rules.ts';

export const FORMAL_RAG_REPAIR: Template = {
  id: 'formal-rag-repair@1',
  system: `${TASK} You are also shown the problem in words, with a proof. An earlier attempt failed; repair it, or prove the goal in another way.

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

# Previous attempt

{{attempt}}

# What went wrong

{{failure}}

{{goals}}

{{hint}}

Fix missing lemma names/imports by using retrieved declarations; avoid invented names. Output only the whole corrected Lean proof block, starting with \`by\`.`,
};
