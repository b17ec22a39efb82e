/** Registry of strategies: requirements and factory of each. A new strategy is one file and one line here. */
import { eqg } from './informal/eqg.ts';
import { humanGuided } from './informal/human-guided.ts';
import { informalBaseline } from './informal/informal-baseline.ts';
import { informalRag } from './informal/informal-rag.ts';
import { ipa } from './informal/ipa.ts';
import type { InformalOptions } from './informal/informal-options.ts';
import { portfolio } from './portfolio/portfolio.ts';
import type { TacticsOf } from './portfolio/probe.ts';
import { baseline, rag } from './rag/rag.ts';
import type { ModelStrategyOptions } from './rag/model-round.ts';
import type { Strategy } from './strategy.ts';
import type { StrategyName } from './strategy-names.ts';

/** Options of all strategies. */
export interface StrategyOptions extends ModelStrategyOptions, InformalOptions {
  tactics: TacticsOf;
}

interface StrategyEntry {
  /** Requirements. */
  needs: { model: boolean; index: boolean; library: boolean; humanProof: boolean };
  /** Whether it retrieves declarations: always, only with `withDeclarations`, or never. */
  retrieves: 'always' | 'with declarations' | 'never';
  make: (options: StrategyOptions) => Strategy;
}

const NOTHING = { model: false, index: false, library: false, humanProof: false };
const MODEL = { ...NOTHING, model: true };
const LIBRARY = { ...MODEL, library: true };

export const STRATEGIES: Record<StrategyName, StrategyEntry> = {
  portfolio: { needs: NOTHING, retrieves: 'always', make: portfolio },
  baseline: { needs: MODEL, retrieves: 'never', make: baseline },
  rag: { needs: { ...MODEL, index: true }, retrieves: 'always', make: rag },
  'informal-baseline': { needs: MODEL, retrieves: 'with declarations', make: informalBaseline },
  'informal-rag': { needs: LIBRARY, retrieves: 'with declarations', make: informalRag },
  eqg: { needs: LIBRARY, retrieves: 'with declarations', make: eqg },
  ipa: { needs: LIBRARY, retrieves: 'with declarations', make: ipa },
  'human-guided': { needs: { ...MODEL, humanProof: true }, retrieves: 'with declarations', make: humanGuided },
};

/**
 * Number of requests after the first at each hole, without repairs, if the informal statement is known and every answer
 * is readable.
 */
export function laterRequests(
  name: StrategyName,
  { iterations, ipaStart }: Pick<InformalOptions, 'iterations' | 'ipaStart'>,
): number {
  switch (name) {
    case 'informal-baseline':
    case 'informal-rag':
      return 1;
    case 'eqg':
      return 2;
    case 'ipa':
      return (ipaStart === 'eqg' ? 2 : 1) + 2 * iterations;
    default:
      return 0;
  }
}

/** Whether the strategy uses the index. */
export function usesIndex(
  name: StrategyName,
  { limit, withDeclarations }: Pick<StrategyOptions, 'limit' | 'withDeclarations'>,
): boolean {
  const { retrieves } = STRATEGIES[name];
  return limit > 0 && (retrieves === 'always' || (retrieves === 'with declarations' && withDeclarations));
}
