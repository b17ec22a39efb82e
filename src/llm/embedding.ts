/** Opens an embedding model by name: `openai/…` and `local/…` use a server, `onnx:FOLDER` runs on this machine. */
import { Failure } from '../base/errors.ts';
import type { ModelSettings } from '../config/settings.ts';
import type { AskOptions, Price } from './chat.ts';
import { providerOf } from './find-provider.ts';

/** Some models encode queries and passages differently. */
export type TextRole = 'question' | 'passage';

export interface Embedded {
  /** One per text, in the same order, all of the same length. */
  vectors: Float32Array[];
  /** The provider's name for the model, or the SHA-256 of a local model's files. */
  snapshot: string;
  retries: number;
  unaccounted: number;
}

export interface EmbeddingModel {
  /** The name as the user gave it. */
  readonly name: string;
  /** Where texts go, for display. */
  readonly endpoint: string;
  /** Null if unknown. */
  readonly price: Price | null;
  /**
   * Embeds `texts` in batches. Fails if one batch fails.
   * @throws {ModelError} if the server fails, or `cancelled`
   */
  embed(texts: readonly string[], role: TextRole, options: AskOptions): Promise<Embedded>;
  /** Frees its resources. */
  close(): Promise<void>;
}

const FOLDER = 'onnx:';

/** An embedder that need not be on this machine. */
export interface KnownEmbedder extends Pick<EmbeddingModel, 'name' | 'endpoint' | 'price'> {
  /** The same on every machine, also if a folder has another path there. */
  id: string;
  /** Where texts go; `onnx` for a model whose files `id` identifies. */
  place: string;
}

/**
 * Identifies the embedder named in the settings. Needs no key, and no package.
 * @throws {Failure} as `openEmbeddingFrom`
 */
export async function identifyEmbedder(settings: ModelSettings): Promise<KnownEmbedder> {
  const name = settings.name ?? '';
  if (name.startsWith(FOLDER)) {
    const { readModelFolder } = await import('./model-folder.ts');
    const { model, sha256 } = await readModelFolder(name.slice(FOLDER.length));
    return { name, endpoint: model, price: { input: 0, output: 0 }, id: `sha256:${sha256}`, place: 'onnx' };
  }
  if (!providerOf(name)?.provider.embeds) throw unknownEmbedder(name);
  const { openRemoteEmbedding } = await import('./remote-embedding.ts');
  const { endpoint, price } = await openRemoteEmbedding(name, settings, false);
  return { name, endpoint, price, id: name, place: endpoint };
}

/**
 * Opens the embedder named in the settings. Sends nothing.
 * @throws {Failure} if the provider is unknown, or the key, the folder or a package is missing
 */
export async function openEmbeddingFrom(settings: ModelSettings): Promise<EmbeddingModel> {
  const name = settings.name ?? '';
  if (name.startsWith(FOLDER)) {
    return (await import('./onnx-embedding.ts')).openOnnxEmbedding(name, name.slice(FOLDER.length));
  }
  if (providerOf(name)?.provider.embeds)
    return (await import('./remote-embedding.ts')).openRemoteEmbedding(name, settings);
  throw unknownEmbedder(name);
}

function unknownEmbedder(name: string): Failure {
  return new Failure('usage', 'embedder-name', {
    message: `"${name}" is not an embedding model.`,
    reason: 'Available are openai/NAME, local/NAME with its server, and onnx:FOLDER with a model on this machine.',
    next: '--embedder openai/text-embedding-3-small',
  });
}
