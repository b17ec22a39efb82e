/** Table of known tactics: a probe for each, and those that are tried alone at a goal. */
import { phrases } from '../../base/words.ts';

export const TACTIC_NAMES: readonly string[] = phrases(`
  rfl, trivial, assumption, contradiction, decide, simp, simp_all, simp_arith, simpa, simp ←, omega, ac_rfl, split,
  by_cases, byCases, unfold, nofun, infer_instance, inferInstance, norm_num, ring, ring_nf, linarith, nlinarith,
  positivity, norm_cast, push_cast, field_simp, gcongr, tauto, aesop, grind, abel, group, bv_decide, bv_omega, fun_prop,
  split_ifs, push_neg, ext, solve_by_elim, exact?, apply?, rw?, simp?, aesop?, grind?`);

/** Uses of the tactics whose name alone does not parse. */
const EXAMPLES: Readonly<Record<string, string>> = {
  simpa: 'simpa using trivial',
  'simp ←': 'simp [← true_and]',
  by_cases: 'by_cases h : True',
  byCases: 'byCases h : True',
  unfold: 'unfold Not',
};

/** Maps each name to a use that parses if the tactic exists, at the goal `True`. */
export const PROBES: Readonly<Record<string, string>> = Object.fromEntries(
  TACTIC_NAMES.map((name) => [name, EXAMPLES[name] ?? name]),
);

/** A tactic that may close a goal alone. `weight`: a higher value means slower or rarely successful. */
export interface Closer {
  needs: string;
  text: string;
  weight: number;
  isSlow?: true;
}

/** Fast tactics first. Those above `DEEP_WEIGHT` are tried only at the hole's own goal. */
export const CLOSERS: readonly Closer[] = [
  { needs: 'rfl', text: 'rfl', weight: 0 },
  { needs: 'assumption', text: 'assumption', weight: 0 },
  { needs: 'simp', text: 'simp', weight: 0.02 },
  { needs: 'trivial', text: 'trivial', weight: 0.03 },
  { needs: 'omega', text: 'omega', weight: 0.03 },
  { needs: 'decide', text: 'decide', weight: 0.04 },
  { needs: 'simp_all', text: 'simp_all', weight: 0.05 },
  { needs: 'contradiction', text: 'contradiction', weight: 0.06 },
  { needs: 'norm_num', text: 'norm_num', weight: 0.08 },
  { needs: 'ring', text: 'ring', weight: 0.1 },
  { needs: 'linarith', text: 'linarith', weight: 0.1 },
  { needs: 'ac_rfl', text: 'ac_rfl', weight: 0.12 },
  { needs: 'positivity', text: 'positivity', weight: 0.14 },
  { needs: 'tauto', text: 'tauto', weight: 0.2, isSlow: true },
  { needs: 'aesop', text: 'aesop', weight: 0.24, isSlow: true },
  { needs: 'grind', text: 'grind', weight: 0.24, isSlow: true },
  { needs: 'infer_instance', text: 'infer_instance', weight: 0.26 },
  { needs: 'inferInstance', text: 'inferInstance', weight: 0.26 },
  { needs: 'norm_cast', text: 'norm_cast', weight: 0.26 },
  { needs: 'push_cast', text: 'push_cast\nsimp', weight: 0.28 },
  { needs: 'simp_arith', text: 'simp_arith', weight: 0.3 },
  { needs: 'nlinarith', text: 'nlinarith', weight: 0.3, isSlow: true },
  { needs: 'field_simp', text: 'field_simp', weight: 0.3 },
  { needs: 'abel', text: 'abel', weight: 0.32 },
  { needs: 'group', text: 'group', weight: 0.32 },
  { needs: 'gcongr', text: 'gcongr', weight: 0.32 },
  { needs: 'bv_decide', text: 'bv_decide', weight: 0.34, isSlow: true },
  { needs: 'bv_omega', text: 'bv_omega', weight: 0.34 },
  { needs: 'fun_prop', text: 'fun_prop', weight: 0.34, isSlow: true },
  { needs: 'solve_by_elim', text: 'solve_by_elim', weight: 0.34, isSlow: true },
  { needs: 'split', text: 'split <;> simp_all', weight: 0.36 },
  { needs: 'split_ifs', text: 'split_ifs <;> simp_all', weight: 0.36 },
  { needs: 'push_neg', text: 'push_neg\nsimp_all', weight: 0.36 },
  { needs: 'ext', text: 'ext <;> simp', weight: 0.36 },
  { needs: 'ring_nf', text: 'ring_nf', weight: 0.36 },
  { needs: 'nofun', text: 'nofun', weight: 0.36 },
];

export const DEEP_WEIGHT = 0.25;

/** Tactics that search the library and print suggestions. They are slow, so they run late and only at the hole's goal. */
export const SEARCHERS: readonly string[] = ['simp?', 'exact?', 'apply?', 'rw?', 'aesop?', 'grind?'];
