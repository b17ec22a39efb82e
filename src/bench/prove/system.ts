/** What is compared: a strategy, with its options, and the model that it asks. */
import { Failure } from '../../base/errors.ts';

export interface SystemOptions {
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
  known: readonly StrategyNeeds[];
}

/**
 * Each strategy with each model; one that asks no model stands alone.
 * @throws {Failure} exit `usage`: an unknown strategy or option, no model where one is needed, the same system twice.
 */
export function systemsOf({ strategies, models, defaults, known }: SystemsRequest): System[] {
  const systems = strategies.flatMap((words): System[] => {
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

const NUMBERS: Record<string, keyof SystemOptions> = {
  k: 'k',
  n: 'n',
  rounds: 'rounds',
  'context-chars': 'contextChars',
};
const LEAST: SystemOptions = { k: 0, n: 1, rounds: 0, contextChars: 0 };

function optionsIn(words: string, list: string, defaults: SystemOptions): SystemOptions {
  const options = { ...defaults };
  for (const word of list.split(',').filter((each) => each !== '')) {
    if (word === 'no-retrieval') {
      options.k = 0;
      continue;
    }
    const [name = '', value = ''] = word.split('=');
    const key = NUMBERS[name];
    if (key === undefined || !/^\d{1,6}$/.test(value) || Number(value) < LEAST[key]) {
      throw usage(
        'strategy-option',
        `'${word}' in ${words} is no option of a strategy.`,
        `Options are no-retrieval, ${Object.keys(NUMBERS)
          .map((each) => `${each}=NUMBER`)
          .join(', ')}: rag:k=20,rounds=0`,
      );
    }
    options[key] = Number(value);
  }
  return options;
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
