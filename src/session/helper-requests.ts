/**
 * Requests to the embedder and the reranker of a search by meaning. Each is asked for once. In a run, its answer is an
 * event of the record, its maximum counts against the limits, and a replay sends nothing.
 */
import { z } from 'zod';
import { Failure } from '../base/errors.ts';
import { AnswerCache } from '../llm/answer-cache.ts';
import { type Amount, Budget, BudgetSpent, NO_LIMITS } from '../llm/budget.ts';
import { cachedRequests } from '../llm/cached-requests.ts';
import type { AskOptions, ChatAnswer, ChatModel, Price } from '../llm/chat.ts';
import { ModelError } from '../llm/model-error.ts';
import type { IdentifiedRequest } from '../llm/model-client.ts';
import { promptHash } from '../llm/prompt-hash.ts';
import { withinBudget } from '../llm/within-budget.ts';
import type { OnEvent } from '../prove/events.ts';
import type { RunRecord } from '../prove/run/record.ts';
import { RecordedRequests } from '../prove/run/request-log.ts';

/** An embedder or a reranker. */
export interface HelperModel {
  readonly name: string;
  readonly endpoint: string;
  /** Null if unknown. */
  readonly price: Price | null;
}

export interface HelperRequest {
  model: HelperModel;
  /** What is asked for. */
  template: 'question-vectors' | 'cross-encoder';
  texts: readonly string[];
  /** The most that one try can use. */
  maximum: Amount;
  /** Numbers, as JSON. */
  send: (options: AskOptions) => Promise<Pick<ChatAnswer, 'text' | 'snapshot' | 'retries' | 'unaccounted'>>;
}

/** @throws {Failure} if there is no answer */
export type AskHelper = (request: HelperRequest) => Promise<Pick<ChatAnswer, 'text' | 'snapshot'>>;

/** Within a run. */
export interface HelperRun {
  record: RunRecord;
  /** Number of the problem. */
  problem: number;
  emit: OnEvent;
  budget: Budget;
  /** Where answers are kept for other commands; null to keep nothing. */
  answers: string | null;
  /** An interruption, or the end of the time. */
  deadline: AbortSignal;
  /** Has the answers of the replayed run; null if it is no replay. */
  replays: ChatModel | null;
}

/** Outside a run: answers are kept, and nothing is limited. */
export function keptHelper(answers: string, signal: AbortSignal): AskHelper {
  const cache = new AnswerCache(answers);
  return async (request) => {
    const { request: asked, template } = identified(request);
    const key = { model: request.model, template, messages: asked.messages, sample: 0 };
    const kept = cache.find(key);
    if (kept !== null) return kept;
    const { answer } = await sent(request, new Budget(NO_LIMITS), signal);
    cache.store(key, answer);
    return answer;
  };
}

export function recordedHelper({ record, problem, emit, budget, answers, deadline, replays }: HelperRun): AskHelper {
  return async (request) => {
    const log = new RecordedRequests({ problem }, record, request.model.price !== null, emit);
    const kept = cachedRequests(answers === null ? null : new AnswerCache(answers), request.model, false);
    const asked = identified(request);
    const before = log.find(asked);
    if (before !== null) return before;
    const known = replays === null ? kept.find(asked) : await replays.ask(asked.request, { signal: deadline });
    if (known !== null) {
      log.onKept(asked, known);
      return known;
    }
    try {
      const { answer, counted } = await sent(request, budget, deadline, (number, maximum) =>
        log.onTry(asked, number, maximum),
      );
      log.onAnswer(asked, answer, counted);
      kept.onAnswer(asked, answer, counted);
      return answer;
    } catch (error) {
      if (error instanceof RequestFailed) log.onError(asked, error.error, error.counted);
      throw error instanceof RequestFailed ? error.error : error instanceof BudgetSpent ? budgetSpent(error) : error;
    }
  };
}

function identified({ template, texts }: HelperRequest): IdentifiedRequest {
  const messages = [{ role: 'user', text: JSON.stringify(texts) }] as const;
  const request = { messages, maxOutputTokens: 0, temperature: null, sample: 0 };
  return { request, template, prompt: promptHash(request) };
}

/** The model gave no answer; `counted`: what that may have cost. */
class RequestFailed extends Error {
  readonly error: ModelError;
  readonly counted: Amount;

  constructor(error: ModelError, counted: Amount) {
    super(error.message);
    this.error = error;
    this.counted = counted;
  }
}

/** Servers report no usable counts, so the maximum is charged. @throws {RequestFailed} {BudgetSpent} */
async function sent(
  { maximum, send }: HelperRequest,
  budget: Budget,
  signal: AbortSignal,
  onTry?: (number: number, maximum: Amount) => void,
): Promise<{ answer: ChatAnswer; counted: Amount }> {
  const start = performance.now();
  const result = await withinBudget({
    ...{ budget, signal, maximum, send, amountOf: () => maximum },
    onTry: (number, tries) => onTry?.(number, { tokens: maximum.tokens * tries, cost: maximum.cost * tries }),
  });
  if ('error' in result) {
    if (result.error instanceof ModelError && onTry !== undefined)
      throw new RequestFailed(result.error, result.counted);
    throw result.error;
  }
  const usage = { inputTokens: maximum.tokens, outputTokens: 0, isBound: true as const };
  const seconds = (performance.now() - start) / 1000;
  return { answer: { ...result.answer, finish: 'end', usage, seconds }, counted: result.counted };
}

/** The search continues without it; the next question to the model meets the same limit and ends the run. */
function budgetSpent({ stop: { limit } }: BudgetSpent): Failure {
  return new Failure('budget', 'budget-spent', { message: `The limit for ${limit} is used up.` });
}

const vectorsSchema = z.array(z.array(z.number()).min(1)).min(1);

/** A record can be edited. @throws {Failure} */
export function readVectors({ text }: { text: string }): Float32Array[] {
  return readNumbers(text, vectorsSchema).map((numbers) => Float32Array.from(numbers));
}

/** Places from 0, each once. @throws {Failure} */
export function readPlaces({ text }: { text: string }, count: number): number[] {
  const places = readNumbers(
    text,
    z.array(
      z
        .int()
        .min(0)
        .max(count - 1),
    ),
  );
  if (new Set(places).size === count && places.length === count) return places;
  throw unreadable();
}

function readNumbers<T>(text: string, schema: z.ZodType<T>): T {
  try {
    return schema.parse(JSON.parse(text));
  } catch {
    throw unreadable();
  }
}

function unreadable(): Failure {
  return new Failure('missing', 'answer-damaged', {
    message: 'The recorded answer of the embedder or reranker is damaged.',
  });
}
