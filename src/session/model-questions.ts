/** The questions of a command to a model: within a budget, with kept answers, and counted. */
import { join } from 'node:path';
import { Failure } from '../base/errors.ts';
import { sha256 } from '../base/hash.ts';
import type { AskModel } from '../builders/concepts/model-stage.ts';
import { AnswerCache } from '../llm/answer-cache.ts';
import { BadAnswer, type ReadAnswer } from '../llm/bad-answer.ts';
import { type Amount, Budget, BudgetSpent } from '../llm/budget.ts';
import type { ChatMessage, ChatModel } from '../llm/chat.ts';
import type { EmbeddingModel, TextRole } from '../llm/embedding.ts';
import { requestFailure } from '../llm/fatal-model-errors.ts';
import { MAX_REQUESTS, ModelClient } from '../llm/model-client.ts';
import { isScripted } from '../llm/scripted.ts';
import type { Provenance } from '../concepts/model-rows.ts';
import type { Prompt } from '../prompt/prompts.ts';
import { dryRunPrompt } from '../prove/dry-run.ts';
import type { CommandContext } from './command-context.ts';
import { deadlineOf } from './deadline.ts';
import { sharedBudgetOf } from './model-workers.ts';
import type { ModelUse, PlannedUse } from './model-use-schema.ts';

export interface QuestionLimits {
  limits: { cost: number | null; tokens: number | null };
  /** Seconds. */
  maxTime: number | null;
}

/** Stops after this many consecutive questions without a usable answer, as `library add` does with pages. */
const MAX_CONSECUTIVE_FAILURES = 8;

export class ModelQuestions {
  stoppedBy: ModelUse['stopped_by'] = null;
  /** Aborted by an interruption, or by the time limit. */
  readonly signal: AbortSignal;
  readonly problems: string[] = [];
  readonly #model: ChatModel;
  readonly #context: CommandContext;
  readonly #budget: Budget;
  readonly #client: ModelClient;
  /** The last of the questions that are equal, by their hash. */
  readonly #asking = new Map<string, Promise<unknown>>();
  #answers = 0;
  #consecutiveFailures = 0;
  #reused = 0;
  #unusable = 0;
  #isScripted = false;

  /** `parent`: the budget that the questions to several models share. */
  constructor(
    model: ChatModel,
    { limits, maxTime }: QuestionLimits,
    context: CommandContext,
    parent: Budget | null = null,
  ) {
    this.#model = model;
    this.#context = context;
    this.#budget = new Budget({ ...limits, attempts: null }, parent ?? sharedBudgetOf(limits, context));
    this.signal = deadlineOf(maxTime, context.signal);
    const { maxOutputTokens, temperature } = context.settings.model;
    const cache = new AnswerCache(join(context.settings.dataHome, 'answers'));
    const questions = { cache, maxOutputTokens, temperature };
    this.#client = new ModelClient({ model, budget: this.#budget, signal: this.signal, questions });
  }

  readonly ask: AskModel = this.counting(() => undefined);

  /** As `ask`. `onAnswer`: gets what a usable answer has cost. */
  counting(onAnswer: (spent: Amount) => void): AskModel {
    return (prompt, read, sample = 0) => this.#ask({ prompt, read, sample }, onAnswer);
  }

