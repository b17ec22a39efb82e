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
  throw new Failure('usage', 'embedder-name', {
    message: `"${name}" is not an embedding model.`,
    reason: 'Available are openai/NAME, local/NAME with its server, and onnx:FOLDER with a model on this machine.',
    next: '--embedder openai/text-embedding-3-small',
  });
}
