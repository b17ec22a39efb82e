/** Table of known tactics: a probe for each, and those that are tried alone at a goal. */

/** Maps each name to a use that parses if the tactic exists, at the goal `True`. */
export const PROBES: Readonly<Record<string, string>> = {
  rfl: 'rfl',
  trivial: 'trivial',
  assumption: 'assumption',
  contradiction: 'contradiction',
  decide: 'decide',
  simp: 'simp',
  simp_all: 'simp_all',
  simp_arith: 'simp_arith',
  simpa: 'simpa using trivial',
  'simp ←': 'simp [← true_and]',
  omega: 'omega',
  ac_rfl: 'ac_rfl',
  split: 'split',
  by_cases: 'by_cases h : True',
  byCases: 'byCases h : True',
  unfold: 'unfold Not',
  nofun: 'nofun',
  infer_instance: 'infer_instance',
  inferInstance: 'inferInstance',
  norm_num: 'norm_num',
  ring: 'ring',
  ring_nf: 'ring_nf',
  linarith: 'linarith',
  nlinarith: 'nlinarith',
  positivity: 'positivity',
  norm_cast: 'norm_cast',
  push_cast: 'push_cast',
  field_simp: 'field_simp',
  gcongr: 'gcongr',
  tauto: 'tauto',
  aesop: 'aesop',
  grind: 'grind',
  abel: 'abel',
  group: 'group',
  bv_decide: 'bv_decide',
  bv_omega: 'bv_omega',
  fun_prop: 'fun_prop',
  split_ifs: 'split_ifs',
  push_neg: 'push_neg',
  ext: 'ext',
  solve_by_elim: 'solve_by_elim',
  'exact?': 'exact?',
  'apply?': 'apply?',
  'rw?': 'rw?',
  'simp?': 'simp?',
  'aesop?': 'aesop?',
  'grind?': 'grind?',
};

export const TACTIC_NAMES: readonly string[] = Object.keys(PROBES);

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
