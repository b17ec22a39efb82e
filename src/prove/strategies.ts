/** The strategies that there are, by name: what each needs, and how it is made. A new one is a file and a line here. */
import { portfolio } from './portfolio/portfolio.ts';
import type { TacticsOf } from './portfolio/probe.ts';
import { baseline, rag } from './rag/rag.ts';
import type { ModelStrategyOptions } from './rag/model-round.ts';
import type { Strategy } from './strategy.ts';

export type StrategyName = 'portfolio' | 'baseline' | 'rag';

/** What strategies are made of. */
export interface StrategyOptions extends ModelStrategyOptions {
  tactics: TacticsOf;
}

interface StrategyEntry {
  /** What it cannot do without. */
  needs: { model: boolean; index: boolean };
  make: (options: StrategyOptions) => Strategy;
}

export const STRATEGIES: Record<StrategyName, StrategyEntry> = {
  portfolio: { needs: { model: false, index: false }, make: portfolio },
  baseline: { needs: { model: true, index: false }, make: baseline },
  rag: { needs: { model: true, index: true }, make: rag },
};

export const STRATEGY_NAMES = Object.keys(STRATEGIES) as StrategyName[];
