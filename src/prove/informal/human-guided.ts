/** `human-guided`: formalizes a proof that a human wrote (FIMO, arXiv 2309.04295; LemmaHead, 5). */
import type { Strategy } from '../strategy.ts';
import { informalStrategy } from './informal-strategy.ts';
import type { StepsOptions } from './steps.ts';

/** Needs a model. The only strategy that receives the human proof. */
export function humanGuided(options: StepsOptions): Strategy {
  return {
    name: 'human-guided',
    propose(problem, tools) {
      const proof = problem.informalInput?.proof ?? null;
      if (proof === null)
        tools.report?.({ kind: 'note', text: 'No human proof is available; the prompt was sent without one.' });
      return informalStrategy('human-guided', options, () => Promise.resolve(proof)).propose(problem, tools);
    },
  };
}
