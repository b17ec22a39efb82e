/** The embedder and the store of vectors that the settings name, opened. */
import { resolve } from 'node:path';
import { Failure } from '../base/errors.ts';
import type { ModelSettings, Settings } from '../config/settings.ts';
import { EmbeddedStore } from '../library/embedded-store.ts';
import type { Library } from '../library/library.ts';
import { openEmbeddingFrom, type EmbeddingModel } from '../llm/embedding.ts';
import type { VectorSearch } from '../search/library/vector-channel.ts';
import { openChromaStore, readChromaPlace } from '../vectors/chroma-store.ts';
import type { VectorStore } from '../vectors/vector-store.ts';
import type { CommandContext } from './command.ts';

/** As a model that is asked: with the patience and prices of `model.*`, and its server and key only for its own provider. */
export function embedderAsModel({ embedder, model }: Settings, name: string, cwd: string): ModelSettings {
  const provider = (text: string): string => text.slice(0, text.indexOf('/') + 1);
  const isOfModel = model.name !== null && provider(model.name) === provider(name);
  const folder = /^onnx:(?<path>.+)$/su.exec(name)?.groups?.['path'];
  return {
    ...model,
    name: folder === undefined ? name : `onnx:${resolve(cwd, folder)}`,
    baseUrl: embedder.baseUrl ?? (isOfModel ? model.baseUrl : null),
    keyFile: isOfModel ? model.keyFile : null,
  };
}

/** @throws {Failure} `embedder-missing`, and what `openEmbeddingFrom` says */
export async function openEmbedder({ settings, cwd }: CommandContext): Promise<EmbeddingModel> {
  const { name } = settings.embedder;
  if (name !== null) return openEmbeddingFrom(embedderAsModel(settings, name, cwd));
  throw new Failure({
    exit: 'usage',
    code: 'embedder-missing',
    message: 'No embedder is named.',
    reason: 'There are openai/NAME, local/NAME with --embedder-url, and onnx:FOLDER with a model on this machine.',
    next: '--embedder openai/text-embedding-3-small',
  });
}

/** Where the vectors of the library are. @throws {Failure} `store-name`, `package-missing` */
export async function openStore(
  library: Library,
  { settings: { libraryStore }, signal }: CommandContext,
): Promise<VectorStore> {
  if (libraryStore === 'embedded') return new EmbeddedStore(library.database, library.path);
  const place = readChromaPlace(libraryStore);
  if (place !== null) return openChromaStore(place, signal);
  throw new Failure({
    exit: 'usage',
    code: 'store-name',
    message: `"${libraryStore}" is no store of vectors.`,
    reason: 'There are embedded, and chroma:URL with a server, perhaps with /COLLECTION behind it.',
    next: '--store chroma:http://localhost:8000',
  });
}

/** Runs `work` with what searches the library by vectors, or null where no embedder is named. */
export async function withVectorSearch<T>(
  library: Library,
  context: CommandContext,
  work: (vectors: VectorSearch | null) => Promise<T>,
): Promise<T> {
  if (context.settings.embedder.name === null) return work(null);
  const model = await openEmbedder(context);
  try {
    return await work({ model, store: await openStore(library, context), signal: context.signal });
  } finally {
    await model.close();
  }
}
