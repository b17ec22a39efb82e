/** Repair prompt for a block that was based on an informal proof. */
import type { Template } from '../template.ts';
import { FORMAL_RULES, NO_RETRIEVAL_RULES, OUTPUT_RULES, TASK } from './rules.ts';

export const FORMAL_REPAIR: Template = {
  id: 'formal-repair@1',
  system: `${TASK} You are also shown the problem in words, with a proof. An earlier attempt failed; repair it, or prove the goal in another way.

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

# Previous attempt

{{attempt}}

# What went wrong

{{failure}}

{{goals}}

{{hint}}

Fix missing lemma names; avoid invented names. Output only the whole corrected Lean proof block, starting with \`by\`.`,
};
