/** Model client of a run: respects the budget, records each answer before use, and sends no request twice. */
import type { ChatAnswer, ChatModel, ChatRequest } from '../llm/chat.ts';
import { ModelError } from '../llm/model-error.ts';
import { promptHash } from '../llm/prompt-hash.ts';
import { askWithinBudget, maxAmount } from '../llm/ask-within-budget.ts';
import type { Amount, Budget } from '../llm/budget.ts';
import type { Answered, OnEvent } from './events.ts';
import type { RunRecord } from './run/record.ts';

export interface ModelClientOptions {
  model: ChatModel;
  budget: Budget;
  record: RunRecord | null;
  onEvent: OnEvent;
  signal: AbortSignal;
}

/** A request to the model with its identification. */
interface ModelRequest {
  hole: number;
  request: ChatRequest;
  template: string;
  prompt: string;
  /** Maximum of one try. */
  maximum: Amount;
}

export class ModelClient {
  readonly #options: ModelClientOptions;
  /** By prompt and sample: two holes with the same prompt get the same answers. */
  readonly #answers = new Map<string, Promise<ChatAnswer>>();
  readonly #isPriced: boolean;

  constructor(options: ModelClientOptions) {
    this.#options = options;
    this.#isPriced = options.model.price !== null;
  }

  /** @throws {BudgetSpent} before anything is sent; {ModelError} */
  ask(hole: number, request: ChatRequest, template: string): Promise<ChatAnswer> {
    const prompt = promptHash(request);
    const key = `${prompt}:${request.sample}`;
    const stored = this.#answers.get(key);
    if (stored !== undefined) return stored;
    const maximum = maxAmount(request, this.#options.model);
    const answer = this.#recordedOr({ hole, request, template, prompt, maximum });
    this.#answers.set(key, answer);
    // A failed request may be sent again.
    answer.catch(() => this.#answers.delete(key));
    return answer;
  }

  async #recordedOr(modelRequest: ModelRequest): Promise<ChatAnswer> {
    const { record, onEvent } = this.#options;
    const stored = record?.answer(modelRequest.prompt, modelRequest.request.sample) ?? null;
    if (stored === null) return this.#askModel(modelRequest);
    onEvent({ ...stored.event, hole: modelRequest.hole, from: 'record' });
    return stored.answer;
  }

  async #askModel(modelRequest: ModelRequest): Promise<ChatAnswer> {
    const { model, budget, record, signal } = this.#options;
    const { request, prompt } = modelRequest;
    const result = await askWithinBudget(budget, model, request, {
      signal,
      onTry: (number, reservations) => {
        if (number === 1) record?.storePrompt(request, prompt);
        this.#prompted(modelRequest, number, reservations);
      },
    });
    if ('answer' in result) {
      this.#answered(modelRequest, result.answer, result.counted);
      return result.answer;
    }
    if (result.error instanceof ModelError) this.#failed(modelRequest, result.error, result.counted);
    throw result.error;
  }

  #prompted({ hole, request, template, prompt, maximum }: ModelRequest, number: number, tries: number): void {
    this.#options.onEvent({
      event: 'prompt',
      hole,
      prompt,
      sample: request.sample,
      template,
      try: number,
      worst_tokens: maximum.tokens * tries,
      worst_cost: this.#isPriced ? maximum.cost * tries : null,
    });
  }

  #answered({ hole, request, prompt }: ModelRequest, answer: ChatAnswer, { tokens, cost }: Amount): void {
    const { record, onEvent } = this.#options;
    const event: Answered = {
      event: 'answer',
      hole,
      prompt,
      sample: request.sample,
      answer: record?.storeAnswer(answer.text) ?? '',
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

  #failed({ hole, request, prompt }: ModelRequest, error: ModelError, { tokens, cost }: Amount): void {
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
