/** Selects the strategies to run at each hole, and their model: those requested, otherwise those available. */
import { Failure } from '../base/errors.ts';
import type { Settings } from '../config/settings.ts';
import { buildCommand } from '../index/build-command.ts';
import type { ChatModel } from '../llm/chat.ts';
import { openModelFrom } from '../llm/open-model.ts';
import type { TacticsOf } from '../prove/portfolio/probe.ts';
import { makeStrategy, STRATEGIES, usesIndex, type StrategyName } from '../prove/strategies.ts';
import type { Strategy } from '../prove/strategy.ts';
import type { Log } from '../ui/log.ts';
import type { ProveRequest } from '../options/prove-options.ts';

/** Called before searching for Lean. @throws {Failure} exit `usage` if the options leave nothing to try */
export function requireSomethingToTry(
  { strategy, hasPortfolio, informalProof }: Pick<ProveRequest, 'strategy' | 'hasPortfolio' | 'informalProof'>,
  { model }: Pick<Settings, 'model'>,
): void {
  if (strategy !== null && STRATEGIES[strategy].needs.humanProof && informalProof === null)
    throw proofMissing(strategy);
  if (strategy === null && model.name !== null) return;
  const name = strategy ?? 'portfolio';
  const { needs } = STRATEGIES[name];
  if (needs.model && model.name === null) throw modelMissing(name);
  if (!needs.model && !hasPortfolio) throw nothingToTry();
}

/**
 * Without a model, only the portfolio; with a model, the portfolio followed by the strategy of `--strategy`.
 * @throws {Failure} exit `missing` if a strategy needs an index that does not exist
 */
export function selectStrategies(
  request: Pick<ProveRequest, 'strategy' | 'hasPortfolio' | 'retrieves' | 'k'>,
  settings: Pick<Settings, 'model' | 'projectRoot' | 'indexPath'>,
  hasIndex: boolean,
  log: Log,
): StrategyName[] {
  const { strategy, hasPortfolio } = request;
  const name = strategy ?? (settings.model.name === null ? 'portfolio' : defaultFor(hasIndex, retrieves(request), log));
  const { needs } = STRATEGIES[name];
  if (needs.index && retrieves(request) && !hasIndex) throw indexMissing(`The strategy ${name}`, settings);
  // The portfolio tries what `templates` tries.
  return name === 'portfolio' || name === 'templates' || !hasPortfolio ? [name] : ['portfolio', name];
}

function defaultFor(hasIndex: boolean, hasRetrieval: boolean, log: Log): StrategyName {
  if (hasIndex && hasRetrieval) return 'rag';
  const why = hasRetrieval ? 'there is no index' : 'retrieval is turned off';
  log.info(`The model is used without retrieval (strategy baseline): ${why}.`);
  return 'baseline';
}

function modelMissing(name: StrategyName): Failure {
  return new Failure('usage', 'model-missing', {
    message: `The strategy ${name} needs a model, but no model is configured.`,
    next: 'Set one: --model anthropic/NAME, openai/NAME, or local/NAME with --base-url URL; or omit --strategy.',
  });
}

/** `what`: the system or strategy that needs the index. */
export function indexMissing(what: string, settings: Pick<Settings, 'projectRoot' | 'indexPath'>): Failure {
  return new Failure('missing', 'index-missing', {
    message: `${what} needs an index, but no index exists.`,
    next: buildCommand(settings),
  });
}

function proofMissing(name: StrategyName): Failure {
  return new Failure('usage', 'proof-missing', {
    message: `The strategy ${name} needs an informal proof by a human.`,
    next: `--strategy ${name} --informal-proof FILE`,
  });
}

function nothingToTry(): Failure {
  return new Failure('usage', 'usage', {
    message: 'There is nothing to try: --no-portfolio was given, and no model is configured.',
    next: 'Set a model (--model PROVIDER/NAME), or omit --no-portfolio.',
  });
}

/** `-k 0` is equivalent to `--no-retrieval`. */
export const retrieves = (request: Pick<ProveRequest, 'retrieves' | 'k'>): boolean =>
  request.retrieves && request.k > 0;

/** Whether the portfolio or the requested strategy uses an index. */
export function needsIndex(
  request: Pick<ProveRequest, 'retrieves' | 'k' | 'strategy' | 'hasPortfolio' | 'words'>,
): boolean {
  const { strategy, hasPortfolio, words } = request;
  if (!retrieves(request)) return false;
  return strategy === null || hasPortfolio || usesIndex(strategy, { ...words, limit: request.k });
}

/** Whether the requested strategy searches the library. */
export function needsLibrary({ strategy, words }: Pick<ProveRequest, 'strategy' | 'words'>): boolean {
  return strategy !== null && STRATEGIES[strategy].needs.library && words.passages > 0;
}

/** Whether the requested strategy searches a graph of templates. */
export function needsTemplates({ strategy }: Pick<ProveRequest, 'strategy'>): boolean {
  return strategy !== null && STRATEGIES[strategy].needs.templates;
}

/**
 * Returns null if no model is used. Sends nothing; called before searching for Lean. `record`: file for the answers. With
 * `isNamed`, workers ask it: no key is needed here.
 * @throws {Failure} if the model is unavailable
 */
export async function openRequestedModel(
  { strategy }: Pick<ProveRequest, 'strategy'>,
  { model }: Pick<Settings, 'model'>,
  { record = null, isNamed = false }: { record?: string | null; isNamed?: boolean } = {},
): Promise<ChatModel | null> {
  const asksNothing = strategy !== null && !STRATEGIES[strategy].needs.model;
  return model.name === null || asksNothing ? null : openModelFrom(model, { record, isDryRun: isNamed });
}

export async function makeStrategies(
  names: readonly StrategyName[],
  request: Pick<ProveRequest, 'samples' | 'rounds' | 'k' | 'contextChars' | 'words'>,
  { model: { temperature, maxOutputTokens } }: Pick<Settings, 'model'>,
  tactics: TacticsOf,
): Promise<Strategy[]> {
  const { samples, rounds, k: limit, contextChars, words } = request;
  const options = { samples, rounds, limit, contextChars, temperature, maxOutputTokens, tactics, ...words };
  return Promise.all(names.map((name) => makeStrategy(name, options)));
}
