/** Opens the systems of a benchmark: creates their strategies and opens their models. */
import type { OpenSystem } from './run-bench.ts';
import { Failure } from '../../base/errors.ts';
import type { BenchProblem } from './problem.ts';
import { KNOWN_STRATEGIES } from './known-strategies.ts';
import { systemsOf, type System } from './system.ts';
import type { Settings } from '../../config/settings.ts';
import type { ChatModel } from '../../llm/chat.ts';
import { openModelFrom } from '../../llm/open-model.ts';
import { makeStrategy, STRATEGIES, usesIndex, type StrategyName } from '../../prove/strategies.ts';
import type { BenchProveRequest, TotalLimits } from '../bench-options.ts';
import { indexMissing } from '../../session/select-strategies.ts';
import type { ProverSession } from '../../session/prover-session.ts';
import { requirePrice } from '../../session/require-price.ts';

/** @throws {Failure} exit `usage` */
export function namedSystems(request: BenchProveRequest): System[] {
  return systemsOf({ ...request, known: KNOWN_STRATEGIES });
}

// `systemsOf` rejects all other names.
const strategyOf = ({ strategy }: System) => STRATEGIES[strategy as StrategyName];

/** @throws {Failure} exit `usage` if a system needs human proofs and the dataset has none */
export function requireHumanProofs(systems: readonly System[], problems: readonly BenchProblem[]): void {
  const guided = systems.find((system) => strategyOf(system).needs.humanProof);
  if (guided === undefined || problems.some(({ informalProof }) => informalProof !== null)) return;
  throw new Failure('usage', 'proofs-missing', {
    message: `${guided.id} needs informal proofs, but the dataset has none.`,
    next: 'Use JSON Lines with informal_proof, or omit human-guided.',
  });
}

/** Whether the system ever uses the index. */
export function readsIndex({ strategy, options }: System): boolean {
  return usesIndex(strategy as StrategyName, { ...options, limit: options.k });
}

/** Whether the system searches the library. */
export function readsLibrary(system: System): boolean {
  return strategyOf(system).needs.library && system.options.passages > 0;
}

/** Whether the system searches a graph of templates. */
export function readsTemplates(system: System): boolean {
  return strategyOf(system).needs.templates;
}

/**
 * Opens each model that a system uses, once. Sends nothing. `isNamed`: workers ask it, so no key is needed here.
 * @throws {Failure} if a model is unavailable, or cost is limited and its price is unknown
 */
export async function openModels(
  systems: readonly System[],
  { problemLimits }: BenchProveRequest,
  total: TotalLimits,
  { settings, record, isNamed }: { settings: Settings; record: string | null; isNamed: boolean },
): Promise<Map<string, ChatModel>> {
  const models = new Map<string, ChatModel>();
  for (const { model: name } of systems) {
    if (name === null || models.has(name)) continue;
    const model = await openModelFrom({ ...settings.model, name }, { record, isDryRun: isNamed });
    requirePrice(model, total.cost ?? problemLimits.cost);
    models.set(name, model);
  }
  return models;
}

/** @throws {Failure} exit `missing` if a system needs an index that does not exist */
export async function openSystems(
  systems: readonly System[],
  models: ReadonlyMap<string, ChatModel>,
  settings: Settings,
  { tactics, index }: ProverSession,
): Promise<OpenSystem[]> {
  const { temperature, maxOutputTokens } = settings.model;
  const open = async (system: System): Promise<OpenSystem> => {
    const strategy = strategyOf(system);
    const { n: samples, k: limit, ...options } = system.options;
    if ((strategy.needs.index || options.withDeclarations) && readsIndex(system) && index === null) {
      throw indexMissing(system.id, settings);
    }
    return {
      ...system,
      strategyInstance: await makeStrategy(system.strategy as StrategyName, {
        ...options,
        ...{ samples, limit, temperature, maxOutputTokens, tactics },
      }),
      readsHumanProof: strategy.needs.humanProof,
      openModel: system.model === null ? null : (models.get(system.model) ?? null),
    };
  };
  return Promise.all(systems.map(open));
}
