/** Rules shared by the templates of informal steps. A change here requires new version numbers of all these templates. */

export const MATHEMATICIAN = `You are a mathematician. You work in words and LaTeX; nothing in Lean is wanted here.`;

export const PROOF_RULES = `- Write a complete, rigorous proof in LaTeX: every step justified, no step left to the reader.
- Name the theorems that you use, and check that their conditions hold.
- Output only the proof: no preamble of a document, no comments on it.`;

export const CONTEXT_RULES = `- The passages are from textbooks. Use what helps, and leave aside what does not belong to the problem.`;

export const KEYWORD_RULES = `- Answer with one JSON object and nothing else: {"concepts": [], "theorems": [], "lemmas": [], "propositions": []}
- Each list holds short names as textbooks have them, at most eight, the most useful first; a list may be empty.`;
