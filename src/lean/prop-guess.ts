/** Whether a type as written is a proposition, as far as its shape tells. */

const RELATIONS = /(?:^|\s)(?:=|≠|≤|<|≥|>|↔|∧|∨|∈|∉|⊆|⊂|∣|≡|≈|∼|~|≃ᵢ)(?:\s|$)/u;
const QUANTIFIED = /^(?:∀|∃!?|¬)/u;
const DATA = /(?:→|⟶|⥤|≃|≅|×)\s|^(?:Type|Sort|Set|Finset|ℕ|ℤ|ℚ|ℝ|ℂ|List|Option)\b/u;

/** True or false if the shape says so, null if only Lean knows. */
export function guessIsProp(type: string): boolean | null {
  if (QUANTIFIED.test(type)) return /^∀[^,]*,\s*(?:\S+\s)?[⟶→]/u.test(type) ? null : true;
  if (RELATIONS.test(outsideBrackets(type))) return true;
  if (/^(?:Type|Sort|Prop)\b/.test(type)) return false;
  if (DATA.test(type)) return false;
  return null;
}

/** The text with everything inside brackets blanked. */
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