  async #ask<T extends object>(
    { prompt, read, sample }: { prompt: Prompt; read: ReadAnswer<T>; sample: number },
    onAnswer: (spent: Amount) => void,
  ): Promise<{ value: T } & Provenance> {
    const countUnusable: typeof read = (answer, calls) => {
      try {
        return read(answer, calls);
      } catch (error) {
        if (error instanceof BadAnswer) this.#unusable++;
        throw error;
      }
    };
    const question = { ...prompt, read: countUnusable, sample };
    const { value, snapshot, isCached, spent } = await this.#afterEqual(question, () =>
      this.#client.question(question),
    ).catch((error: unknown) => this.#failed(error));
    onAnswer(spent);
    this.#answers++;
    this.#consecutiveFailures = 0;
    if (isCached) this.#reused++;
    this.#isScripted ||= isScripted(snapshot);
    return { value, model: this.#model.name, template: prompt.template, snapshot };
  }

  /** @throws {Failure} `model-answers-unusable` if too many questions failed; otherwise `error` */
  #failed(error: unknown): never {
    const failure = requestFailure(error);
    if (failure === null || ++this.#consecutiveFailures < MAX_CONSECUTIVE_FAILURES) throw error;
    const { message, reason } = failure;
    throw new Failure('missing', 'model-answers-unusable', {
      message: `${this.#model.name} gave no usable answer to ${MAX_CONSECUTIVE_FAILURES} consecutive questions.`,
      reason: `The last error: ${(reason === undefined ? message : `${message} ${reason}`).replace(/\.$/u, '')}.`,
      next: 'Check the model server, or try another model: --model PROVIDER/MODEL. Earlier answers are kept.',
    });
  }

  /** Questions were asked, and none has a usable answer. */
  get isUnanswered(): boolean {
    return this.#answers === 0 && this.problems.length > 0;
  }

  /** Equal questions are asked one after the other: the second finds the kept answer of the first. */
  async #afterEqual<T>(
    { template, messages, sample }: { template: string; messages: readonly ChatMessage[]; sample: number },
    ask: () => Promise<T>,
  ): Promise<T> {
    const key = sha256(JSON.stringify([template, messages, sample]));
    const before = this.#asking.get(key) ?? Promise.resolve();
    const asked = before.then(ask, ask);
    this.#asking.set(key, asked);
    try {
      return await asked;
    } finally {
      if (this.#asking.get(key) === asked) this.#asking.delete(key);
    }
  }

  /** Embeds a text within the same budget. */
  async embed(embedder: EmbeddingModel, text: string): Promise<Float32Array | null> {
    return (await this.embedAll(embedder, [text], 'question'))[0] ?? null;
  }

  /** Embeds texts within the same budget. */
  async embedAll(embedder: EmbeddingModel, texts: readonly string[], role: TextRole): Promise<Float32Array[]> {
    const client = new ModelClient({ model: embedder, budget: this.#budget, signal: this.signal });
    return (await client.embed(texts, role)).vectors;
  }

  /** Runs `work` until its end or a limit. Other errors, and an interruption, are thrown. */
  async within(work: () => Promise<void>): Promise<void> {
    try {
      this.signal.throwIfAborted();
      await work();
    } catch (error) {
      this.#context.signal.throwIfAborted();
      this.stoppedBy = limitReached(error, this.signal);
      if (this.stoppedBy === null) throw error;
    }
  }

  report(): ModelUse {
    const { tokens, cost } = this.#budget.spent;
    const { name, endpoint, price } = this.#model;
    return {
      ...{ model: name, endpoint, scripted: this.#isScripted },
      ...{ answers: this.#answers, reused: this.#reused, unusable: this.#unusable, problems: this.problems },
      ...{ tokens, cost: price === null ? null : cost, stopped_by: this.stoppedBy },
    };
  }
}

/** The limit of a command that ended its questions with `error`; null if another error did. `signal`: of the time limit. */
export function limitReached(error: unknown, signal: AbortSignal): ModelUse['stopped_by'] {
  if (error instanceof BudgetSpent) return error.stop.limit === 'cost' ? 'cost' : 'tokens';
  return signal.aborted ? 'time' : null;
}

/** What `work` would ask first: every question gets no answer, and nothing is sent. */
export async function plannedQuestions(
  { name, endpoint, price }: ChatModel,
  { settings }: CommandContext,
  work: (ask: AskModel) => Promise<void>,
): Promise<PlannedUse> {
  const { maxOutputTokens, temperature } = settings.model;
  const byTemplate = new Map<string, PlannedUse['by_template'][number]>();
  const planned = { questions: 0, worst_tokens: 0, worst_cost: price === null ? null : 0 };
  await work(({ template, ...prompt }, _, sample = 0) => {
    const { worstTokens, maxCost } = dryRunPrompt({ ...prompt, maxOutputTokens, temperature, sample }, template, {
      price,
    });
    planned.questions++;
    planned.worst_tokens += worstTokens;
    if (planned.worst_cost !== null) planned.worst_cost += maxCost ?? 0;
    const example = prompt.messages.map(({ role, text }) => `--- ${role} ---\n${text}`).join('\n');
    const known = byTemplate.get(template) ?? { template, questions: 0, example };
    known.questions++;
    byTemplate.set(template, known);
    return Promise.reject(new BadAnswer('nothing was sent'));
  });
  const { questions, ...worst } = planned;
  const max = questions * MAX_REQUESTS;
  return { model: name, endpoint, questions, max_requests: max, by_template: [...byTemplate.values()], ...worst };
}
