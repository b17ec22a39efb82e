/** Opens a reranker by name: `local/…` uses a server, `onnx:FOLDER` runs on this machine. It scores passages for a text. */
import { Failure } from '../base/errors.ts';
import type { ModelSettings } from '../config/settings.ts';
import type { Amount } from './budget.ts';
import type { AskOptions, Price } from './chat.ts';
import { providerOf } from './find-provider.ts';
import { maxEmbeddingAmount } from './within-budget.ts';

export interface Scored {
  /** One per passage, in the same order; higher is better. */
  scores: number[];
  snapshot: string;
  retries: number;
  unaccounted: number;
}

export interface Reranker {
  /** The name as the user gave it. */
  readonly name: string;
  /** Where texts go, for display. */
  readonly endpoint: string;
  /** Null if unknown. */
  readonly price: Price | null;
  /** @throws {ModelError} if the server fails, or `cancelled` */
  score(query: string, texts: readonly string[], options: AskOptions): Promise<Scored>;
  /** Frees its resources. */
  close(): Promise<void>;
}

const FOLDER = 'onnx:';

/**
 * Opens the reranker named in the settings. Sends nothing.
 * @throws {Failure} if the name is unknown, or the key, the folder or a package is missing
 */
export async function openRerankerFrom(settings: ModelSettings): Promise<Reranker> {
  const name = settings.name ?? '';
  if (name.startsWith(FOLDER)) {
    return (await import('./onnx-rerank.ts')).openOnnxReranker(name, name.slice(FOLDER.length));
  }
  if (providerOf(name)?.provider.reranks)
    return (await import('./remote-rerank.ts')).openRemoteReranker(name, settings);
  throw new Failure('usage', 'reranker-name', {
    message: `"${name}" is not a reranker.`,
    reason: 'Available are local/NAME with its server, onnx:FOLDER with a cross-encoder on this machine, and model.',
    next: '--reranker local/bge-reranker-v2-m3 --reranker-url http://127.0.0.1:8080/v1',
  });
}

/** The maximum that one try can use: each passage is read together with the question. */
export function maxRerankAmount({ price }: Reranker, query: string, texts: readonly string[]): Amount {
  return maxEmbeddingAmount(
    texts.flatMap((text) => [query, text]),
    price,
  );
}

/** The places of the passages, best first. */
export function placesByScore(scores: readonly number[]): number[] {
  return [...scores.keys()].sort((a, b) => scores[b]! - scores[a]! || a - b);
}
