/** What every chat model is asked and answers, whoever serves it. Types only. */
import type { ChatImage } from './image.ts';

export interface ChatMessage {
  role: 'system' | 'user' | 'assistant';
  text: string;
  /** Shown before the text. A user's only. */
  images?: readonly ChatImage[];
}

export interface ChatRequest {
  messages: readonly ChatMessage[];
  /** The most tokens that the answer may have. */
  maxOutputTokens: number;
  /** Null: as the provider sets it. */
  temperature: number | null;
  /** 0-based: which of several answers to one prompt. Two requests alike but for it are two requests. */
  sample: number;
}

/** Tokens as they are counted against a budget: what the provider reports, where that can be believed. */
export interface Usage {
  inputTokens: number;
  outputTokens: number;
  /** The report was missing or nonsense: these are bounds that the truth does not pass (`usage.ts`). */
  isBound?: true;
}

/** US dollars for a million tokens. */
export interface Price {
  input: number;
  output: number;
  /** What all tokens of a request cost once its prompt has more than `above` tokens. */
  long?: { above: number; input: number; output: number };
}

export interface ChatAnswer {
  text: string;
  /** `length`: cut off at `maxOutputTokens`. `refused`: by the provider or the model. */
  finish: 'end' | 'length' | 'refused';
  usage: Usage;
  /** As the provider names what answered; often a dated snapshot. */
  snapshot: string;
  /** How often it had to be asked again. */
  retries: number;
  /** How many of the requests before it may have cost something that nobody reported; count the worst case for each. */
  unaccounted: number;
  /** From the request that was answered to the end of its answer. */
  seconds: number;
}

export interface AskOptions {
  signal: AbortSignal;
  /**
   * Called before each request that goes out, retries included, with its number from 1 and how many of those before it
   * are `unaccounted`. What it throws ends the asking: nothing is sent.
   */
  onTry?: (number: number, unaccounted: number) => void;
}

export interface ChatModel {
  /** `provider/model`, as the user named it. */
  readonly name: string;
  /** Where requests go, for people to read; without a key. */
  readonly endpoint: string;
  /** Null: not known. */
  readonly price: Price | null;
  /** @throws {ModelError} also where `signal` is aborted: then its kind is `cancelled`. */
  ask(request: ChatRequest, options: AskOptions): Promise<ChatAnswer>;
}
