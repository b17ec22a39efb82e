/** First words of tactics, to distinguish tactics without `by` from a term without running Lean. */
import { wordSet } from '../base/words.ts';

/** Tactics of core, Batteries and Mathlib that models use. Code that begins with another word is read as a term if possible. */
const TACTICS = wordSet(`
  abel ac_rfl aesop all_goals any_goals apply assumption assumption_mod_cast bound by_cases by_contra by_contra!
  bv_decide calc case cases cases' change choose clear congr constructor contradiction contrapose contrapose! conv
  convert decide delta done dsimp erw exact exact? exact_mod_cast exfalso exists ext existsi field_simp fin_cases
  first focus funext gcongr generalize grind group have haveI induction induction' infer_instance injection
  injections interval_cases intro intros introv itauto iterate left let letI linarith linear_combination match
  measurability mod_cast module monotonicity native_decide next nlinarith noncomm_ring norm_cast norm_num nth_rewrite
  nth_rw obtain omega peel pick_goal polyrith positivity push_cast push_neg qify rcases refine refine' refl rel
  rename rename_i repeat replace revert rewrite rfl rfl' right ring ring1 ring_nf rintro rotate_left rw rw? rwa set
  show simp simp! simp? simp_all simp_arith simp_rw simpa skip slice_lhs slice_rhs solve_by_elim sorry specialize
  split split_ifs stop subst subst_vars subsingleton suffices swap symm tauto tautology tfae_finish tfae_have
  toFinite trans transitivity trivial try unfold unfold_let use wlog zify · { <;>`);

export function isTacticWord(word: string): boolean {
  return TACTICS.has(word);
}
