/** Looks for a proof that a statement is false: by small values for its variables, and by the portfolio. */
import { availableTactics, closeBy, closeByPortfolio, type Closing, type StatementTools } from './close-goal.ts';
import type { StatementSource } from './statement-source.ts';
import { goalScaffold, type Scaffold } from './scaffold.ts';
import { plausibleArguments } from './plausible.ts';
import { type ElaboratedStatement, headOf, sortParameters, type Term, telescope } from './terms.ts';
import { argumentLists } from './witnesses.ts';

/** Counterexamples that are tried. */
const MOST_LISTS = 48;

/** Tactics that prove a closed claim about small values, fast ones first. */
const PROOFS = ['decide', 'rfl', 'trivial', 'simp', 'omega', 'norm_num'];
const PROOF_SHAPES = [
  '(intros; assumption)',
  '(intros; contradiction)',
  '(intros; decide)',
  '(intros; rfl)',
  '(intros; trivial)',
];
/** The same for hypotheses whose conclusion has this head. */
const PROOFS_BY_HEAD: Readonly<Record<string, string>> = {
  Exists: 'exact ⟨_, rfl⟩',
  Or: '(intros; exact Classical.em _)',
};

/**
 * Tactics that prove `claim → False`, by the head of the claim. Lean of 2021 logs an error of elaboration instead of
 * trying the next tactic, so none is used at a claim of another form.
 */
const ANY_CLAIM = ['(intro lr; contradiction)', '(intro lr; cases lr <;> contradiction)'];
const absurdBy = (pattern: string, ...proofs: string[]): string[] =>
  proofs.map((proof) => `(intro ${pattern}; ${proof})`);
const DISPROOFS: Readonly<Record<string, readonly string[]>> = {
  And: absurdBy('⟨ll, lr⟩', 'contradiction', 'exact absurd ll (by decide)', 'exact absurd lr (by decide)'),
  Or: [
    '(intro lr; cases lr with | inl ll => exact absurd ll (by decide) | inr ll => exact absurd ll (by decide))',
    '(intro lr; cases lr with | inl ll => exact absurd (ll 1) (by decide) | inr ll => exact absurd (ll 0) (by decide))',
  ],
  Iff: [
    ...absurdBy('⟨ll, lr⟩', 'exact ll trivial', 'exact lr trivial'),
    ...absurdBy('⟨ll, lr⟩', 'exact absurd (ll (by decide)) (by decide)', 'exact absurd (lr (by decide)) (by decide)'),
  ],
  Exists: [
    ...absurdBy('⟨lw, lr⟩', 'contradiction', '(cases lr; done)', 'exact absurd lr (by intro ln; cases ln)'),
    ...absurdBy('⟨lw, lr⟩', 'exact absurd lr (Nat.notLtZero _)', '(simp_all; done)'),
    ...absurdBy('⟨lw, ll, lr⟩', '(subst ll; contradiction)', 'exact absurd (Eq.trans (Eq.symm ll) lr) (by decide)'),
  ],
};

/** The scaffold `¬ statement`, at the smallest universes: a counterexample there refutes the general statement. */
function negationScaffold(source: StatementSource, statement: ElaboratedStatement, tools: StatementTools): Scaffold {
  const sorts = sortParameters(statement);
  const levels = { statement: statement.universes.map((name) => (sorts.has(name) ? '1' : '0')), goal: [] };
  return goalScaffold(source, 'negation', levels, tools.version);
}

/** A counterexample that Lean confirms. */
export async function findCounterexample(
  tools: StatementTools,
  source: StatementSource,
  statement: ElaboratedStatement,
): Promise<Closing> {
  const scaffold = negationScaffold(source, statement, tools);
  const has = await availableTactics(tools, scaffold);
  const proofs = [...PROOFS.filter(has).map(finished), ...PROOF_SHAPES];
  const proofOf = (type: Term): string => {
    const byHead = PROOFS_BY_HEAD[headOf(telescope(type).conclusion) ?? ''];
    return firstOf(byHead === undefined ? proofs : [...proofs, byHead]);
  };
  const suggested = has('plausible') ? await plausibleArguments(tools, source, statement, firstOf(proofs)) : null;
  const lists = [
    ...(suggested === null ? [] : [suggested]),
    ...argumentLists(statement.variables, statement.subject, proofOf, MOST_LISTS),
  ];
  const anyHead = [...PROOFS.filter(has).map(finished), ...ANY_CLAIM];
  const byHead = DISPROOFS[headOf(statement.conclusion) ?? ''] ?? [];
  // In Lean of 2021, an alternative that logs an error hides those after it.
  const disproofs =
    tools.version.generation === 'current' ? [firstOf([...anyHead, ...byHead])] : [firstOf(anyHead), ...byHead];
  const texts = disproofs.flatMap((disproof) =>
    lists.map((args) => {
      return ['intro lh', `have lc := ${['@lh', ...args].join(' ')}`, 'revert lc', 'clear lh', disproof].join('\n');
    }),
  );
  return closeBy(tools, scaffold, texts);
}

/** The portfolio at `¬ statement`. */
export function refuteByPortfolio(
  tools: StatementTools,
  source: StatementSource,
  statement: ElaboratedStatement,
  maxCandidates: number,
): Promise<Closing> {
  return closeByPortfolio(tools, negationScaffold(source, statement, tools), maxCandidates);
}

/** `simp` may also only change the goal. */
const finished = (tactic: string): string => `(${tactic}; done)`;

export function firstOf(tactics: readonly string[]): string {
  return `(first | ${tactics.join(' | ')})`;
}
