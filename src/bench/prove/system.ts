/** The systems that a benchmark compares: a strategy with its options and its model. */
import { Failure } from '../../base/errors.ts';
import { IPA_STARTS, type InformalOptions, type IpaStart } from '../../prove/informal/informal-options.ts';

export interface SystemOptions extends InformalOptions {
  /** Number of declarations retrieved per hole; 0 turns retrieval off. */
  k: number;
  /** Candidates requested from a model at once. */
  n: number;
  /** Repair rounds. */
  rounds: number;
  /** Maximum length of the block of retrieved declarations in a prompt, in characters. */
  contextChars: number;
}

export interface System {
  /** `rag:k=20@provider/model`. */
  id: string;
  strategy: string;
  /** `provider/model`; null for a strategy that needs no model. */
  model: string | null;
  options: SystemOptions;
}

export interface StrategyNeeds {
  name: string;
  needsModel: boolean;
}

export interface SystemsRequest {
  /** As typed by the user: `rag`, `rag:k=20,rounds=0`, `portfolio:no-retrieval`. */
  strategies: readonly string[];
  models: readonly string[];
  /** Options that the strategy text does not set. */
  defaults: SystemOptions;
  /** Values of σ. With several, `ipa` becomes one system per value, unless its text sets one. */
  iterations: readonly number[];
  known: readonly StrategyNeeds[];
}

/**
 * Combines each strategy with each model. A strategy without a model becomes one system.
 * @throws {Failure} exit `usage`: an unknown strategy or option, no model where one is needed, the same system twice.
 */
export function systemsOf({ strategies, models, defaults, iterations, known }: SystemsRequest): System[] {
  const systems = strategies
    .flatMap((text) => withIterations(text, iterations))
    .flatMap((text): System[] => {
      const [name = '', ...rest] = text.split(':');
      const needs = known.find((each) => each.name === name);
      if (needs === undefined) throw unknownStrategy(name, known);
      const options = parseOptions(text, rest.join(':'), defaults);
      if (!needs.needsModel) return [{ id: text, strategy: name, model: null, options }];
      if (models.length === 0) throw modelRequired(name);
      return models.map((model) => ({ id: `${text}@${model}`, strategy: name, model, options }));
    });
  const duplicate = systems.find(({ id }, at) => systems.findIndex((other) => other.id === id) !== at);
  if (duplicate !== undefined)
    throw usage('system-twice', `${duplicate.id} is named twice.`, 'Name each strategy once.');
  return systems;
}

function withIterations(text: string, iterations: readonly number[]): string[] {
  if (iterations.length < 2 || !/^ipa(?::|$)/.test(text) || /[:,]iterations=/.test(text)) return [text];
  return iterations.map((sigma) => `${text}${text.includes(':') ? ',' : ':'}iterations=${sigma}`);
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

/** Parsers of options without a value or with a value that is not an integer. They return null for an invalid value. */
const OTHERS: Readonly<Record<string, (value: string) => Partial<SystemOptions> | null>> = {
  'no-retrieval': (value) => (value === '' ? { k: 0, passages: 0 } : null),
  declarations: (value) => (value === '' ? { withDeclarations: true } : null),
  'stop-early': (value) => (value === '' ? { stopsEarly: true } : null),
  start: (value) => (isIpaStart(value) ? { ipaStart: value } : null),
  gate: (value) => (/^(?:0?\.\d+|0|1)$/.test(value) ? { relevanceFloor: Number(value) } : null),
};

const isIpaStart = (value: string): value is IpaStart => (IPA_STARTS as readonly string[]).includes(value);

function parseOptions(text: string, list: string, defaults: SystemOptions): SystemOptions {
  let options = { ...defaults };
  for (const word of list.split(',').filter((each) => each !== '')) {
    const [name = '', value = ''] = word.split('=');
    const parsed = parseNumber(name, value) ?? (Object.hasOwn(OTHERS, name) ? (OTHERS[name]?.(value) ?? null) : null);
    if (parsed === null) throw unknownOption(word, text);
    options = { ...options, ...parsed };
  }
  return options;
}

function parseNumber(name: string, value: string): Partial<SystemOptions> | null {
  const key = Object.hasOwn(NUMBERS, name) ? NUMBERS[name] : undefined;
  if (key === undefined || !/^\d{1,6}$/.test(value) || (key === 'n' && Number(value) < 1)) return null;
  return { [key]: Number(value) };
}

function unknownOption(option: string, text: string): Failure {
  const numbers = Object.keys(NUMBERS).map((each) => `${each}=NUMBER`);
  const others = ['no-retrieval', 'declarations', 'gate=0.3', 'start=none', 'stop-early'];
  return usage(
    'strategy-option',
    `'${option}' in ${text} is not a strategy option.`,
    `Options are ${[...numbers, ...others].join(', ')}. Example: rag:k=20,rounds=0`,
  );
}

function unknownStrategy(name: string, known: readonly StrategyNeeds[]): Failure {
  const names = known.map((each) => each.name).join(', ');
  return usage('strategy-unknown', `Unknown strategy '${name}'.`, `Strategies are ${names}.`);
}

function modelRequired(name: string): Failure {
  return usage('model-wanted', `The strategy ${name} needs a model, but none is given.`, 'Add --model PROVIDER/MODEL.');
}

function usage(code: string, message: string, next: string): Failure {
  return new Failure('usage', code, { message, next });
}
