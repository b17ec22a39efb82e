/**
 * Registry of strategies. A new one is one file and one line in `STRATEGIES`. The command line reads it, so strategies
 * are loaded on demand.
 */
import { typedKeys } from '../base/typed-keys.ts';
import type { InformalOptions } from './informal/informal-options.ts';
import type { TacticsOf } from './portfolio/probe.ts';
import type { ModelStrategyOptions } from './rag/model-round.ts';
import type { Strategy } from './strategy.ts';

/** Options of all strategies. */
export interface StrategyOptions extends ModelStrategyOptions, InformalOptions {
  tactics: TacticsOf;
}

type Need = 'model' | 'index' | 'library' | 'humanProof';

interface StrategyEntry {
  /** Requirements. */
  needs: Record<Need, boolean>;
  /** Whether it retrieves declarations: always, only with `withDeclarations`, or never. */
  retrieves: 'always' | 'with declarations' | 'never';
  /** Whether it starts with an informal problem. */
  isInformal: boolean;
  /**
   * Number of requests after the first at each hole, without repairs, if the informal statement is known and every answer
   * is readable.
   */
  laterRequests: (options: Pick<InformalOptions, 'iterations' | 'ipaStart'>) => number;
  /** Loads its factory. */
  load: () => Promise<(options: StrategyOptions) => Strategy>;
}

/** A strategy that starts with the formal statement. */
function formal(
  needs: readonly Need[],
  retrieves: StrategyEntry['retrieves'],
  load: StrategyEntry['load'],
): StrategyEntry {
  const has = (need: Need): boolean => needs.includes(need);
  return {
    needs: { model: has('model'), index: has('index'), library: has('library'), humanProof: has('humanProof') },
    ...{ retrieves, isInformal: false, laterRequests: () => 0, load },
  };
}

/** A strategy that starts with an informal problem. `more`: what it needs in addition to a model. */
function informal(
  more: readonly Need[],
  laterRequests: StrategyEntry['laterRequests'],
  load: StrategyEntry['load'],
): StrategyEntry {
  return { ...formal(['model', ...more], 'with declarations', load), isInformal: true, laterRequests };
}

/** Rounds of `ipa` after the first request. */
const ipaRequests: StrategyEntry['laterRequests'] = ({ iterations, ipaStart }) =>
  (ipaStart === 'eqg' ? 2 : 1) + 2 * iterations;

// oxfmt-ignore
export const STRATEGIES = {
  portfolio: formal([], 'always', async () => (await import('./portfolio/portfolio.ts')).portfolio),
  baseline: formal(['model'], 'never', async () => (await import('./rag/rag.ts')).baseline),
  rag: formal(['model', 'index'], 'always', async () => (await import('./rag/rag.ts')).rag),
  'informal-baseline': informal([], () => 1, async () => (await import('./informal/informal-baseline.ts')).informalBaseline),
  'informal-rag': informal(['library'], () => 1, async () => (await import('./informal/informal-rag.ts')).informalRag),
  eqg: informal(['library'], () => 2, async () => (await import('./informal/eqg.ts')).eqg),
  ipa: informal(['library'], ipaRequests, async () => (await import('./informal/ipa.ts')).ipa),
  'human-guided': informal(['humanProof'], () => 0, async () => (await import('./informal/human-guided.ts')).humanGuided),
};

export type StrategyName = keyof typeof STRATEGIES;

export const STRATEGY_NAMES = typedKeys(STRATEGIES);

/** Default number of answers per prompt and of repair rounds. With one answer and no repair, pass@1 is that of the LemmaHead paper. */
export function defaultTries(strategies: readonly string[]): { samples: number; rounds: number } {
  return strategies.some(isInformal) ? { samples: 1, rounds: 0 } : { samples: 4, rounds: 3 };
}

/** Whether the strategy starts with an informal problem. False if there is no such strategy. */
export function isInformal(name: string): boolean {
  return STRATEGY_NAMES.some((each) => each === name && STRATEGIES[each].isInformal);
}

/** Whether the strategy uses the index. */
export function usesIndex(
  name: StrategyName,
  { limit, withDeclarations }: Pick<StrategyOptions, 'limit' | 'withDeclarations'>,
): boolean {
  const { retrieves } = STRATEGIES[name];
  return limit > 0 && (retrieves === 'always' || (retrieves === 'with declarations' && withDeclarations));
}

export async function makeStrategy(name: StrategyName, options: StrategyOptions): Promise<Strategy> {
  return (await STRATEGIES[name].load())(options);
}
