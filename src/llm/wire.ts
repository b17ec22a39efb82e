/** What a provider's wire format is turned into. */
import type { ChatAnswer, ChatRequest } from './chat.ts';
import type { ReportedUsage } from './usage.ts';

/** A piece of an answer; what is not in it has not changed. */
export interface WirePiece {
  /** To be put behind what came before. */
  text?: string;
  /** Nothing more is generated, for this reason. Without one an answer is not whole. */
  finish?: ChatAnswer['finish'];
  /** Stands for what was reported before. */
  usage?: ReportedUsage;
  snapshot?: string;
}

export interface Wire {
  /** Where requests go, for people. */
  endpoint: string;
  /**
   * Sends `request` and gives its answer as it comes. Errors are those of the SDK, of the network, or `ModelError`.
   * `onBytes` is told of every sign of life, and how many bytes it has.
   */
  stream(request: ChatRequest, signal: AbortSignal, onBytes: (bytes: number) => void): AsyncIterable<WirePiece>;
  /** What the server says it can be asked for, by name. */
  listModels(signal: AbortSignal): Promise<string[]>;
}

/** Whom to ask, and with what. */
export interface WireTarget {
  /** As the server knows it: without the provider. */
  model: string;
  /** Null: the provider's own. Without an end slash. */
  baseUrl: string | null;
  key: string | null;
}

/**
 * An event of a stream, which may be anything that JSON can say.
 * @throws {SyntaxError} if it is no object
 */
export function asObject<T extends object>(event: T): T {
  if (typeof event === 'object' && event !== null) return event;
  throw new SyntaxError('an event that is no object');
}

/** Text of an event, whatever really stands there. */
export function textIn(value: unknown): string {
  return typeof value === 'string' ? value : '';
}
