/**
 * Registry of strategies. A new one is one file and one line in `STRATEGIES`. The command line reads it, so strategies
 * are loaded on demand.
 */
import { typedKeys } from '../base/typed-keys.ts';
import {
  boolean,
  choice,
  integer,
  option,
  optionTable,
  type Merged,
  type OptionTable,
} from '../config/option-table.ts';
import {
  INFORMAL_OPTIONS,
  RESEARCH,
  RETRIEVAL,
  IPA_OPTIONS,
  PASSAGE_OPTIONS,
  type InformalOptions,
} from './informal/informal-options.ts';
import { STEPS_BY } from './decompose/steps-by.ts';
import type { Strategy } from './strategy.ts';

/** `templates`: a graph of templates in the library. */
const NEEDS = ['model', 'index', 'library', 'humanProof', 'templates'] as const;

type Need = (typeof NEEDS)[number];

/** `Options`: what its factory takes. `Table`: the option table of its own options, which `prove` and `bench prove` offer. */
interface StrategyEntry<Options, Table extends OptionTable> {
  /** Requirements. */
  needs: Record<Need, boolean>;
  /** Whether it retrieves declarations: always, only with `withDeclarations`, or never. */
  retrieves: 'always' | 'with declarations' | 'never';
  /** Whether it starts with an informal problem. */
  isInformal: boolean;
  /**
   * Number of requests after the first at each hole, without repairs, if the informal statement is known and every answer
   * is readable.
   */
  laterRequests: (options: Pick<InformalOptions, 'iterations' | 'ipaStart'> & { turns: number }) => number;
  /** Its own options, in addition to those of all strategies. */
  options: Table;
  /** Loads its factory. */
  load: () => Promise<(options: Options) => Strategy>;
}

const NO_OPTIONS = optionTable({});

const RAG_OPTIONS = optionTable({
  exemplars: option('--exemplars <number>', 'similar theorems that rag shows with their proofs', integer(0, 20), {
    group: RETRIEVAL,
    default: 0,
    strategyOption: 'exemplars',
    plan: 'exemplars',
  }),
});

const PORTFOLIO_OPTIONS = optionTable({
  hasTemplates: option('--no-templates', 'leave proofs of similar theorems out of the portfolio', boolean, {
    group: RETRIEVAL,
    strategyOption: 'no-templates',
    plan: 'similar proofs',
  }),
});

const AGENT_OPTIONS = optionTable({
  turns: option('--turns <number>', 'requests of an agent at each hole', integer(1, 1000), {
    group: RESEARCH,
    default: 20,
    request: { field: 'turns', forAgents: false },
    strategyOption: 'turns',
    plan: 'turns',
  }),
  resultChars: option(
    '--result-chars <number>',
    'maximum characters of tool results in a prompt of an agent; older results are dropped',
    integer(1000, 1_000_000),
    {
      group: RESEARCH,
      default: 20_000,
      request: { field: 'result_chars', forAgents: false },
      strategyOption: 'result-chars',
      plan: 'result characters',
    },
  ),
});

const DECOMPOSE_OPTIONS = optionTable({
  ...AGENT_OPTIONS,
  depth: option('--depth <number>', 'sketches within each other that decompose may use', integer(1, 10), {
    group: RESEARCH,
    default: 4,
    request: { field: 'depth', forAgents: false },
    strategyOption: 'depth',
    plan: 'depth',
  }),
  sketches: option('--sketches <number>', 'sketches that decompose may request for a goal', integer(1, 100), {
    group: RESEARCH,
    default: 4,
    request: { field: 'sketches', forAgents: false },
    strategyOption: 'sketches',
    plan: 'sketches',
  }),
  stepsBy: option('--steps-by <strategies>', 'strategies that decompose tries at each step', choice(STEPS_BY), {
    group: RESEARCH,
    default: 'portfolio+rag',
    request: { field: 'steps_by', forAgents: false },
    strategyOption: 'steps-by',
    plan: 'steps by',
  }),
});

/** A strategy that starts with the formal statement. */
function formal<Options, Table extends OptionTable = typeof NO_OPTIONS>(
  needs: readonly Need[],
  retrieves: StrategyEntry<Options, Table>['retrieves'],
  load: StrategyEntry<Options, Table>['load'],
  options = NO_OPTIONS as Table,
): StrategyEntry<Options, Table> {
  return {
    needs: Object.fromEntries(NEEDS.map((need) => [need, needs.includes(need)])) as Record<Need, boolean>,
    ...{ retrieves, isInformal: false, laterRequests: () => 0, options, load },
  };
}

