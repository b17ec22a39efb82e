/** Lets the workers of a queue ask models and embedders, and keeps one budget in its database. */
import { randomUUID } from 'node:crypto';
import type { ModelSettings } from '../config/settings.ts';
import type { Amount } from '../llm/budget.ts';
import type { AskOptions, ChatAnswer, ChatModel, ChatRequest } from '../llm/chat.ts';
import type { Embedded, EmbeddingModel, KnownEmbedder } from '../llm/embedding.ts';
import { cancelled } from '../llm/model-error.ts';
import { RequestQueue } from '../llm/request-queue.ts';
import { DEFAULT_RETRIES, withRetries } from '../llm/retry.ts';
import type { GrantedAttempts, Reservation, SharedBudget } from '../llm/shared-budget.ts';
import { type BudgetLimits, DatabaseBudget } from '../queue/database-budget.ts';
import type { Queue } from '../queue/open-queue.ts';
import type { Requirements } from '../queue/requirements.ts';
import type { UnitKind } from '../queue/unit-kind.ts';
import { UnitSender } from '../queue/unit-sender.ts';
import { CHAT_UNIT, chatAnswerOf, chatPayloadOf } from './chat-unit.ts';
import type { CommandContext } from './command-context.ts';
import { openCommandQueue, shownOutages } from './command-queue.ts';
import { EMBED_BATCH, EMBED_UNIT, embeddedOf } from './embed-unit.ts';
import {
  embedderFacts,
  errorOf,
  modelFacts,
  type ModelFailure,
  requirementsOfModel,
  withoutResult,
} from './model-unit.ts';

/** After this time, the command has stored the answer. */
const FORGET_AFTER_MS = 60_000;

type Tries = Pick<ModelSettings, 'retries' | 'concurrency'>;

/** Opens the queue when something is asked first. */
export class ModelWorkers {
  readonly #context: CommandContext;
  readonly #senders = new Map<string, Promise<{ forget: (olderThanMs?: number) => Promise<void> }>>();
  readonly #budgets: DatabaseBudget[] = [];
  #queue: Promise<Queue> | null = null;
  #forgotten = performance.now();

  constructor(context: CommandContext) {
    this.#context = context;
  }

  /** The model, asked by workers. Its retries are made here, so each is reserved and recorded as on one machine. */
  chat(model: ChatModel, settings: Tries): ChatModel {
    const requirements = requirementsOfModel(modelFacts(model.name, model.endpoint));
    const send = this.#sending(CHAT_UNIT, requirements, model.name);
    const askOnce = async (
      request: ChatRequest,
      signal: AbortSignal,
    ): Promise<Omit<ChatAnswer, 'retries' | 'unaccounted'>> => {
      const result = await send(chatPayloadOf(model.name, request), signal);
      return chatAnswerOf(result, request);
    };
    const tried = retrying(settings);
    return {
      ...model,
      ask: async (request, options) => {
        const { answer, ...tries } = await tried(() => askOnce(request, options.signal), options);
        return { ...answer, ...tries };
      },
    };
  }

  /** The embedder, asked by workers. */
  embedder({ id, place, ...known }: KnownEmbedder, settings: Tries): EmbeddingModel {
    const requirements = requirementsOfModel(embedderFacts(id, place));
    const send = this.#sending(EMBED_UNIT, requirements, known.name);
    const tried = retrying(settings);
    return {
      ...known,
      embed: async (texts, role, options): Promise<Embedded> => {
        const parts: (readonly string[])[] = [];
        for (let at = 0; at < texts.length; at += EMBED_BATCH) parts.push(texts.slice(at, at + EMBED_BATCH));
        const results = await Promise.all(
          parts.map((part) =>
            tried(async () => {
              const payload = { embedder: id, role, texts: [...part] };
              return embeddedOf(await send(payload, options.signal), payload);
            }, options),
          ),
        );
        return {
          vectors: results.flatMap(({ answer }) => answer.vectors),
          snapshot: results[0]?.answer.snapshot ?? known.name,
          retries: results.reduce((sum, { retries }) => sum + retries, 0),
          unaccounted: results.reduce((sum, { unaccounted }) => sum + unaccounted, 0),
        };
      },
      close: () => Promise.resolve(),
    };
  }

