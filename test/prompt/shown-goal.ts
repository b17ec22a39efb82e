/** What golden prompts for a goal show. */
import { findHoles } from '../../src/verify/hole/holes.ts';

const FILE = 'theorem trans (a b c : Nat) : a ∣ c := by\n  sorry\n';
export const SHOWN_GOAL = {
  project: { lean: 'Lean 4.33.0', libraries: ['batteries', 'mathlib'] },
  text: FILE,
  hole: findHoles(FILE)[0]!,
  goal: '⊢ a ∣ c',
  exemplars: [],
  contextChars: 500,
  informal: null,
};
