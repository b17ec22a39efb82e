/** Table of known tactics: a probe for each, and those that are tried alone at a goal. */
import { phrases, words, wordSet } from '../../base/words.ts';

export const TACTIC_NAMES: readonly string[] = phrases(`
  rfl, trivial, assumption, contradiction, decide, simp, simp_all, simp_arith, simpa, simp ←, omega, ac_rfl, split,
  by_cases, byCases, unfold, nofun, infer_instance, inferInstance, norm_num, ring, ring_nf, linarith, nlinarith,
  positivity, norm_cast, push_cast, field_simp, gcongr, tauto, aesop, grind, abel, group, bv_decide, bv_omega, fun_prop,
  split_ifs, push_neg, ext, solve_by_elim, convert, apply_rules, noncomm_ring, plausible, exact?, apply?, rw?, simp?, aesop?, grind?`);

/** Uses of the tactics whose name alone does not parse. */
const EXAMPLES: Readonly<Record<string, string>> = {
  simpa: 'simpa using trivial',
  'simp ←': 'simp [← true_and]',
  by_cases: 'by_cases h : True',
  byCases: 'byCases h : True',
  unfold: 'unfold Not',
  convert: 'convert trivial',
  apply_rules: 'apply_rules [trivial]',
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

/** By weight, fast tactics first. Those above `DEEP_WEIGHT` are tried only at the hole's own goal. */
const BY_WEIGHT: readonly (readonly [weight: number, names: string])[] = [
  [0, 'rfl assumption'],
  [0.02, 'simp'],
  [0.03, 'trivial omega'],
  [0.04, 'decide'],
  [0.05, 'simp_all'],
  [0.06, 'contradiction'],
  [0.08, 'norm_num'],
  [0.1, 'ring linarith'],
  [0.12, 'ac_rfl'],
  [0.14, 'positivity'],
  [0.2, 'tauto'],
  [0.24, 'aesop grind'],
  [0.26, 'infer_instance inferInstance norm_cast'],
  [0.28, 'push_cast'],
  [0.3, 'simp_arith nlinarith field_simp'],
  [0.32, 'abel group gcongr'],
  [0.34, 'bv_decide bv_omega fun_prop solve_by_elim'],
  [0.36, 'split split_ifs push_neg ext ring_nf nofun'],
];

/** Texts of the closers that leave goals for another tactic. */
const TEXTS: Readonly<Record<string, string>> = {
  push_cast: 'push_cast\nsimp',
  split: 'split <;> simp_all',
  split_ifs: 'split_ifs <;> simp_all',
  push_neg: 'push_neg\nsimp_all',
  ext: 'ext <;> simp',
};

const SLOW: ReadonlySet<string> = wordSet('tauto aesop grind nlinarith bv_decide fun_prop solve_by_elim');

export const CLOSERS: readonly Closer[] = BY_WEIGHT.flatMap(([weight, names]) =>
  words(names).map((needs) => ({
    ...{ needs, text: TEXTS[needs] ?? needs, weight },
    ...(SLOW.has(needs) ? { isSlow: true } : {}),
  })),
);

export const DEEP_WEIGHT = 0.25;

/** Tactics that search the library and print suggestions. They are slow, so they run late and only at the hole's goal. */
export const SEARCHERS: readonly string[] = ['simp?', 'exact?', 'apply?', 'rw?', 'aesop?', 'grind?'];
