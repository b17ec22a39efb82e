/** The names of the strategies: what the command line has to know of them before any is loaded. */

export const STRATEGY_NAMES = [
  'portfolio',
  'baseline',
  'rag',
  'informal-baseline',
  'informal-rag',
  'eqg',
  'ipa',
  'human-guided',
] as const;

export type StrategyName = (typeof STRATEGY_NAMES)[number];

const INFORMAL: ReadonlySet<string> = new Set<StrategyName>([
  'informal-baseline',
  'informal-rag',
  'eqg',
  'ipa',
  'human-guided',
]);

/** Whether it has the problem in words first. */
export function isInformal(name: string): boolean {
  return INFORMAL.has(name);
}

/** Answers to each prompt and rounds of repair where nobody says how many. With one answer and no repair, pass@1 is the LemmaHead paper's. */
export function defaultTries(strategies: readonly string[]): { samples: number; rounds: number } {
  return strategies.some(isInformal) ? { samples: 1, rounds: 0 } : { samples: 4, rounds: 3 };
}
