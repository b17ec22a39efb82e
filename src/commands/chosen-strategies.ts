/** Which strategies have their turn at each hole, and with which model: what was asked for, else what there is. */
import { Failure } from '../base/errors.ts';
import type { Settings } from '../config/settings.ts';
import type { ChatModel } from '../llm/chat.ts';
import { STRATEGIES, type StrategyName } from '../prove/strategies.ts';
import type { Log } from '../ui/log.ts';
import type { ProveAsked } from './prove-options.ts';

/** Told before Lean is looked for. @throws {Failure} exit `usage` where what was typed leaves nothing to try */
export function requireTryable(
  { strategy, hasPortfolio }: Pick<ProveAsked, 'strategy' | 'hasPortfolio'>,
  { model }: Pick<Settings, 'model'>,
): void {
  if (strategy === null && model.name !== null) return;
  const named = strategy ?? 'portfolio';
  const { needs } = STRATEGIES[named];
  if (needs.model && model.name === null) throw modelMissing(named);
  if (!needs.model && !hasPortfolio) throw nothingToTry();
}

/**
 * Without a model the portfolio alone; with one the portfolio first, then what `--strategy` names.
 * @throws {Failure} exit `missing` where one retrieves and there is nothing to retrieve from
 */
export function chosenStrategies(
  { strategy, hasPortfolio, retrieves }: Pick<ProveAsked, 'strategy' | 'hasPortfolio' | 'retrieves'>,
  { model }: Pick<Settings, 'model'>,
  hasIndex: boolean,
  log: Log,
): StrategyName[] {
  const named = strategy ?? (model.name === null ? 'portfolio' : usualFor(hasIndex || !retrieves, retrieves, log));
  const { needs } = STRATEGIES[named];
  if (needs.index && retrieves && !hasIndex) throw indexMissing(`The strategy ${named}`);
  return named === 'portfolio' || !hasPortfolio ? [named] : ['portfolio', named];
}

function usualFor(canRetrieve: boolean, retrieves: boolean, log: Log): StrategyName {
  if (canRetrieve && retrieves) return 'rag';
  const why = retrieves ? 'there is no index' : 'nothing is to be retrieved';
  log.info(`The model is asked without retrieval (strategy baseline): ${why}.`);
  return 'baseline';
}

function modelMissing(named: StrategyName): Failure {
  return new Failure({
    exit: 'usage',
    code: 'model-missing',
    message: `The strategy ${named} asks a model, and none is named.`,
    next: 'Name one: --model anthropic/NAME, openai/NAME, or local/NAME with --base-url URL; or leave --strategy out.',
  });
}

/** `what` wants one. */
export function indexMissing(what: string): Failure {
  return new Failure({
    exit: 'missing',
    code: 'index-missing',
    message: `${what} retrieves, and there is no index.`,
    next: 'lemmahead index build',
  });
}

function nothingToTry(): Failure {
  return new Failure({
    exit: 'usage',
    code: 'usage',
    message: 'With --no-portfolio and no model there is nothing to try.',
    next: 'Name a model (--model PROVIDER/NAME), or leave --no-portfolio out.',
  });
}

/** @throws {Failure} where money is limited and nobody knows what a request costs. */
export function requirePrice(model: ChatModel | null, maxCost: number | null): void {
  if (model === null || model.price !== null || maxCost === null) return;
  throw new Failure({
    exit: 'usage',
    code: 'price-unknown',
    message: `What ${model.name} costs is not known, so --max-cost cannot be kept.`,
    next: `Set its price in the user's config.toml, in US dollars for a million tokens:\n[model.prices."${model.name}"]\ninput = 1.0\noutput = 5.0\nor limit tokens: --max-tokens N`,
  });
}
