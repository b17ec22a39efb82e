/** `informal-baseline`: statement → proof in words → Lean. What `informal-rag` adds to it is the library alone. */
import type { Strategy } from '../strategy.ts';
import { informalStrategy } from './informal-strategy.ts';
import type { StepsOptions } from './steps.ts';

/** Needs a model. */
export function informalBaseline(options: StepsOptions): Strategy {
  return informalStrategy('informal-baseline', options, (steps) => steps.prove(null));
}
