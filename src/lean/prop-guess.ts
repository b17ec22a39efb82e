/** Guesses from its text whether a type is a proposition. */

const RELATIONS = /(?:^|\s)(?:=|≠|≤|<|≥|>|↔|∧|∨|∈|∉|⊆|⊂|∣|≡|≈|∼|~|≃ᵢ)(?:\s|$)/u;
const QUANTIFIED = /^(?:∀|∃!?|¬)/u;
const DATA = /(?:→|⟶|⥤|≃|≅|×)\s|^(?:Type|Sort|Set|Finset|ℕ|ℤ|ℚ|ℝ|ℂ|List|Option)\b/u;

/** True or false if the text decides it, null if only Lean can. */
export function guessIsProp(type: string): boolean | null {
  if (QUANTIFIED.test(type)) return /^∀[^,]*,\s*(?:\S+\s)?[⟶→]/u.test(type) ? null : true;
  if (RELATIONS.test(outsideBrackets(type))) return true;
  if (/^(?:Type|Sort|Prop)\b/.test(type)) return false;
  if (DATA.test(type)) return false;
  return null;
}

/** The text without the content of brackets. */
function outsideBrackets(text: string): string {
  let depth = 0;
  let out = '';
  for (const character of text) {
    if ('([{⟨⦃'.includes(character)) depth++;
    if (depth === 0) out += character;
    if (')]}⟩⦄'.includes(character)) depth = Math.max(0, depth - 1);
  }
  return out;
}
