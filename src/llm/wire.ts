/** The common interface of all providers' wire formats. */
import type { ChatAnswer, ChatRequest } from './chat.ts';
import type { ToolCall } from './chat-tools.ts';
import type { ReportedUsage } from './usage.ts';

/** A piece of an answer; missing fields are unchanged. */
export interface WirePiece {
  /** Appended to the text so far. */
  text?: string;
  /** A piece of a call of a tool. Pieces of one call have the same `at`; their inputs are appended. */
  call?: { at: number } & Partial<ToolCall>;
  /** It has a piece of the model's thoughts, which are no part of the answer. */
  isThought?: boolean;
  /** Why generation ended. An answer without it is incomplete. */
  finish?: ChatAnswer['finish'];
  /** Replaces earlier reports. */
  usage?: ReportedUsage;
  snapshot?: string;
}

export interface Wire {
  /** Where requests go, for display. */
  endpoint: string;
  /**
   * Sends `request` and streams the answer. Throws errors of the SDK or the network, or `ModelError`. Calls `onBytes` with
   * the number of bytes of everything received.
   */
  stream(request: ChatRequest, signal: AbortSignal, onBytes: (bytes: number) => void): AsyncIterable<WirePiece>;
  /** Whether the server takes tools, as far as is known: false after it refused them. Absent: it does. */
  takesTools?: () => boolean;
  /** The names of the server's models. */
  listModels(signal: AbortSignal): Promise<string[]>;
}

/** Server, model and key of a request. */
export interface WireTarget {
  /** The server's name for the model: without the provider. */
  model: string;
  /** Without a trailing slash. */
  baseUrl: string;
  key: string | null;
}

/**
 * Checks an event of a stream, which may be any JSON value.
 * @throws {SyntaxError} if it is not an object
 */
export function asObject<T extends object>(event: T): T {
  if (typeof event === 'object' && event !== null) return event;
  throw new SyntaxError('event is not an object');
}

/**
 * Checks the response to a request for a list: the SDKs read text, such as the page of a proxy, as an empty list.
 * @throws {SyntaxError} if it is not JSON
 */
export function requireJson({ headers }: Pick<Response, 'headers'>): void {
  if (!/\bjson\b/i.test(headers.get('content-type') ?? '')) throw new SyntaxError('response is not JSON');
}

/** Returns a text field of an event; '' if it is not a string. */
export function textIn(value: unknown): string {
  return typeof value === 'string' ? value : '';
}
