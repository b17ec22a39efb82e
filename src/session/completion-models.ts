/**
 * The models of completions: one that plans and checks, those that write the proofs and solutions of a kind (the adapters
 * of the paper, each under a name of its own), and an embedder.
 */
import type { AskModel } from '../builders/concepts/model-stage.ts';
import type { KnowledgeParts } from '../builders/knowledge/complete/knowledge.ts';
import { Budget } from '../llm/budget.ts';
import type { ChatModel } from '../llm/chat.ts';
import type { EmbeddingModel } from '../llm/embedding.ts';
import { type Adapter, ADAPTERS } from '../prompt/templates/complete-entity.ts';
import type { CommandContext } from './command-context.ts';
import { embedderOf } from './completion-knowledge.ts';
import { ModelQuestions, type QuestionLimits } from './model-questions.ts';
import { sharedBudgetOf } from './model-workers.ts';
import { openChatModel } from './open-chat-model.ts';
import { openRequiredModel } from './required-model.ts';
import { requirePrice } from './require-price.ts';

export interface CompletionModels {
  model: ChatModel;
  /** Adapters without a model of their own are absent. Two adapters may share a model. */
  adapters: ReadonlyMap<Adapter, ChatModel>;
}

type OpenContext = Pick<CommandContext, 'settings' | 'modelWorkers'>;

interface OpenOptions {
  record: string | null;
  isDryRun: boolean;
  /** US dollars; null: not limited. */
  cost: number | null;
}

/**
 * `without`: a command that does something similar without a model.
 * @throws {Failure} if a model cannot be opened, or its price is unknown and the cost is limited
 */
export async function openCompletionModels(
  context: OpenContext,
  { without, ...options }: OpenOptions & { without: string },
): Promise<CompletionModels> {
  const { record, isDryRun, cost } = options;
  const model = await openRequiredModel(context, { record, isDryRun, without });
  requirePrice(model, cost);
  return { model, adapters: await openAdapterModels(context, options) };
}

/** A recording has the answers of all models, so nothing else is opened beside one. */
async function openAdapterModels(
  context: OpenContext,
  { record, isDryRun, cost }: OpenOptions,
): Promise<Map<Adapter, ChatModel>> {
  const { adapters, model: settings } = context.settings;
  const byName = new Map<string, ChatModel>();
  const models = new Map<Adapter, ChatModel>();
  if (settings.name?.startsWith('replay:') === true) return models;
  for (const adapter of ADAPTERS) {
    const name = adapters[adapter];
    if (name === null) continue;
    const model = byName.get(name) ?? (await openChatModel({ ...settings, name }, { record, isDryRun }, context));
    requirePrice(model, cost);
    byName.set(name, model);
    models.set(adapter, model);
  }
  return models;
}

/** The questions to all models of a completion: within one budget, until the deadline of `main`. */
export class CompletionQuestions {
  readonly main: ModelQuestions;
  readonly writers: ReadonlyMap<Adapter, AskModel>;
  readonly embed: KnowledgeParts['embed'];
  readonly #ofAdapters: readonly ModelQuestions[];

  /** `embedder` null: nothing is embedded. */
  constructor(
    { model, adapters }: CompletionModels,
    embedder: EmbeddingModel | null,
    { limits, maxTime }: QuestionLimits,
    context: CommandContext,
  ) {
    const budget = new Budget({ ...limits, attempts: null }, sharedBudgetOf(limits, context));
    this.main = new ModelQuestions(model, { limits, maxTime }, context, budget);
    this.embed = embedderOf(embedder, this.main, context);
    const { signal } = this.main;
    const byModel = new Map(
      [...new Set(adapters.values())].map((each) => [
        each,
        new ModelQuestions(each, { limits, maxTime: null }, { ...context, signal }, budget),
      ]),
    );
    this.#ofAdapters = [...byModel.values()];
    this.writers = new Map([...adapters].map(([adapter, each]) => [adapter, byModel.get(each)!.ask]));
  }

  reportOfAdapters() {
    return this.#ofAdapters.map((each) => each.report());
  }
}
