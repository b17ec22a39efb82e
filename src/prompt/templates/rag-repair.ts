/** Repair prompt of `rag`: the attempt, Lean's error, and declarations retrieved for it. */
import type { Template } from '../template.ts';
import { OUTPUT_RULES, RETRIEVAL_RULES, TASK } from './rules.ts';

export const RAG_REPAIR: Template = {
  id: 'rag-repair@1',
  system: `${TASK} An earlier attempt failed; repair it, or prove the goal in another way.

Rules:
${RETRIEVAL_RULES}
${OUTPUT_RULES}`,
  user: `# File

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
