/** From a name to what makes vectors of texts: `openai/…` and `local/…` by a server, `onnx:FOLDER` on this machine. */
import { Failure } from '../base/errors.ts';
import type { ModelSettings } from '../config/settings.ts';
import type { AskOptions, Price } from './chat.ts';

/** Some models are told whether a text asks or answers. */
export type TextRole = 'question' | 'passage';

export interface Embedded {
  /** One a text, in their order, all of one length. */
  vectors: Float32Array[];
  /** What answered: as the provider calls it, or the SHA-256 of a model's files. */
  snapshot: string;
  retries: number;
  unaccounted: number;
}

export interface EmbeddingModel {
  /** As the user names it. */
  readonly name: string;
  /** Where texts go, for people to read. */
  readonly endpoint: string;
  /** Null: not known. */
  readonly price: Price | null;
  /**
   * Takes `texts` in batches. Fails as a whole if one batch does.
   * @throws {ModelError} what a server does, or `cancelled`
   */
  embed(texts: readonly string[], role: TextRole, options: AskOptions): Promise<Embedded>;
  /** Lets go of what it holds. */
  close(): Promise<void>;
}

const FOLDER = 'onnx:';

/**
 * The embedder that the settings name. Nothing is sent.
 * @throws {Failure} if there is no such provider, no key, no such folder, or a package is missing
 */
export async function openEmbeddingFrom(settings: ModelSettings): Promise<EmbeddingModel> {
  const name = settings.name ?? '';
  if (name.startsWith(FOLDER)) {
    return (await import('./onnx-embedding.ts')).openOnnxEmbedding(name, name.slice(FOLDER.length));
  }
  if (/^(?:openai|local)\/./.test(name))
    return (await import('./remote-embedding.ts')).openRemoteEmbedding(name, settings);
  throw new Failure({
    exit: 'usage',
    code: 'embedder-name',
    message: `"${name}" gives no vectors.`,
    reason: 'There are openai/NAME, local/NAME with its server, and onnx:FOLDER with a model on this machine.',
    next: '--embedder openai/text-embedding-3-small',
  });
}
