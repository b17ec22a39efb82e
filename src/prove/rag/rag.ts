/** The formal model strategies: `rag` retrieves at the start and in every repair; `baseline` does not retrieve. */
import type { ModelStrategyOptions } from './model-round.ts';
import { proposeAndRepair } from './propose-and-repair.ts';
import type { Strategy } from '../strategy.ts';

/** Needs a model and an index. */
export function rag(options: ModelStrategyOptions): Strategy {
  return { name: 'rag', propose: (problem, tools) => proposeAndRepair(problem, tools, options) };
}

/** Needs a model. */
export function baseline(options: ModelStrategyOptions): Strategy {
  return {
    name: 'baseline',
    propose: (problem, tools) => proposeAndRepair(problem, { ...tools, retrieve: null }, options),
  };
}