  /** A budget of this command in the database of the queue. */
  budget(limits: Omit<BudgetLimits, 'attempts'>): SharedBudget {
    let opened: Promise<DatabaseBudget> | null = null;
    const open = () => (opened ??= this.#openBudget({ ...limits, attempts: null }));
    return {
      reserve: async (maximum: Amount, waits: boolean): Promise<Reservation | keyof Amount> =>
        (await open()).reserve(maximum, waits),
      takeAttempts: async (requested: number): Promise<GrantedAttempts> => (await open()).takeAttempts(requested),
    };
  }

  /** Removes the answers from the queue, and closes it. */
  async close(): Promise<void> {
    const queue = await this.#queue?.catch(() => null);
    if (queue === null || queue === undefined) return;
    // Answers that stay are found again, or removed after two weeks.
    for (const sender of this.#senders.values()) await (await sender).forget().catch(() => undefined);
    for (const budget of this.#budgets) budget.close();
    await queue.close();
  }

  async #openBudget(limits: BudgetLimits): Promise<DatabaseBudget> {
    const queue = await this.#open();
    const { signal } = this.#context;
    const user = { signal, outages: shownOutages(this.#context, queue), unit: null };
    const place = { id: randomUUID(), limits, earlier: { tokens: 0, cost: 0, attempts: 0 } };
    const budget = await DatabaseBudget.open(queue, place, user);
    this.#budgets.push(budget);
    return budget;
  }

  #open(): Promise<Queue> {
    return (this.#queue ??= openCommandQueue(this.#context, { supervises: true }));
  }

  /** Sends units of a kind, and returns their results. An error of the model is thrown. `name`: for messages. */
  #sending<Payload, Result extends object>(
    kind: UnitKind<Payload, Result>,
    requirements: Requirements,
    name: string,
  ): (payload: Payload, signal: AbortSignal) => Promise<Exclude<Result, { error: unknown }>> {
    return async (payload, signal) => {
      const sender = await this.#senderOf(kind);
      await this.#forgetOld();
      const answer = await sender.send(payload, requirements, signal).catch((error: unknown) => {
        throw signal.aborted ? cancelled('unknown') : error;
      });
      if (answer.kind !== 'done') throw withoutResult(name, answer);
      const result = answer.result as Exclude<Result, { error: unknown }> | { error: ModelFailure };
      if ('error' in result) throw errorOf(result.error);
      return result;
    };
  }

  #senderOf<Payload, Result>(kind: UnitKind<Payload, Result>): Promise<UnitSender<Payload, Result>> {
    const open = async (): Promise<UnitSender<Payload, Result>> => {
      const queue = await this.#open();
      return new UnitSender(queue, kind, this.#context.signal, shownOutages(this.#context, queue));
    };
    const known = this.#senders.get(kind.name) ?? open();
    this.#senders.set(kind.name, known);
    return known as Promise<UnitSender<Payload, Result>>;
  }

  async #forgetOld(): Promise<void> {
    if (performance.now() - this.#forgotten < FORGET_AFTER_MS) return;
    this.#forgotten = performance.now();
    for (const sender of this.#senders.values()) await (await sender).forget(FORGET_AFTER_MS);
  }
}

/** Tries as a model on a server does: at most so many requests at a time, and retries. */
function retrying({ retries, concurrency }: Tries) {
  const queue = new RequestQueue(concurrency);
  return <T>(send: () => Promise<T>, options: AskOptions) =>
    queue.run(() => withRetries(send, { ...DEFAULT_RETRIES, retries }, options), options.signal);
}

/** Calls a command whose models are asked by workers. */
export async function withModelWorkers<T>(
  context: CommandContext,
  command: (context: CommandContext) => Promise<T>,
): Promise<T> {
  const modelWorkers = new ModelWorkers(context);
  try {
    return await command({ ...context, modelWorkers });
  } finally {
    await modelWorkers.close();
  }
}

/** That of the workers, if the command uses any. */
export function sharedBudgetOf(
  limits: Omit<BudgetLimits, 'attempts'>,
  { modelWorkers }: CommandContext,
): SharedBudget | null {
  return modelWorkers?.budget(limits) ?? null;
}
