/** What a benchmark must know of each strategy. */
import { STRATEGIES, STRATEGY_NAMES } from '../../prove/strategies.ts';
import type { StrategyNeeds } from './system.ts';

/** All strategies, with what `systemsOf` must know. */
export const KNOWN_STRATEGIES: readonly StrategyNeeds[] = STRATEGY_NAMES.map((name) => {
  const { needs, retrieves, options } = STRATEGIES[name];
  const [isRetrieving, needsModel] = [retrieves !== 'never', needs.model];
  const common = [isRetrieving && 'k', needsModel && 'n', needsModel && 'rounds'];
  const fields = [...common, isRetrieving && needsModel && 'contextChars', ...Object.keys(options)];
  return { name, needsModel, options: fields.filter((field) => field !== false) };
});
