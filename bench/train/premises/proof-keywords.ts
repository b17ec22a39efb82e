/** Words in proofs that are not names of declarations: keywords, and the first words of tactics. */
import { isTacticWord } from '../../../src/prompt/tactic-words.ts';

const KEYWORDS = new Set(
  (
    'at by calc deriving do else exact exacts extends finally for forall from fun fun_prop generalizing have haveI if ' +
    'in let letI let_fun match mut nofun nomatch only open private protected Prop rec return set_option show Sort ' +
    'suffices this termination_by decreasing_by decreasing then Type unless using variable where with universe ' +
    'case next conv_lhs conv_rhs enter congrm conv filter_upwards nontriviality inhabit lift borelize cat_disch ' +
    'aesop_cat continuity compute_degree order cutsat push pull beta_reduce eta_reduce ext1 rsuffices simp_rw simpa ' +
    "norm_num1 positivity gcongr peel rfl rfl' linarith! nlinarith! by_contra' choose! obtain! apply_fun congr! " +
    'convert_to set using! _ true false sorry admit left right arg lhs rhs'
  ).split(' '),
);

/** True also for words that some library declares. No useful premise is lost this way. */
export function isKeyword(word: string): boolean {
  return KEYWORDS.has(word) || isTacticWord(word);
}
