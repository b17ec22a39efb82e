/** Repair prompt of `baseline`: the attempt and Lean's error. */
import type { Template } from '../template.ts';
import { NO_RETRIEVAL_RULES, OUTPUT_RULES, TASK } from './rules.ts';

export const BASELINE_REPAIR: Template = {
  id: 'baseline-repair@1',
  system: `${TASK} An earlier attempt failed; repair it, or prove the goal in another way.

Rules:
${NO_RETRIEVAL_RULES}
${OUTPUT_RULES}`,
  user: `# File

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
