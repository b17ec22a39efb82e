/** Model client of a run: respects the budget, records each answer before use, and sends no request twice. */
import type { ChatAnswer, ChatModel, ChatRequest } from '../llm/chat.ts';
import { ModelError } from '../llm/model-error.ts';
import { promptHash } from '../llm/prompt-hash.ts';
import { askWithinBudget, maxAmount } from '../llm/ask-within-budget.ts';
import type { Amount, Budget } from '../llm/budget.ts';
import type { Answered, OnEvent } from './events.ts';
import type { RunRecord } from './run/record.ts';

export interface AskingOptions {
  model: ChatModel;
  budget: Budget;
  record: RunRecord | null;
  onEvent: OnEvent;
  signal: AbortSignal;
}

/** A request to the model with its identification. */
interface Question {
  hole: number;
  request: ChatRequest;
  template: string;
  prompt: string;
  /** Maximum of one try. */
  worst: Amount;
}

export class Asking {
  readonly #options: AskingOptions;
  /** By prompt and sample: two holes with the same prompt get the same answers. */
  readonly #answers = new Map<string, Promise<ChatAnswer>>();
  readonly #isPriced: boolean;

  constructor(options: AskingOptions) {
    this.#options = options;
    this.#isPriced = options.model.price !== null;
  }

  /** @throws {BudgetSpent} before anything is sent; {ModelError} */
  ask(hole: number, request: ChatRequest, template: string): Promise<ChatAnswer> {
    const prompt = promptHash(request);
    const key = `${prompt}:${request.sample}`;
    const known = this.#answers.get(key);
    if (known !== undefined) return known;
    const worst = maxAmount(request, this.#options.model);
    const answer = this.#recordedOr({ hole, request, template, prompt, worst });
    this.#answers.set(key, answer);
    // A failed request may be sent again.
    answer.catch(() => this.#answers.delete(key));
    return answer;
  }

  async #recordedOr(question: Question): Promise<ChatAnswer> {
    const { record, onEvent } = this.#options;
    const known = record?.answer(question.prompt, question.request.sample) ?? null;
    if (known === null) return this.#askModel(question);
    onEvent({ ...known.event, hole: question.hole, from: 'record' });
    return known.answer;
  }

  async #askModel(question: Question): Promise<ChatAnswer> {
    const { model, budget, record, signal } = this.#options;
    const { request, prompt } = question;
    const asked = await askWithinBudget(budget, model, request, {
      signal,
      onTry: (number, held) => {
        if (number === 1) record?.keepPrompt(request, prompt);
        this.#prompted(question, number, held);
      },
    });
    if ('answer' in asked) {
      this.#answered(question, asked.answer, asked.counted);
      return asked.answer;
    }
    if (asked.error instanceof ModelError) this.#failed(question, asked.error, asked.counted);
    throw asked.error;
  }

  #prompted({ hole, request, template, prompt, worst }: Question, number: number, tries: number): void {
    this.#options.onEvent({
      event: 'prompt',
      hole,
      prompt,
      sample: request.sample,
      template,
      try: number,
      worst_tokens: worst.tokens * tries,
      worst_cost: this.#isPriced ? worst.cost * tries : null,
    });
  }

  #answered({ hole, request, prompt }: Question, answer: ChatAnswer, { tokens, cost }: Amount): void {
    const { record, onEvent } = this.#options;
    const event: Answered = {
      event: 'answer',
      hole,
      prompt,
      sample: request.sample,
      answer: record?.keepAnswer(answer.text) ?? '',
      finish: answer.finish,
      input_tokens: answer.usage.inputTokens,
      output_tokens: answer.usage.outputTokens,
      ...(answer.usage.isBound ? { bound: true } : {}),
      counted_tokens: tokens,
      counted_cost: this.#isPriced ? cost : null,
      snapshot: answer.snapshot,
      retries: answer.retries,
      unaccounted: answer.unaccounted,
      seconds: answer.seconds,
      from: 'model',
    };
    onEvent(event);
  }

  #failed({ hole, request, prompt }: Question, error: ModelError, { tokens, cost }: Amount): void {
    this.#options.onEvent({
      event: 'ask_failed',
      hole,
      prompt,
      sample: request.sample,
      why: error.kind,
      detail: error.detail.message,
      counted_tokens: tokens,
      counted_cost: this.#isPriced ? cost : null,
    });
  }
}
