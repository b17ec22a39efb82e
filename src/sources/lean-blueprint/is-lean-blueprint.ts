/** Recognises Lean files with a part of a blueprint. */

/** Whether a Lean file has a part of a blueprint. */
export const isLeanBlueprint = (text: string): boolean =>
  /@\[(?:[^\]\n]*,\s*)?blueprint\b/.test(text) ||
  (/^#doc\b/m.test(text) && /^:{3,}\s*(?:theorem|lemma_?|definition)\b/m.test(text));
