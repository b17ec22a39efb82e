/** How builders ask a model: within a budget, and never for what was answered well before. */
import { askWithinBudget } from '../llm/ask-within-budget.ts';
import type { Budget } from '../llm/budget.ts';
import type { ChatAnswer, ChatMessage, ChatModel } from '../llm/chat.ts';
import type { AnswerCache } from '../llm/answer-cache.ts';

export interface AskerOptions {
  model: ChatModel;
  budget: Budget;
  kept: AnswerCache;
  maxOutputTokens: number;
  /** Null: as the provider sets it. */
  temperature: number | null;
  signal: AbortSignal;
}

export interface BuilderQuestion<T extends object> {
  /** Name and version. */
  template: string;
  messages: readonly ChatMessage[];
  /** What the answer comes to. @throws {BadAnswer} where it is none */
  read: (text: string) => T;
}

/** The answer is none of what was asked for. The message says why, as the end of a sentence. */
export class BadAnswer extends Error {
  override readonly name = 'BadAnswer';
}

/** How often one question is put, where the answer is bad. */
const ASKINGS = 2;

export class Asker {
  readonly #options: AskerOptions;

  constructor(options: AskerOptions) {
    this.#options = options;
  }

  /**
   * `isKept`: it was answered before, and nobody was asked.
   * @throws {BadAnswer} where the last answer is bad too; {BudgetSpent}; {ModelError}
   */
  async ask<T extends object>(question: BuilderQuestion<T>): Promise<{ value: T; isKept: boolean }> {
    const { model, kept, signal } = this.#options;
    const { template, messages, read } = question;
    const asked = { model: model.name, template, messages };
    signal.throwIfAborted();
    const known = kept.find(asked);
    if (known !== null) {
      const value = readOrNull(known, read);
      if (value !== null) return { value, isKept: true };
    }
    for (let sample = 0; ; sample++) {
      const answer = await this.#askOnce(messages, sample);
      try {
        const value = readWhole(answer, read);
        kept.store(asked, answer);
        return { value, isKept: false };
      } catch (error) {
        if (!(error instanceof BadAnswer) || sample + 1 >= ASKINGS) throw error;
      }
    }
  }

  async #askOnce(messages: readonly ChatMessage[], sample: number): Promise<ChatAnswer> {
    const { model, budget, maxOutputTokens, temperature, signal } = this.#options;
    const asked = await askWithinBudget(budget, model, { messages, maxOutputTokens, temperature, sample }, { signal });
    if ('answer' in asked) return asked.answer;
    throw asked.error;
  }
}

function readWhole<T extends object>({ finish, text, usage }: ChatAnswer, read: (text: string) => T): T {
  if (finish === 'refused') throw new BadAnswer('the model refused');
  if (finish === 'length') {
    throw new BadAnswer(`the answer was cut off after ${usage.outputTokens} tokens (model.max_output_tokens)`);
  }
  return read(text);
}

/** Null where a newer version of the program no longer takes what an older one took. */
function readOrNull<T extends object>(text: string, read: (text: string) => T): T | null {
  try {
    return read(text);
  } catch (error) {
    if (error instanceof BadAnswer) return null;
    throw error;
  }
}
