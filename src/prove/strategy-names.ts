/** Names of the strategies, available to the command line without loading any strategy. */
import { literalWords } from '../base/words.ts';

export const STRATEGY_NAMES = literalWords(
  'portfolio baseline rag informal-baseline informal-rag eqg ipa human-guided',
);

export type StrategyName = (typeof STRATEGY_NAMES)[number];

const INFORMAL: ReadonlySet<string> = new Set<StrategyName>(
  literalWords('informal-baseline informal-rag eqg ipa human-guided'),
);

/** Whether the strategy starts with an informal problem. */
export function isInformal(name: string): boolean {
  return INFORMAL.has(name);
}

/** Default number of answers per prompt and of repair rounds. With one answer and no repair, pass@1 is that of the LemmaHead paper. */
export function defaultTries(strategies: readonly string[]): { samples: number; rounds: number } {
  return strategies.some(isInformal) ? { samples: 1, rounds: 0 } : { samples: 4, rounds: 3 };
}
