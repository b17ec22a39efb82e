/** Requests of a hole as events of the run: each answer is recorded before use and found again when the run is resumed. */
import type { ChatAnswer } from '../../llm/chat.ts';
import type { ModelError } from '../../llm/model-error.ts';
import type { IdentifiedRequest, RequestLog } from '../../llm/model-client.ts';
import type { Amount } from '../../llm/budget.ts';
import type { OnEvent } from '../events.ts';
import type { RunRecord } from './record.ts';

export class HoleRequests implements RequestLog {
  readonly #hole: number;
  readonly #record: RunRecord | null;
  readonly #isPriced: boolean;
  readonly #onEvent: OnEvent;

  /** `isPriced`: the price of the model is known. */
  constructor(hole: number, record: RunRecord | null, isPriced: boolean, onEvent: OnEvent) {
    this.#hole = hole;
    this.#record = record;
    this.#isPriced = isPriced;
    this.#onEvent = onEvent;
  }

  find({ prompt, request }: IdentifiedRequest): ChatAnswer | null {
    const stored = this.#record?.answer(prompt, request.sample) ?? null;
    if (stored === null) return null;
    this.#onEvent({ ...stored.event, hole: this.#hole, from: 'record' });
    return stored.answer;
  }

  onTry(identified: IdentifiedRequest, number: number, maximum: Amount): void {
    const { request, template, prompt } = identified;
    if (number === 1) this.#record?.storePrompt(request, prompt);
    this.#onEvent({
      event: 'prompt',
      ...this.#idOf(identified),
      template,
      try: number,
      worst_tokens: maximum.tokens,
      worst_cost: this.#isPriced ? maximum.cost : null,
    });
  }

  onAnswer(identified: IdentifiedRequest, answer: ChatAnswer, counted: Amount): void {
    this.#onEvent({
      event: 'answer',
      ...this.#idOf(identified),
      answer: this.#record?.storeAnswer(answer.text) ?? '',
      finish: answer.finish,
      input_tokens: answer.usage.inputTokens,
      output_tokens: answer.usage.outputTokens,
      ...(answer.usage.isBound ? { bound: true as const } : {}),
      ...this.#counted(counted),
      snapshot: answer.snapshot,
      retries: answer.retries,
      unaccounted: answer.unaccounted,
      seconds: answer.seconds,
      from: 'model',
    });
  }

  onError(identified: IdentifiedRequest, { kind, detail }: ModelError, counted: Amount): void {
    const why = { why: kind, detail: detail.message };
    this.#onEvent({ event: 'ask_failed', ...this.#idOf(identified), ...why, ...this.#counted(counted) });
  }

  #idOf({ prompt, request }: IdentifiedRequest): { hole: number; prompt: string; sample: number } {
    return { hole: this.#hole, prompt, sample: request.sample };
  }

  #counted({ tokens, cost }: Amount): { counted_tokens: number; counted_cost: number | null } {
    return { counted_tokens: tokens, counted_cost: this.#isPriced ? cost : null };
  }
}
