/** First prompt of `baseline`: the hole and its goal, without retrieval. */
import type { Template } from '../template.ts';
import { NO_RETRIEVAL_RULES, OUTPUT_RULES, TASK } from './rules.ts';

export const BASELINE_PROPOSE: Template = {
  id: 'baseline-propose@1',
  system: `${TASK}

Rules:
${NO_RETRIEVAL_RULES}
${OUTPUT_RULES}`,
  user: `# File

{{file}}

# Goal

{{goal}}

Prove the goal. Output only the Lean proof block, starting with \`by\`.`,
};
