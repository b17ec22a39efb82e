/** Model client of the builders: respects the budget and reuses cached answers. */
import { askWithinBudget } from '../llm/ask-within-budget.ts';
import type { Budget } from '../llm/budget.ts';
import type { ChatAnswer, ChatMessage, ChatModel } from '../llm/chat.ts';
import type { AnswerCache } from '../llm/answer-cache.ts';

export interface CachedModelClientOptions {
  model: ChatModel;
  budget: Budget;
  cache: AnswerCache;
  maxOutputTokens: number;
  /** Null for the provider's default. */
  temperature: number | null;
  signal: AbortSignal;
}

export interface BuilderRequest<T extends object> {
  /** Name and version. */
  template: string;
  messages: readonly ChatMessage[];
  /** Parses the answer. @throws {BadAnswer} if it is invalid */
  read: (text: string) => T;
}

/** The answer is invalid. The message gives the reason, as the end of a sentence. */
export class BadAnswer extends Error {
  override readonly name = 'BadAnswer';
}

/** Maximum number of requests for one question if the answers are invalid. */
const MAX_REQUESTS = 2;

export class CachedModelClient {
  readonly #options: CachedModelClientOptions;

  constructor(options: CachedModelClientOptions) {
    this.#options = options;
  }

  /**
   * `isCached`: the answer is from the cache.
   * @throws {BadAnswer} if the last answer is invalid too; {BudgetSpent}; {ModelError}
   */
  async ask<T extends object>(request: BuilderRequest<T>): Promise<{ value: T; isCached: boolean }> {
    const { model, cache, signal } = this.#options;
    const { template, messages, read } = request;
    const key = { model: model.name, template, messages };
    signal.throwIfAborted();
    const cached = cache.find(key);
    if (cached !== null) {
      const value = readOrNull(cached, read);
      if (value !== null) return { value, isCached: true };
    }
    for (let sample = 0; ; sample++) {
      const answer = await this.#askOnce(messages, sample);
      try {
        const value = readComplete(answer, read);
        cache.store(key, answer);
        return { value, isCached: false };
      } catch (error) {
        if (!(error instanceof BadAnswer) || sample + 1 >= MAX_REQUESTS) throw error;
      }
    }
  }

  async #askOnce(messages: readonly ChatMessage[], sample: number): Promise<ChatAnswer> {
    const { model, budget, maxOutputTokens, temperature, signal } = this.#options;
    const result = await askWithinBudget(budget, model, { messages, maxOutputTokens, temperature, sample }, { signal });
    if ('answer' in result) return result.answer;
    throw result.error;
  }
}

function readComplete<T extends object>({ finish, text, usage }: ChatAnswer, read: (text: string) => T): T {
  if (finish === 'refused') throw new BadAnswer('the model refused');
  if (finish === 'length') {
    throw new BadAnswer(`the answer was cut off after ${usage.outputTokens} tokens (model.max_output_tokens)`);
  }
  return read(text);
}

/** Returns null if this version rejects an answer that an older one accepted. */
function readOrNull<T extends object>(text: string, read: (text: string) => T): T | null {
  try {
    return read(text);
  } catch (error) {
    if (error instanceof BadAnswer) return null;
    throw error;
  }
}
