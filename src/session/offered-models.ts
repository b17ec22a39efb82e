/** The models and the embedder that a worker offers: those that its settings name. */
import { Failure } from '../base/errors.ts';
import { firstLine } from '../base/one-line.ts';
import { packageVersion } from '../base/version.ts';
import type { ChatModel } from '../llm/chat.ts';
import { type EmbeddingModel, identifyEmbedder, openEmbeddingFrom } from '../llm/embedding.ts';
import { isOnServer, openModelFrom } from '../llm/open-model.ts';
import type { WorkerOptions } from '../options/queue-options.ts';
import type { Offer } from '../queue/requirements.ts';
import type { CommandContext } from './command-context.ts';
import { embedderAsModel } from './embedder.ts';
import { embedderFacts, modelFacts } from './model-unit.ts';

export interface OfferedModels {
  /** As the settings say, for proofs. */
  chat: ReadonlyMap<string, ChatModel>;
  /** Without retries, which are made by who sends the units. */
  once: ReadonlyMap<string, ChatModel>;
  /** By their ids in the requirements of units. */
  embedders: ReadonlyMap<string, EmbeddingModel>;
  facts: Offer;
  close: () => Promise<void>;
}

/**
 * A model that cannot be opened is left out, unless the worker is for such units only.
 * @throws {Failure} if a key, a folder or a package is missing
 */
export async function openOfferedModels(
  { only, jobs }: Pick<WorkerOptions, 'only' | 'jobs'>,
  { settings, cwd, log }: CommandContext,
): Promise<OfferedModels> {
  const accepts = (kind: string): boolean => only.length === 0 || only.includes(kind);
  const orLeaveOut = (error: unknown): null => {
    if (!(error instanceof Failure) || only.length > 0) throw error;
    log.warn(`${firstLine(error.message)} This worker takes no units for it.`);
    return null;
  };
  const oneTry = { retries: 0, concurrency: jobs };
  const [chat, once] = [new Map<string, ChatModel>(), new Map<string, ChatModel>()];
  const embedders = new Map<string, EmbeddingModel>();
  const facts: Record<string, string> = { lemmahead: packageVersion() };
  const { model, advancedModel, judgeModel, adapters, embedder } = settings;
  const names = new Set([model.name, advancedModel, judgeModel, ...Object.values(adapters)]);
  for (const name of accepts('chat') ? names : accepts('prove') ? [model.name] : []) {
    if (name === null || !isOnServer({ name })) continue;
    const opened = await openModelFrom({ ...model, name }, { record: null }).catch(orLeaveOut);
    if (opened === null) continue;
    chat.set(name, opened);
    if (accepts('chat')) once.set(name, await openModelFrom({ ...model, ...oneTry, name }, { record: null }));
    Object.assign(facts, modelFacts(name, opened.endpoint));
  }
  if (accepts('embed') && embedder.name !== null) {
    const asModel = { ...embedderAsModel(settings, embedder.name, cwd), ...oneTry };
    const opened = await Promise.all([identifyEmbedder(asModel), openEmbeddingFrom(asModel)]).catch(orLeaveOut);
    if (opened !== null) {
      const [{ id, place }, embedding] = opened;
      embedders.set(id, embedding);
      Object.assign(facts, embedderFacts(id, place));
    }
  }
  const close = async (): Promise<void> => {
    for (const each of embedders.values()) await each.close();
  };
  return { chat, once, embedders, facts, close };
}

/** A worker that shall take only such units needs one. */
export function nothingOffered(kinds: readonly string[]): Failure {
  return new Failure('usage', 'worker-idle', {
    message: `This worker could take no units of the kinds ${kinds.join(', ')}.`,
    reason: 'Units of the kind chat need a model, and those of the kind embed an embedder.',
    next: 'Name them: --model PROVIDER/NAME, --embedder NAME',
  });
}
