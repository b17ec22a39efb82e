/** `eqg`: searches the library for keywords that the model finds in the statement (LemmaHead, 4.3.1). */
import type { Strategy } from '../strategy.ts';
import { informalStrategy } from './informal-strategy.ts';
import type { InformalSteps, StepsOptions } from './steps.ts';

/** Needs a model and a library. */
export function eqg(options: StepsOptions): Strategy {
  return informalStrategy('eqg', options, proveWithKeywords);
}

/** Also round 0 of `ipa`. */
export async function proveWithKeywords(steps: InformalSteps): Promise<string | null> {
  return steps.prove(await steps.context(await steps.enhancedQuery(null)));
}
