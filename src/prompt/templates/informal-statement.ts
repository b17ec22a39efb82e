/** Used if there is no informal statement: the model writes it from the formal one. */
import type { Template } from '../template.ts';
import { MATHEMATICIAN } from './informal-rules.ts';

export const INFORMAL_STATEMENT: Template = {
  id: 'informal-statement@1',
  system: `${MATHEMATICIAN} You are shown a part of a Lean file in which one hole is marked \`sorry /- the hole -/\`, and the goal at that place. Say in words what is to be shown there.

Rules:
- State all hypotheses and the claim, exactly as strong as they are in Lean. Do not prove it.
- Output only the statement, in words and LaTeX.`,
  user: `# File

{{file}}

# Goal

{{goal}}

Write the statement in words and LaTeX.`,
};
