/** Words and symbols that end a term, start a special term, or close a bracket. */
import { wordSet } from '../../base/words.ts';

/** Words that end a term. */
export const STOPS = wordSet('then else from with in at using where deriving extends end generalizing');
export const KEYWORDS = wordSet('if let have haveI letI show by do match nomatch nofun calc suffices open set_option');
export const PREFIX_ARROWS = new Set(['↑', '⇑', '↥']);
export const CLOSERS = wordSet(') ] } ⟩ ⦄ , ; : := => ↦ | › // ⊢ .. ← ∂ ‖ ⌋ ⌉');
export const SORTS = new Set(['Type', 'Sort', 'Prop']);

/** Words that are not plain names: one lookup suffices for the many others. */
export const SPECIAL: ReadonlySet<string> = new Set(['_', 'fun', ...STOPS, ...SORTS, ...KEYWORDS]);
