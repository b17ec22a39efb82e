/** Opens the embedding model and the vector store from the settings. */
import { resolve } from 'node:path';
import { Failure } from '../base/errors.ts';
import type { ModelSettings, Settings } from '../config/settings.ts';
import { EmbeddedStore } from '../library/embedded-store.ts';
import type { Library } from '../library/library.ts';
import { identifyEmbedder, openEmbeddingFrom, type EmbeddingModel } from '../llm/embedding.ts';
import { maxEmbeddingAmount } from '../llm/within-budget.ts';
import type { VectorSearch } from '../search/library/vector-channel.ts';
import { openChromaStore, readChromaPlace } from '../vectors/chroma-store.ts';
import type { VectorStore } from '../vectors/vector-store.ts';
import type { CommandContext } from './command-context.ts';
import { type AskHelper, readVectors } from './helper-requests.ts';

export function embedderAsModel(settings: Settings, name: string, cwd: string): ModelSettings {
  return serverAsModel(settings, { name, baseUrl: settings.embedder.baseUrl }, cwd);
}

/**
 * Settings of an embedder or a reranker in the form of model settings: with the timeouts and prices of `model.*`, but with
 * the server and key of `model.*` only if both have the same provider.
 */
export function serverAsModel(
  { model }: Pick<Settings, 'model'>,
  { name, baseUrl }: { name: string; baseUrl: string | null },
  cwd: string,
): ModelSettings {
  const provider = (text: string): string => text.slice(0, text.indexOf('/') + 1);
  const isSameProvider = model.name !== null && provider(model.name) === provider(name);
  const folder = /^onnx:(?<path>.+)$/su.exec(name)?.groups?.['path'];
  return {
    ...model,
    name: folder === undefined ? name : `onnx:${resolve(cwd, folder)}`,
    baseUrl: baseUrl ?? (isSameProvider ? model.baseUrl : null),
    keyFile: isSameProvider ? model.keyFile : null,
  };
}

/** @throws {Failure} `embedder-missing`, and the failures of `openEmbeddingFrom` */
export async function openEmbedder({ settings, cwd, modelWorkers }: CommandContext): Promise<EmbeddingModel> {
  const { name } = settings.embedder;
  if (name !== null) {
    const asModel = embedderAsModel(settings, name, cwd);
    if (modelWorkers === undefined) return openEmbeddingFrom(asModel);
    return modelWorkers.embedder(await identifyEmbedder(asModel), asModel);
  }
  throw new Failure('usage', 'embedder-missing', {
    message: 'No embedder is configured.',
    reason:
      'Possible values: openai/NAME, local/NAME with --embedder-url, and onnx:FOLDER for a model on this machine.',
    next: '--embedder openai/text-embedding-3-small',
  });
}

/** That of a recorded run, which has its answers: nothing is opened or sent. */
export function recordedEmbedder(name: string): EmbeddingModel {
  const notAsked = (): never => {
    throw new Error('a replay sends nothing');
  };
  return { name, endpoint: 'none', price: null, embed: notAsked, close: () => Promise.resolve() };
}

/** The same embedder, which is asked for the vectors of questions by `ask`. */
export function askedQuestions(model: EmbeddingModel, ask: AskHelper): EmbeddingModel {
  return {
    ...model,
    embed: async (texts, role, options) => {
      if (role !== 'question') return model.embed(texts, role, options);
      const answer = await ask({
        ...{ model, template: 'question-vectors', texts, maximum: maxEmbeddingAmount(texts, model.price) },
        send: async (tries) => {
          const { vectors, ...facts } = await model.embed(texts, role, tries);
          return { ...facts, text: JSON.stringify(vectors.map((vector) => [...vector])) };
        },
      });
      return { vectors: readVectors(answer), snapshot: answer.snapshot, retries: 0, unaccounted: 0 };
    },
  };
}

/** Opens the vector store of the library. @throws {Failure} `store-name`, `package-missing` */
export async function openStore(
  library: Library,
  { settings: { libraryStore }, signal }: CommandContext,
): Promise<VectorStore> {
  if (libraryStore === 'embedded') return new EmbeddedStore(library.database, library.path);
  const place = readChromaPlace(libraryStore);
  if (place !== null) return openChromaStore(place, signal);
  throw new Failure('usage', 'store-name', {
    message: `"${libraryStore}" is not a vector store.`,
    reason: 'Possible values: embedded, and chroma:URL for a server, optionally followed by /COLLECTION.',
    next: '--store chroma:http://localhost:8000',
  });
}

/** Calls `work` with the embedder, and closes it. @throws {Failure} as `openEmbedder` */
export async function withEmbedder<T>(
  context: CommandContext,
  work: (model: EmbeddingModel) => Promise<T>,
): Promise<T> {
  const model = await openEmbedder(context);
  try {
    return await work(model);
  } finally {
    await model.close();
  }
}

/** Calls `work` with the vector search for the library, or null if no embedder is configured. */
export async function withVectorSearch<T>(
  library: Library,
  context: CommandContext,
  work: (vectors: VectorSearch | null) => Promise<T>,
): Promise<T> {
  if (context.settings.embedder.name === null) return work(null);
  return withEmbedder(context, async (model) =>
    work({ model, store: await openStore(library, context), signal: context.signal }),
  );
}
