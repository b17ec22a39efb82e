/** Which strategies have their turn at each hole, and with which model: what was asked for, else what there is. */
import { Failure } from '../base/errors.ts';
import type { Settings } from '../config/settings.ts';
import type { ChatModel } from '../llm/chat.ts';
import { openModelFrom } from '../llm/open-model.ts';
import type { TacticsOf } from '../prove/portfolio/probe.ts';
import { STRATEGIES, usesIndex } from '../prove/strategies.ts';
import type { StrategyName } from '../prove/strategy-names.ts';
import type { Strategy } from '../prove/strategy.ts';
import type { Log } from '../ui/log.ts';
import type { ProveRequest } from './prove-options.ts';

/** Told before Lean is looked for. @throws {Failure} exit `usage` where what was typed leaves nothing to try */
export function requireSomethingToTry(
  { strategy, hasPortfolio, informalProof }: Pick<ProveRequest, 'strategy' | 'hasPortfolio' | 'informalProof'>,
  { model }: Pick<Settings, 'model'>,
): void {
  if (strategy !== null && STRATEGIES[strategy].needs.humanProof && informalProof === null)
    throw proofMissing(strategy);
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
export function selectStrategies(
  asked: Pick<ProveRequest, 'strategy' | 'hasPortfolio' | 'retrieves' | 'k'>,
  { model }: Pick<Settings, 'model'>,
  hasIndex: boolean,
  log: Log,
): StrategyName[] {
  const { strategy, hasPortfolio } = asked;
  const named = strategy ?? (model.name === null ? 'portfolio' : defaultFor(hasIndex, retrieves(asked), log));
  const { needs } = STRATEGIES[named];
  if (needs.index && retrieves(asked) && !hasIndex) throw indexMissing(`The strategy ${named}`);
  return named === 'portfolio' || !hasPortfolio ? [named] : ['portfolio', named];
}

function defaultFor(hasIndex: boolean, isToRetrieve: boolean, log: Log): StrategyName {
  if (hasIndex && isToRetrieve) return 'rag';
  const why = isToRetrieve ? 'there is no index' : 'nothing is to be retrieved';
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

function proofMissing(named: StrategyName): Failure {
  return new Failure({
    exit: 'usage',
    code: 'proof-missing',
    message: `The strategy ${named} wants a proof in words by a human.`,
    next: `--strategy ${named} --informal-proof FILE`,
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

/** `-k 0` is another way to say `--no-retrieval`. */
export const retrieves = (asked: Pick<ProveRequest, 'retrieves' | 'k'>): boolean => asked.retrieves && asked.k > 0;

/** Whether an index is of any use: to the portfolio, or to what is named. */
export function needsIndex(
  asked: Pick<ProveRequest, 'retrieves' | 'k' | 'strategy' | 'hasPortfolio' | 'words'>,
): boolean {
  const { strategy, hasPortfolio, words } = asked;
  if (!retrieves(asked)) return false;
  return strategy === null || hasPortfolio || usesIndex(strategy, { ...words, limit: asked.k });
}

/** Whether the library is asked. */
export function needsLibrary({ strategy, words }: Pick<ProveRequest, 'strategy' | 'words'>): boolean {
  return strategy !== null && STRATEGIES[strategy].needs.library && words.passages > 0;
}

/**
 * Null where none is to be asked. Nothing is sent by it; what is missing is told before Lean is looked for. `record`:
 * file for its answers.
 * @throws {Failure} where it cannot be had
 */
export async function openRequestedModel(
  { strategy }: Pick<ProveRequest, 'strategy'>,
  { model }: Pick<Settings, 'model'>,
  record: string | null,
): Promise<ChatModel | null> {
  return model.name === null || strategy === 'portfolio' ? null : openModelFrom(model, { record });
}

export function makeStrategies(
  names: readonly StrategyName[],
  asked: Pick<ProveRequest, 'samples' | 'rounds' | 'k' | 'contextChars' | 'words'>,
  { model: { temperature, maxOutputTokens } }: Pick<Settings, 'model'>,
  tactics: TacticsOf,
): Strategy[] {
  const { samples, rounds, k: limit, contextChars, words } = asked;
  const options = { samples, rounds, limit, contextChars, temperature, maxOutputTokens, tactics, ...words };
  return names.map((name) => STRATEGIES[name].make(options));
}
