/** Request and answer types of all chat models. */
import type { ChatImage } from './image.ts';
import type { ChatTool, ToolCall, ToolResult } from './chat-tools.ts';

export interface ChatMessage {
  role: 'system' | 'user' | 'assistant';
  text: string;
  /** Placed before the text. Only in user messages. */
  images?: readonly ChatImage[];
  /** After the text. Only in assistant messages. */
  calls?: readonly ToolCall[];
  /** Results of the calls of the message before, in their order; before the text. Only in user messages. */
  results?: readonly ToolResult[];
}

export interface ChatRequest {
  messages: readonly ChatMessage[];
  /** Maximum number of tokens of the answer. */
  maxOutputTokens: number;
  /** Null: as the provider sets it. */
  temperature: number | null;
  /** Share of the probability from which the model draws; absent: as the provider sets it. */
  topP?: number;
  /** Tools that the model may call; absent for none. */
  tools?: readonly ChatTool[];
  /** 0-based number of the answer among several to the same prompt. Requests that differ only in it are different requests. */
  sample: number;
}

/** Tokens counted against a budget: the provider's report if it is plausible. */
export interface Usage {
  inputTokens: number;
  outputTokens: number;
  /** The report was missing or implausible: these are upper bounds (`usage.ts`). */
  isBound?: true;
}

/** US dollars per million tokens. */
export interface Price {
  input: number;
  output: number;
  /** Price of all tokens of a request whose prompt has more than `above` tokens. */
  long?: { above: number; input: number; output: number };
}

export interface ChatAnswer {
  text: string;
  /** Calls of tools, whose results the model waits for; absent for none. */
  calls?: readonly ToolCall[];
  /** `length`: cut off at `maxOutputTokens`. `refused`: by the provider or the model. */
  finish: 'end' | 'length' | 'refused';
  usage: Usage;
  /** The provider's name for the model that answered; often a dated snapshot. */
  snapshot: string;
  /** Number of retries. */
  retries: number;
  /** Number of earlier tries whose cost was not reported; count the maximum for each. */
  unaccounted: number;
  /** From the answered request to the end of its answer. */
  seconds: number;
}

export interface AskOptions {
  signal: AbortSignal;
  /**
   * Called before each try, including retries, with its number (from 1) and the number of earlier tries that are
   * `unaccounted`. Nothing is sent before its promise is fulfilled, or if it throws.
   */
  onTry?: (number: number, unaccounted: number) => void | Promise<void>;
}

/** The request with the sampling of the model, as it is sent and hashed. */
export function sampledRequest(request: ChatRequest, { topP }: Pick<ChatModel, 'topP'>): ChatRequest {
  return topP === undefined ? request : { ...request, topP };
}

export interface ChatModel {
  /** `provider/model`, as the user named it. */
  readonly name: string;
  /** Where requests go, for display; without a key. */
  readonly endpoint: string;
  /** Null if unknown. */
  readonly price: Price | null;
  /** `topP` of every request to it; absent: as the provider sets it. */
  readonly topP?: number;
  /**
   * The recorded results of the calls at the end of `messages`; null if there are none. Only a recording has it: its
   * calls are not made again.
   */
  readonly recordedResults?: (messages: readonly ChatMessage[], sample: number) => readonly ToolResult[] | null;
  /** @throws {ModelError} of kind `cancelled` if `signal` is aborted */
  ask(request: ChatRequest, options: AskOptions): Promise<ChatAnswer>;
}
