/** The models that write the proofs and solutions of a kind: the adapters of the paper, each under a name of its own. */
import type { AskModel } from '../builders/concepts/model-stage.ts';
import type { Settings } from '../config/settings.ts';
import type { Budget } from '../llm/budget.ts';
import type { ChatModel } from '../llm/chat.ts';
import { openModelFrom } from '../llm/open-model.ts';
import { type Adapter, ADAPTERS } from '../prompt/templates/complete-entity.ts';
import type { CommandContext } from './command-context.ts';
import { ModelQuestions, type QuestionLimits } from './model-questions.ts';
import { requirePrice } from './require-price.ts';

/**
 * By adapter; adapters without a model of their own are absent. A recording has the answers of all models, so nothing
 * else is opened beside one. Two adapters may share a model.
 * @throws {Failure} if a model cannot be opened, or its price is unknown and the cost is limited
 */
export async function openAdapterModels(
  { adapters, model: settings }: Pick<Settings, 'adapters' | 'model'>,
  { record, isDryRun, cost }: { record: string | null; isDryRun: boolean; cost: number | null },
): Promise<Map<Adapter, ChatModel>> {
  const byName = new Map<string, ChatModel>();
  const models = new Map<Adapter, ChatModel>();
  if (settings.name?.startsWith('replay:') === true) return models;
  for (const adapter of ADAPTERS) {
    const name = adapters[adapter];
    if (name === null) continue;
    const model = byName.get(name) ?? (await openModelFrom({ ...settings, name }, { record, isDryRun }));
    requirePrice(model, cost);
    byName.set(name, model);
    models.set(adapter, model);
  }
  return models;
}

/** The questions to the models of adapters: within the budget of all, until the deadline of the first ones. */
export class AdapterQuestions {
  readonly ask: ReadonlyMap<Adapter, AskModel>;
  readonly #questions: readonly ModelQuestions[];

  constructor(
    models: ReadonlyMap<Adapter, ChatModel>,
    { limits }: Pick<QuestionLimits, 'limits'>,
    context: CommandContext,
    budget: Budget,
  ) {
    const byModel = new Map(
      [...new Set(models.values())].map((model) => [
        model,
        new ModelQuestions(model, { limits, maxTime: null }, context, budget),
      ]),
    );
    this.#questions = [...byModel.values()];
    this.ask = new Map([...models].map(([adapter, model]) => [adapter, byModel.get(model)!.ask]));
  }

  report() {
    return this.#questions.map((each) => each.report());
  }
}