/** A strategy that starts with an informal problem. `more`: what it needs in addition to a model. */
function informal<Options, Table extends OptionTable>(
  more: readonly Need[],
  options: Table,
  laterRequests: StrategyEntry<Options, Table>['laterRequests'],
  load: StrategyEntry<Options, Table>['load'],
): StrategyEntry<Options, Table> {
  return { ...formal(['model', ...more], 'with declarations', load, options), isInformal: true, laterRequests };
}

/** Rounds of `ipa` after the first request. */
const ipaRequests = ({ iterations, ipaStart }: Pick<InformalOptions, 'iterations' | 'ipaStart'>): number =>
  (ipaStart === 'eqg' ? 2 : 1) + 2 * iterations;

// oxfmt-ignore
export const STRATEGIES = {
  portfolio: formal([], 'always', async () => (await import('./portfolio/portfolio.ts')).portfolio, PORTFOLIO_OPTIONS),
  templates: formal(['index'], 'always', async () => (await import('./portfolio/portfolio.ts')).templates),
  baseline: formal(['model'], 'never', async () => (await import('./rag/rag.ts')).baseline),
  rag: formal(['model', 'index'], 'always', async () => (await import('./rag/rag.ts')).rag, RAG_OPTIONS),
  agent: { ...formal(['model'], 'always', async () => (await import('./agent/agent.ts')).agent, AGENT_OPTIONS), laterRequests: ({ turns }: { turns: number }) => turns - 1 },
  decompose: { ...formal(['model'], 'always', async () => (await import('./decompose/decompose.ts')).decompose, DECOMPOSE_OPTIONS), laterRequests: () => 1 },
  'informal-baseline': informal([], INFORMAL_OPTIONS, () => 1, async () => (await import('./informal/informal-baseline.ts')).informalBaseline),
  'informal-rag': informal(['library'], PASSAGE_OPTIONS, () => 1, async () => (await import('./informal/informal-rag.ts')).informalRag),
  eqg: informal(['library'], PASSAGE_OPTIONS, () => 2, async () => (await import('./informal/eqg.ts')).eqg),
  ipa: informal(['library'], IPA_OPTIONS, ipaRequests, async () => (await import('./informal/ipa.ts')).ipa),
  'templates-informal': { ...informal(['templates'], INFORMAL_OPTIONS, () => 4, async () => (await import('./informal/templates-informal.ts')).templatesInformal), retrieves: 'always' },
  'human-guided': informal(['humanProof'], INFORMAL_OPTIONS, () => 0, async () => (await import('./informal/human-guided.ts')).humanGuided),
};

export type StrategyName = keyof typeof STRATEGIES;
type Entry = (typeof STRATEGIES)[StrategyName];

/** What the factories of all strategies take. */
export type StrategyOptions = Merged<Parameters<Awaited<ReturnType<Entry['load']>>>[0]>;

export const STRATEGY_NAMES = typedKeys(STRATEGIES);

/** The own options of all strategies. */
export const STRATEGY_OPTIONS = Object.assign({}, ...STRATEGY_NAMES.map((name) => STRATEGIES[name].options)) as Merged<
  Entry['options']
>;

/** Default number of answers per prompt and of repair rounds. With one answer and no repair, pass@1 is that of the LemmaHead paper. */
export function defaultTries(strategies: readonly string[]): { samples: number; rounds: number } {
  return strategies.some(isInformal) ? { samples: 1, rounds: 0 } : { samples: 4, rounds: 3 };
}

/** Whether the strategy starts with an informal problem. False if there is no such strategy. */
export function isInformal(name: string): boolean {
  return STRATEGY_NAMES.some((each) => each === name && STRATEGIES[each].isInformal);
}

/** Whether the strategy uses the index. */
export function usesIndex(
  name: StrategyName,
  { limit, withDeclarations }: Pick<StrategyOptions, 'limit' | 'withDeclarations'>,
): boolean {
  const { retrieves } = STRATEGIES[name];
  return limit > 0 && (retrieves === 'always' || (retrieves === 'with declarations' && withDeclarations));
}

/** What a strategy was made of, without what only this process has. */
export interface StrategySpec {
  name: StrategyName;
  options: Omit<StrategyOptions, 'tactics'>;
}

const specs = new WeakMap<Strategy, StrategySpec>();

/** So that another process can make the same strategy. Null if `makeStrategy` did not make it. */
export const specOf = (strategy: Strategy): StrategySpec | null => specs.get(strategy) ?? null;

export async function makeStrategy(name: StrategyName, options: StrategyOptions): Promise<Strategy> {
  const strategy = (await STRATEGIES[name].load())(options);
  const { tactics: _, ...rest } = options;
  specs.set(strategy, { name, options: rest });
  return strategy;
}
