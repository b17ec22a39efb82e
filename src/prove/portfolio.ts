/** The strategy without a model: a short list of tactics, then what retrieval brings, put to use in a few ways. */
import type { Verdict } from '../verify/verdict.ts';
import type { Problem, Proposal, Strategy } from './strategy.ts';

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

/** A declaration that a proof may use. */
export interface Premise {
  /** Full name. */
  name: string;
  /** What means it at the hole. */
  writeAs: string;
}

/** What may help with a goal, best first; nothing that the hole must not use. */
export type Retrieve = (problem: Problem, goal: string) => Promise<Premise[]>;

/** `retrieve` is null where there is no index, or none is wanted. */
export function portfolio(retrieve: Retrieve | null): Strategy {
  const unknown = new Set<string>();
  return {
    name: 'portfolio',
    async *propose(problem) {
      for (const tactic of TACTICS) {
        if (unknown.has(tactic)) continue;
        const verdict = yield { candidate: { kind: 'tactic', text: tactic }, lemma: null };
        if (saysUnknown(verdict)) unknown.add(tactic);
      }
      if (retrieve === null) return;
      const goal = await problem.goal();
      for (const premise of await retrieve(problem, goal)) yield* uses(premise, goal);
    },
  };
}

function saysUnknown(verdict: Verdict): boolean {
  if (verdict.kind !== 'rejected' || verdict.by !== 'lean') return false;
  return verdict.diagnostics.some((diagnostic) => UNKNOWN_TACTIC.test(diagnostic.text));
}

/** The ways to put one lemma to use. `rw` and `apply` do not look under binders, so they get them introduced. */
function* uses({ name, writeAs }: Premise, goal: string): Generator<Proposal, void, Verdict> {
  const target = goal.slice(goal.indexOf('⊢') + 1);
  const introduced = /^\s*∀|→/.test(target) ? 'intros\n' : '';
  const ways = [
    `exact ${writeAs}`,
    `${introduced}apply ${writeAs} <;> assumption`,
    `${introduced}rw [${writeAs}]`,
    `${introduced}rw [← ${writeAs}]`,
    `simp [${writeAs}]`,
  ];
  for (const text of ways) yield { candidate: { kind: 'tactic', text }, lemma: name };
}
