/** Steps that were proved at a hole, in any of its sketches. A later sketch may state one again. */
import { targetOf } from '../../verify/hole/goal.ts';
import type { Proposal, Strategy } from '../strategy.ts';

interface ProvedStep {
  /** Hypotheses and target. */
  goal: string;
  proof: Proposal;
}

/** Maximum number of proofs to try at one step. */
const MOST_TRIED = 5;

export class ProvedSteps {
  readonly #steps: ProvedStep[] = [];

  add(goal: string, proof: Proposal): void {
    this.#steps.push({ goal, proof });
  }

  /** Proofs of steps with the same target: first those with the same hypotheses, then the newest. */
  proofsOf(goal: string): Proposal[] {
    const same = this.#steps.filter((step) => targetOf(step.goal) === targetOf(goal)).toReversed();
    const ordered = [...same.filter((step) => step.goal === goal), ...same.filter((step) => step.goal !== goal)];
    const byText = Map.groupBy(ordered, ({ proof }) => proof.candidate.text);
    return [...byText.values()].map(([first]) => first!.proof).slice(0, MOST_TRIED);
  }

  /** Tries the proofs of steps with the same target. */
  get strategy(): Strategy {
    const propose: Strategy['propose'] = async function* (this: ProvedSteps, problem) {
      const proofs = this.proofsOf(await problem.goal());
      if (proofs.length > 0) yield proofs;
    };
    return { name: 'proved-steps', propose: propose.bind(this) };
  }
}
