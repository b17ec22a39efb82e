/** `informal-baseline`: statement → informal proof → Lean. `informal-rag` differs only by using the library. */
import type { Strategy } from '../strategy.ts';
import { informalStrategy } from './informal-strategy.ts';
import type { StepsOptions } from './steps.ts';

/** Needs a model. */
export function informalBaseline(options: StepsOptions): Strategy {
  return informalStrategy('informal-baseline', options, (steps) => steps.prove(null));
}
