/** The systems that a benchmark compares: a strategy with its options and its model. */
import { Failure } from '../../base/errors.ts';
import { type OptionsOf, type OptionValue, optionTable } from '../../config/option-table.ts';
import { RETRIEVAL_OPTIONS, SAMPLING_OPTIONS } from '../../options/prove-options.ts';
import { STRATEGY_OPTIONS } from '../../prove/strategies.ts';

/** The options of a strategy in a benchmark. */
export const SYSTEM_OPTIONS = optionTable({
  /** 0 turns retrieval off. */
  k: RETRIEVAL_OPTIONS.k,
  n: SAMPLING_OPTIONS.samples,
  rounds: SAMPLING_OPTIONS.rounds,
  contextChars: SAMPLING_OPTIONS.contextChars,
  ...STRATEGY_OPTIONS,
});

export interface SystemOptions extends OptionsOf<typeof SYSTEM_OPTIONS> {}

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
  /** The fields of `SYSTEM_OPTIONS` that it reads. */
  options: readonly string[];
}

export interface SystemsRequest {
  /** As typed by the user: `rag`, `rag:k=20,rounds=0`, `portfolio:no-retrieval`. */
  strategies: readonly string[];
  models: readonly string[];
  /** Options that the strategy text does not set. */
  defaults: SystemOptions;
  /** Values of σ. With several, a strategy that reads σ becomes one system per value, unless its text sets one. */
  iterations: readonly number[];
  known: readonly StrategyNeeds[];
}

/**
 * Combines each strategy with each model. A strategy without a model becomes one system.
 * @throws {Failure} exit `usage`: an unknown strategy or option, no model where one is needed, the same system twice.
 */
export function systemsOf({ strategies, models, defaults, iterations, known }: SystemsRequest): System[] {
  const systems = strategies
    .flatMap((text) => {
      const [name = ''] = text.split(':');
      const needs = known.find((each) => each.name === name);
      if (needs === undefined) throw unknownStrategy(name, known);
      return withIterations(text, needs, iterations).map((each) => ({ text: each, name, needs }));
    })
    .flatMap(({ text, name, needs }): System[] => {
      const options = parseOptions(text, needs, defaults);
      if (!needs.needsModel) return [{ id: text, strategy: name, model: null, options }];
      if (models.length === 0) throw modelRequired(name);
      return models.map((model) => ({ id: `${text}@${model}`, strategy: name, model, options }));
    });
  const duplicate = systems.find(({ id }, at) => systems.findIndex((other) => other.id === id) !== at);
  if (duplicate !== undefined)
    throw usage('system-twice', `${duplicate.id} is named twice.`, 'Name each strategy once.');
  return systems;
}

function withIterations(text: string, { options }: StrategyNeeds, iterations: readonly number[]): string[] {
  if (iterations.length < 2 || !options.includes('iterations') || /[:,]iterations=/.test(text)) return [text];
  return iterations.map((sigma) => `${text}${text.includes(':') ? ',' : ':'}iterations=${sigma}`);
}

function parseOptions(text: string, needs: StrategyNeeds, defaults: SystemOptions): SystemOptions {
  let options = { ...defaults };
  for (const word of text
    .slice(needs.name.length + 1)
    .split(',')
    .filter((each) => each !== '')) {
    const parsed = parseOption(word, needs);
    if (parsed === null) throw unknownOption(word, text, needs);
    options = { ...options, ...parsed };
  }
  return options;
}

/** Turns off retrieval of declarations and of passages. */
const NO_RETRIEVAL = 'no-retrieval';

/** Returns null if there is no such option or its value is invalid. */
function parseOption(word: string, needs: StrategyNeeds): Partial<SystemOptions> | null {
  if (word === NO_RETRIEVAL) return { k: 0, passages: 0 };
  const [name, ...rest] = word.split('=');
  for (const [field, row] of rowsFor(needs)) {
    if (row.strategyOption !== name) continue;
    const value = parseValue(row.value, rest.join('='), row.flag);
    return value === null ? null : { [field]: value };
  }
  return null;
}

const rowsFor = ({ options }: StrategyNeeds) =>
  Object.entries(SYSTEM_OPTIONS).filter(([field]) => options.includes(field));

/** `text`: '' for an option without `=`. Returns null if it is invalid. */
function parseValue(value: OptionValue, text: string, flag: string): number | string | boolean | null {
  const number = /^\d*\.?\d+$/.test(text) ? Number(text) : Number.NaN;
  switch (value.is) {
    case 'integer':
      return Number.isInteger(number) && number >= value.least && number <= value.most ? number : null;
    case 'number':
      return number <= value.most ? number : null;
    case 'choice':
      return value.choices.includes(text) ? text : null;
    default:
      return text === '' ? !flag.startsWith('--no-') : null;
  }
}

/** The options that the strategy reads, with their values, as they can be written in its text: `k=10`, `rounds=3`. */
export function optionsText({ options }: Pick<System, 'options'>, needs: StrategyNeeds): string[] {
  return rowsFor(needs).flatMap(([field, { strategyOption, value, flag }]) => {
    const given = options[field as keyof SystemOptions];
    if (value.is !== 'boolean') return given === null ? [] : [`${strategyOption}=${String(given)}`];
    return given === flag.startsWith('--no-') ? [] : [strategyOption];
  });
}

/** How the option is written: `rounds=NUMBER`. */
function exampleOf({ strategyOption, value }: (typeof SYSTEM_OPTIONS)[keyof typeof SYSTEM_OPTIONS]): string {
  if (value.is === 'boolean') return strategyOption;
  const example = value.is === 'integer' ? 'NUMBER' : value.is === 'number' ? '0.3' : value.choices.at(-1);
  return `${strategyOption}=${example}`;
}

function unknownOption(option: string, text: string, needs: StrategyNeeds): Failure {
  const options = [...rowsFor(needs).map(([, row]) => exampleOf(row)), NO_RETRIEVAL];
  return usage(
    'strategy-option',
    `'${option}' in ${text} is not an option of ${needs.name}.`,
    `Its options are ${options.join(', ')}. Example: rag:k=20,rounds=0`,
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
