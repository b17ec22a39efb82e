/** What is compared: a strategy, with its options, and the model that it asks. */
import { Failure } from '../../base/errors.ts';
import { IPA_STARTS, type InformalOptions, type IpaStart } from '../../prove/informal/informal-options.ts';

export interface SystemOptions extends InformalOptions {
  /** Retrieved declarations at a hole; 0: nothing is retrieved. */
  k: number;
  /** Candidates asked of a model at once. */
  n: number;
  /** Rounds of repair. */
  rounds: number;
  /** Characters of the block of retrieved declarations in a prompt. */
  contextChars: number;
}

export interface System {
  /** `rag:k=20@provider/model`. */
  id: string;
  strategy: string;
  /** `provider/model`; null for a strategy that asks none. */
  model: string | null;
  options: SystemOptions;
}

export interface StrategyNeeds {
  name: string;
  needsModel: boolean;
}

export interface SystemsRequest {
  /** As typed: `rag`, `rag:k=20,rounds=0`, `portfolio:no-retrieval`. */
  strategies: readonly string[];
  models: readonly string[];
  /** What a strategy has where its words say nothing else. */
  defaults: SystemOptions;
  /** σ: where there are several, `ipa` is a system for each, unless its words name one. */
  iterations: readonly number[];
  known: readonly StrategyNeeds[];
}

/**
 * Each strategy with each model; one that asks no model stands alone.
 * @throws {Failure} exit `usage`: an unknown strategy or option, no model where one is needed, the same system twice.
 */
export function systemsOf({ strategies, models, defaults, iterations, known }: SystemsRequest): System[] {
  const systems = strategies
    .flatMap((words) => withIterations(words, iterations))
    .flatMap((words): System[] => {
      const [name = '', ...rest] = words.split(':');
      const needs = known.find((each) => each.name === name);
      if (needs === undefined) throw unknownStrategy(name, known);
      const options = optionsIn(words, rest.join(':'), defaults);
      if (!needs.needsModel) return [{ id: words, strategy: name, model: null, options }];
      if (models.length === 0) throw modelWanted(name);
      return models.map((model) => ({ id: `${words}@${model}`, strategy: name, model, options }));
    });
  const twice = systems.find(({ id }, at) => systems.findIndex((other) => other.id === id) !== at);
  if (twice !== undefined) throw usage('system-twice', `${twice.id} is named twice.`, 'Name each strategy once.');
  return systems;
}

function withIterations(words: string, iterations: readonly number[]): string[] {
  if (iterations.length < 2 || !/^ipa(?::|$)/.test(words) || /[:,]iterations=/.test(words)) return [words];
  return iterations.map((sigma) => `${words}${words.includes(':') ? ',' : ':'}iterations=${sigma}`);
}

type NumberOption = 'k' | 'n' | 'rounds' | 'contextChars' | 'passages' | 'contextTokens' | 'iterations';

const NUMBERS: Readonly<Record<string, NumberOption>> = {
  k: 'k',
  n: 'n',
  rounds: 'rounds',
  'context-chars': 'contextChars',
  passages: 'passages',
  'context-tokens': 'contextTokens',
  iterations: 'iterations',
};

/** Words without a value, or with one that is no whole number; null: it is no such value. */
const OTHERS: Readonly<Record<string, (value: string) => Partial<SystemOptions> | null>> = {
  'no-retrieval': (value) => (value === '' ? { k: 0, passages: 0 } : null),
  declarations: (value) => (value === '' ? { withDeclarations: true } : null),
  'stop-early': (value) => (value === '' ? { stopsEarly: true } : null),
  start: (value) => (isIpaStart(value) ? { ipaStart: value } : null),
  gate: (value) => (/^(?:0?\.\d+|0|1)$/.test(value) ? { relevanceFloor: Number(value) } : null),
};

const isIpaStart = (value: string): value is IpaStart => (IPA_STARTS as readonly string[]).includes(value);

function optionsIn(words: string, list: string, defaults: SystemOptions): SystemOptions {
  let options = { ...defaults };
  for (const word of list.split(',').filter((each) => each !== '')) {
    const [name = '', value = ''] = word.split('=');
    const chosen = numberIn(name, value) ?? (Object.hasOwn(OTHERS, name) ? (OTHERS[name]?.(value) ?? null) : null);
    if (chosen === null) throw noOption(word, words);
    options = { ...options, ...chosen };
  }
  return options;
}

function numberIn(name: string, value: string): Partial<SystemOptions> | null {
  const key = Object.hasOwn(NUMBERS, name) ? NUMBERS[name] : undefined;
  if (key === undefined || !/^\d{1,6}$/.test(value) || (key === 'n' && Number(value) < 1)) return null;
  return { [key]: Number(value) };
}

function noOption(word: string, words: string): Failure {
  const numbers = Object.keys(NUMBERS).map((each) => `${each}=NUMBER`);
  const others = ['no-retrieval', 'declarations', 'gate=0.3', 'start=none', 'stop-early'];
  return usage(
    'strategy-option',
    `'${word}' in ${words} is no option of a strategy.`,
    `Options are ${[...numbers, ...others].join(', ')}: rag:k=20,rounds=0`,
  );
}

function unknownStrategy(name: string, known: readonly StrategyNeeds[]): Failure {
  const names = known.map((each) => each.name).join(', ');
  return usage('strategy-unknown', `There is no strategy '${name}'.`, `Strategies are ${names}.`);
}

function modelWanted(name: string): Failure {
  return usage('model-wanted', `The strategy ${name} asks a model, and none is named.`, 'Add --model PROVIDER/MODEL.');
}

function usage(code: string, message: string, next: string): Failure {
  return new Failure({ exit: 'usage', code, message, next });
}
