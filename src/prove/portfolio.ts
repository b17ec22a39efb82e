/** The strategy without a model: a short list of tactics, then what retrieval brings, put to use in a few ways. */
import type { Verdict } from '../verify/verdict.ts';
import type { Premise } from './premise.ts';
import type { Proposal, Strategy } from './strategy.ts';

/** Cheap ones first. Not every toolchain has every one: the first refusal as unknown ends its turn for good. */
const TACTICS = [
  'rfl',
  'trivial',
  'assumption',
  'decide',
  'simp',
  'omega',
  'simp_all',
  'constructor <;> assumption',
  'norm_num',
  'ring',
  'linarith',
  'aesop',
  'grind',
];

const UNKNOWN_TACTIC =
  /\bunknown tactic\b|expected (?:'\{' or )?(?:indented )?tactic|unexpected identifier; expected command/;

export function portfolio(limit: number): Strategy {
  const unknown = new Set<string>();
  return {
    name: 'portfolio',
    async *propose(problem, { retrieve }) {
      const known = TACTICS.filter((tactic) => !unknown.has(tactic));
      const attempts = yield known.map((text) => ({ candidate: { kind: 'tactic', text }, lemmas: [], imports: [] }));
      for (const { proposal, verdict } of attempts) if (saysUnknown(verdict)) unknown.add(proposal.candidate.text);
      if (retrieve === null) return;
      const goal = await problem.goal();
      for (const premise of await retrieve({ text: goal, as: 'goal', reason: 'start', limit })) {
        yield uses(premise, goal);
      }
    },
  };
}

function saysUnknown(verdict: Verdict): boolean {
  if (verdict.kind !== 'rejected' || verdict.by !== 'lean') return false;
  return verdict.diagnostics.some((diagnostic) => UNKNOWN_TACTIC.test(diagnostic.text));
}

/** The ways to put one lemma to use. `rw` and `apply` do not look under binders, so they get them introduced. */
function uses({ name, writeAs }: Premise, goal: string): Proposal[] {
  const target = goal.slice(goal.indexOf('⊢') + 1);
  const introduced = /^\s*∀|→/.test(target) ? 'intros\n' : '';
  const ways = [
    `exact ${writeAs}`,
    `${introduced}apply ${writeAs} <;> assumption`,
    `${introduced}rw [${writeAs}]`,
    `${introduced}rw [← ${writeAs}]`,
    `simp [${writeAs}]`,
  ];
  return ways.map((text) => ({ candidate: { kind: 'tactic', text }, lemmas: [name], imports: [] }));
}
