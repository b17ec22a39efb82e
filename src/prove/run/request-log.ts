/** Requests of a hole or of a problem as events of the run: each answer is recorded before use and found again when the run is resumed. */
import type { ChatAnswer } from '../../llm/chat.ts';
import type { ModelError } from '../../llm/model-error.ts';
import type { IdentifiedRequest, RequestLog } from '../../llm/model-client.ts';
import type { Amount } from '../../llm/budget.ts';
import type { Answered, HolePlace, OnEvent } from '../events.ts';
import type { RunRecord } from './record.ts';

/** What the requests are for. */
export type RequestUnit = HolePlace | { problem: number };

export class RecordedRequests implements RequestLog {
  readonly #unit: RequestUnit;
  readonly #record: RunRecord | null;
  readonly #isPriced: boolean;
  readonly #onEvent: OnEvent;

  /** `isPriced`: the price of the model is known. */
  constructor(unit: RequestUnit, record: RunRecord | null, isPriced: boolean, onEvent: OnEvent) {
    this.#unit = unit;
    this.#record = record;
    this.#isPriced = isPriced;
    this.#onEvent = onEvent;
  }

  find({ prompt, request }: IdentifiedRequest): ChatAnswer | null {
    const stored = this.#record?.answer(prompt, request.sample) ?? null;
    if (stored === null) return null;
    this.#onEvent({ ...stored.event, ...this.#unit, from: 'record' });
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
    this.#answered(identified, answer, counted, 'model');
  }

  /** An answer that an earlier command kept: it costs nothing, and the record needs it too. */
  onKept(identified: IdentifiedRequest, answer: ChatAnswer): void {
    this.#record?.storePrompt(identified.request, identified.prompt);
    this.#answered(identified, answer, { tokens: 0, cost: 0 }, 'kept');
  }

  #answered(identified: IdentifiedRequest, answer: ChatAnswer, counted: Amount, from: Answered['from']): void {
    this.#onEvent({
      event: 'answer',
      ...this.#idOf(identified),
      answer: this.#record?.storeAnswer(answer.text) ?? '',
      ...(answer.calls === undefined || answer.calls.length === 0 ? {} : { calls: [...answer.calls] }),
      finish: answer.finish,
      input_tokens: answer.usage.inputTokens,
      output_tokens: answer.usage.outputTokens,
      ...(answer.usage.isBound ? { bound: true as const } : {}),
      ...this.#counted(counted),
      snapshot: answer.snapshot,
      retries: answer.retries,
      unaccounted: answer.unaccounted,
      seconds: answer.seconds,
      from,
    });
  }

  onError(identified: IdentifiedRequest, { kind, detail }: ModelError, counted: Amount): void {
    const why = { why: kind, detail: detail.message };
    this.#onEvent({ event: 'ask_failed', ...this.#idOf(identified), ...why, ...this.#counted(counted) });
  }

  #idOf({ prompt, request }: IdentifiedRequest): RequestUnit & { prompt: string; sample: number } {
    return { ...this.#unit, prompt, sample: request.sample };
  }

  #counted({ tokens, cost }: Amount): { counted_tokens: number; counted_cost: number | null } {
    return { counted_tokens: tokens, counted_cost: this.#isPriced ? cost : null };
  }
}
