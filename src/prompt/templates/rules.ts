/** Rules shared by the templates. A change here requires new version numbers of all templates that use it. */

export const TASK = `You prove theorems in Lean 4. You are shown a part of a Lean file in which one hole is marked \`sorry /- the hole -/\`, and the goal at that place. Write the proof that goes there.`;

export const OUTPUT_RULES = `- Output only the Lean proof block that fills the hole, starting with \`by\`: no prose, no imports, no restated theorem.
- Do not use \`sorry\` or \`admit\`, and declare nothing: the block must prove the goal as it stands.`;

export const RETRIEVAL_RULES = `- Use the retrieved lemma names exactly as they are listed.
- Don't invent lemma names; if needed, call simp with bracketed lemmas: \`simp [Nat.add_comm]\`.`;

export const NO_RETRIEVAL_RULES = `- Don't invent lemma names: use only those that you are sure of; if needed, call simp with bracketed lemmas: \`simp [Nat.add_comm]\`.`;

export const FORMAL_RULES = `- Follow the proof in words where it is right. Lean decides: where it is wrong or has gaps, prove the goal otherwise.`;
