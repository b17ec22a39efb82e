/** `informal-rag`: searches the library for the unchanged statement (LemmaHead, 4.3). */
import type { Strategy } from '../strategy.ts';
import { informalStrategy } from './informal-strategy.ts';
import type { StepsOptions } from './steps.ts';

/** Needs a model and a library. */
export function informalRag(options: StepsOptions): Strategy {
  return informalStrategy('informal-rag', options, async (steps) =>
    steps.prove(await steps.context(steps.plainQuery())),
  );
}
