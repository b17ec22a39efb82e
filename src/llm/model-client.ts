/** The client for all model requests: reuses stored answers, respects the budget, and reports every request. */
import type { AnswerCache } from './answer-cache.ts';
import { BadAnswer, type ReadAnswer, readComplete, readOrNull } from './bad-answer.ts';
import type { Amount, Budget } from './budget.ts';
import { type ChatAnswer, type ChatMessage, type ChatModel, type ChatRequest, sampledRequest } from './chat.ts';
import type { Embedded, EmbeddingModel, TextRole } from './embedding.ts';
import { ModelError } from './model-error.ts';
import { promptHash } from './prompt-hash.ts';
import type { ChatTool } from './chat-tools.ts';
import { type BudgetedResult, amountOf, maxAmount, maxEmbeddingAmount, withinBudget } from './within-budget.ts';

export interface ModelClientOptions<M> {
  model: M;
  budget: Budget;
  signal: AbortSignal;
  /** Added to the sample number of each request: independent runs get independent answers. */
  firstSample?: number;
  /** Options of the requests to the model. */
  questions?: QuestionOptions;
}

export interface QuestionOptions {
  /** Null: answers are neither reused nor kept. */
  cache: AnswerCache | null;
  maxOutputTokens: number;
  /** Null for the provider's default. */
  temperature: number | null;
}

/** A request with its identification. */
export interface IdentifiedRequest {
  request: ChatRequest;
  /** Name and version of the prompt's template. */
  template: string;
  /** `promptHash` of the request. */
  prompt: string;
}

/** Stores answers to requests and observes the requests, for example in the record of a run. */
export interface RequestLog {
  /** Returns the answer of an earlier session; null if it has none. */
  find(request: IdentifiedRequest): ChatAnswer | null;
  /** Called before each try with its number (from 1) and the maximum of all tries that may have cost something. */
  onTry(request: IdentifiedRequest, number: number, maximum: Amount): void;
  onAnswer(request: IdentifiedRequest, answer: ChatAnswer, counted: Amount): void;
  onError(request: IdentifiedRequest, error: ModelError, counted: Amount): void;
}

/** A question whose answer is parsed. */
export interface Question<T extends object> {
  /** Name and version. */
  template: string;
  messages: readonly ChatMessage[];
  /** Absent for none. */
  tools?: readonly ChatTool[] | undefined;
  /** Parses the answer. @throws {BadAnswer} if it is invalid */
  read: ReadAnswer<T>;
  /** 0-based number of the answer among several to the same question. Default 0. */
  sample?: number;
}

/** Maximum number of requests for one question if the answers are invalid. */
export const MAX_REQUESTS = 2;

/** Its methods throw {BudgetSpent} before anything is sent, and {ModelError}. */
export class ModelClient<M extends ChatModel | EmbeddingModel = ChatModel> {
  readonly #options: ModelClientOptions<M>;
  /** By prompt and sample: equal requests are sent once. */
  readonly #answers = new Map<string, Promise<ChatAnswer>>();

  constructor(options: ModelClientOptions<M>) {
    this.#options = options;
  }

  get model(): M {
    return this.#options.model;
  }

  /** Ends all requests. */
  get signal(): AbortSignal {
    return this.#options.signal;
  }

  /** Answers a request from the log, from an equal request of this client, or by the model. */
  ask(this: ModelClient, asked: ChatRequest, template: string, log: RequestLog): Promise<ChatAnswer> {
    const request = sampledRequest(asked, this.model);
    const identified = { request, template, prompt: promptHash(request) };
    const key = `${identified.prompt}:${request.sample}`;
    const known = this.#answers.get(key);
    if (known !== undefined) return known;
    const stored = log.find(identified);
    const answer = stored === null ? this.#askAndLog(identified, log) : Promise.resolve(stored);
    this.#answers.set(key, answer);
    // A failed request may be sent again.
    answer.catch(() => this.#answers.delete(key));
    return answer;
  }

  /**
   * Answers a question from the cache or by the model. Asks again if the answer is invalid. `isCached`: the answer is from
   * the cache. `snapshot`: the provider's name for the model that answered. `spent`: by all requests for it.
   * @throws {BadAnswer} if the last answer is invalid too
   */
  async question<T extends object>(
    this: ModelClient,
    { template, messages, tools, read, sample = 0 }: Question<T>,
  ): Promise<{ value: T; isCached: boolean; snapshot: string; spent: Amount }> {
    const { model, signal, questions } = this.#options;
    if (questions === undefined) throw new Error('this model client has no options for questions');
    const { cache, ...settings } = questions;
    const offered = tools === undefined ? {} : { tools };
    const key = { model, template, messages, sample, ...offered };
    signal.throwIfAborted();
    const cached = cache?.find(key) ?? null;
    const value = cached === null ? null : readOrNull(cached, read);
    if (cached !== null && value !== null)
      return { value, isCached: true, snapshot: cached.snapshot, spent: { tokens: 0, cost: 0 } };
    const spent = { tokens: 0, cost: 0 };
    for (let number = 1; ; number++) {
      const request = { messages, ...offered, ...settings, sample: sample * MAX_REQUESTS + number - 1 };
      const result = await this.#send(sampledRequest(request, model));
      spent.tokens += result.counted.tokens;
      spent.cost += result.counted.cost;
      const answer = answerOf(result);
      try {
        const fresh = readComplete(answer, read);
        cache?.store(key, answer);
        return { value: fresh, isCached: false, snapshot: answer.snapshot, spent };
      } catch (error) {
        if (!(error instanceof BadAnswer) || number === MAX_REQUESTS) throw error;
      }
    }
  }

  /** Embeds `texts`. Servers report no usable counts, so the maximum is charged. */
  async embed(this: ModelClient<EmbeddingModel>, texts: readonly string[], role: TextRole): Promise<Embedded> {
    const { model, budget, signal } = this.#options;
    const maximum = maxEmbeddingAmount(texts, model.price);
    const result = await withinBudget({
      ...{ budget, signal, maximum },
      send: (options) => model.embed(texts, role, options),
      amountOf: () => maximum,
    });
    return answerOf(result);
  }

  async #askAndLog(this: ModelClient, identified: IdentifiedRequest, log: RequestLog): Promise<ChatAnswer> {
    const result = await this.#send(identified.request, (number, maximum) => log.onTry(identified, number, maximum));
    if ('answer' in result) log.onAnswer(identified, result.answer, result.counted);
    else if (result.error instanceof ModelError) log.onError(identified, result.error, result.counted);
    return answerOf(result);
  }

  #send(
    this: ModelClient,
    request: ChatRequest,
    onTry?: (number: number, maximum: Amount) => void,
  ): Promise<BudgetedResult<ChatAnswer>> {
    const { model, budget, signal, firstSample = 0 } = this.#options;
    const maximum = maxAmount(request, model.price);
    return withinBudget({
      ...{ budget, signal, maximum },
      onTry: (number, tries) => onTry?.(number, { tokens: maximum.tokens * tries, cost: maximum.cost * tries }),
      send: (options) => model.ask({ ...request, sample: firstSample + request.sample }, options),
      amountOf: ({ usage }) => amountOf(usage, model.price),
    });
  }
}

function answerOf<T>(result: BudgetedResult<T>): T {
  if ('answer' in result) return result.answer;
  throw result.error;
}
