/** A prover whose files are proved by the workers of a queue. Records, events and results are those of a prover here. */
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { z } from 'zod';
import { aborted } from '../base/aborted.ts';
import { Failure } from '../base/errors.ts';
import { readTextOrNull, valueOr } from '../base/read-or-null.ts';
import { isOnServer } from '../llm/open-model.ts';
import type { Recording } from '../llm/record-answers.ts';
import { NOTHING_DONE, type ProveOutcome, untried } from '../prove/outcome.ts';
import { readOutcome } from '../prove/outcome-schema.ts';
import type { Prover, ProverRequest } from '../prove/prover.ts';
import type { RunRecord } from '../prove/run/record.ts';
import { type BudgetPlace, DatabaseBudget } from '../queue/database-budget.ts';
import { type Outages, pause, type Queue, whenBack } from '../queue/open-queue.ts';
import { RecordFeed } from '../queue/record-feed.ts';
import type { Requirements } from '../queue/requirements.ts';
import { type Answer, UnitSender } from '../queue/unit-sender.ts';
import { addToRecord, readRecord, removeRecord } from '../queue/unit-record.ts';
import { findHoles } from '../verify/hole/holes.ts';
import { CHECK_UNIT, type CheckPayload, type CheckResult } from './check-unit.ts';
import { confirmProof } from './confirm-proof.ts';
import { FollowedRun } from './followed-run.ts';
import { type EnvironmentFacts, readEnvironmentFacts, requirementsOf } from './lean-facts.ts';
import { noAnswer } from './no-worker-answer.ts';
import { entriesOfRun, type ProveEntry } from './prove-entries.ts';
import { payloadOf, type PayloadOptions } from './prove-payload.ts';
import { PROVE_UNIT, type ProvePayload, type ProveResult } from './prove-unit.ts';
import { modelFacts } from './model-unit.ts';

export interface QueueProverOptions extends Omit<PayloadOptions, 'budget'> {
  queue: Queue;
  /** What a worker must have besides Lean and the project: index, library, graph of templates. */
  facts: Requirements;
  requireSandbox: Parameters<typeof requirementsOf>[2];
  /** Whether a second worker must accept what the first proves. */
  confirm: boolean;
  /** Gets the answers of models; null for nothing. */
  recording: Recording | null;
  /** Ends everything. */
  signal: AbortSignal;
  outages: Outages;
  onInvalid: (what: string) => void;
}

/** How often it is looked whether a worker has a unit whose time is over. */
const OVER_EVERY_MS = 250;
/** Until then, the record of an answered unit has been read. */
const FORGET_AFTER_MS = 60_000;
/** After an interruption there is little time. */
const LAST_READ_MS = 1500;
/** In the folder of a run: where its unit is. */
const UNIT_FILE = 'queue-unit.json';

/** Where a unit is. */
const placeSchema = z.object({ id: z.uuid(), queue: z.string().min(1) });

type UnitPlace = z.infer<typeof placeSchema>;

export class QueueProver implements Pick<Prover, 'prove'> {
  readonly #options: QueueProverOptions;
  readonly #sender: UnitSender<ProvePayload, ProveResult>;
  /** Sends proofs to a second worker. */
  readonly #checks: UnitSender<CheckPayload, CheckResult>;
  readonly #feed: RecordFeed;
  readonly #environment: EnvironmentFacts;
  #shared: { id: string; budget: DatabaseBudget } | null = null;

  constructor(options: QueueProverOptions) {
    const { queue, signal, outages, installation } = options;
    this.#options = options;
    // As it is when the command begins.
    this.#environment = readEnvironmentFacts(installation);
    this.#sender = new UnitSender(queue, PROVE_UNIT, signal, outages);
    this.#checks = new UnitSender(queue, CHECK_UNIT, signal, outages);
    this.#feed = new RecordFeed(queue, outages);
  }

  /**
   * As `Prover.prove`. A run that is on record continues, and a unit of it that an earlier session sent is found again.
   * @throws {Failure} also if no worker has what is needed, or the unit ended without a result
   */
  async prove(request: ProverRequest): Promise<ProveOutcome> {
    const payload = payloadOf(request, { ...this.#options, budget: this.#shared?.id ?? null });
    const answer = await this.#answered(payload, this.#requirementsOf(request), request);
    request.signal.throwIfAborted();
    if (answer === null) return notStarted(request);
    if (answer.kind !== 'done') throw noAnswer(answer);
    if ('failure' in answer.result) throw Failure.of(answer.result.failure);
    const { host, sandbox, outcome } = answer.result;
    const read = readOrFail(request.text, outcome, { id: answer.worker, host, sandbox });
    // The worker counted what is on record, too.
    const { budget } = request;
    const { tokens, cost } = read.spent;
    const spent = { tokens: tokens - budget.spent.tokens, cost: (cost ?? 0) - budget.spent.cost };
    budget.charge(spent, read.attempts - budget.attempts);
    if (!this.#options.confirm) return read;
    const { judged_as: path, level, allow_axioms, timeout_seconds, memory_megabytes } = payload;
    return confirmProof(read, request.text, {
      sender: this.#checks,
      judged: { path, level, allow_axioms, timeout_seconds, memory_megabytes },
      requirementsOf: (texts) => requirementsOf(this.#environment, texts, this.#options.requireSandbox),
    });
  }

  /** What all runs may spend together, in all sessions with the same id. Before the first run. */
  async shareBudget(place: BudgetPlace): Promise<void> {
    const { queue, signal, outages } = this.#options;
    this.#shared = { id: place.id, budget: await DatabaseBudget.open(queue, place, { signal, outages, unit: null }) };
  }

  /** Forgets the results that were returned. */
  async close(): Promise<void> {
    this.#feed.close();
    this.#shared?.budget.close();
    // What was withdrawn may be stored just now.
    const senders = [this.#sender, this.#checks];
    const idle = Promise.all(senders.map((each) => each.idle));
    await Promise.race([idle, sleep(LAST_READ_MS, undefined, { ref: false })]);
    await Promise.all(senders.map((each) => each.forget().catch(() => undefined)));
  }

  /** Follows the record of the unit until it is answered. Null: its time was over before a worker took it. */
  async #answered(
    payload: ProvePayload,
    requirements: Requirements,
    { record, onEvent, timeLimits, model }: ProverRequest,
  ): Promise<Answer<ProveResult> | null> {
    const { queue, onInvalid, recording: file } = this.#options;
    const unit = await this.#sender.identify(payload, requirements);
    const recording = file === null || model === null ? null : { file, model: model.name };
    const run = new FollowedRun({ record, onEvent: (event) => onEvent?.(event), recording, onInvalid });
    try {
      await this.#endOther(unit, record, run);
      this.#feed.follow(unit.id, (entry) => run.add(entry));
      await this.#lasting(() => this.#feed.catchUp(unit.id));
      const isNew = await this.#prepareRecord(unit, record, timeLimits?.secondsLeft ?? null);
      if (isNew && timeLimits?.end.aborted === true) {
        await removeRecord(queue, unit.id);
        return null;
      }
      const answer = await this.#sendInTime(unit, payload, requirements, timeLimits?.end ?? null);
      await this.#lasting(() => this.#feed.catchUp(unit.id));
      if (answer?.kind !== 'dead') await this.#lasting(() => removeRecord(queue, unit.id));
      await this.#sender.forget(FORGET_AFTER_MS);
      return answer;
    } catch (error) {
      await this.#readLast(unit.id);
      throw error;
    } finally {
      this.#feed.unfollow(unit.id);
    }
  }

  /** With other limits, an earlier session has sent another unit. It is taken back, and what it did is kept. */
  async #endOther({ id, queue }: UnitPlace, record: RunRecord | null, run: FollowedRun): Promise<void> {
    if (record === null) return;
    const stored = valueOr(null, () => JSON.parse(readTextOrNull(join(record.folder, UNIT_FILE)) ?? 'null') as unknown);
    const other = placeSchema.safeParse(stored);
    record.storeFile(UNIT_FILE, JSON.stringify({ id, queue }));
    if (!other.success || other.data.id === id) return;
    const { queue: database } = this.#options;
    await this.#lasting(() => database.boss.deleteJob(other.data.queue, other.data.id));
    let after = '0';
    await this.#lasting(async () => {
      for await (const entry of readRecord(database, other.data.id, after)) {
        run.add(entry);
        after = entry.id;
      }
    });
    await this.#lasting(() => removeRecord(database, other.data.id));
  }

  /** If a worker will begin, it gets what is on record here. Returns whether it is so. */
  async #prepareRecord(unit: UnitPlace, record: RunRecord | null, secondsLeft: number | null): Promise<boolean> {
    const { queue } = this.#options;
    const state = await this.#sender.stateOf(unit);
    const isNew = state === null || state === 'cancelled';
    const earlier = isNew && record !== null ? entriesOfRun(record.folder) : [];
    const time: ProveEntry[] = secondsLeft === null && isNew ? [] : [{ seconds_left: secondsLeft }];
    if (isNew) await this.#lasting(() => removeRecord(queue, unit.id));
    await this.#lasting(() => addToRecord(queue, unit.id, [...earlier, ...time]));
    return isNew;
  }

  /** A worker ends what it has when the time is over. What none has is taken back. */
  async #sendInTime(
    unit: UnitPlace,
    payload: ProvePayload,
    requirements: Requirements,
    end: AbortSignal | null,
  ): Promise<Answer<ProveResult> | null> {
    const { signal } = this.#options;
    if (end === null) return this.#sender.send(payload, requirements);
    const withdraw = new AbortController();
    const sent = this.#sender.send(payload, requirements, withdraw.signal);
    const answered = new AbortController();
    const settle = (): void => answered.abort();
    sent.then(settle, settle);
    void (async () => {
      await aborted(AbortSignal.any([end, answered.signal]));
      while (!AbortSignal.any([answered.signal, signal]).aborted) {
        const state = await this.#sender.stateOf(unit);
        if (state !== 'active' && state !== 'completed') withdraw.abort(new TimeOver());
        await pause(OVER_EVERY_MS, answered.signal);
      }
    })().catch(() => undefined);
    try {
      return await sent;
    } catch (error) {
      if (!(error instanceof TimeOver)) throw error;
      return null;
    }
  }

  /** After an interruption the unit has been taken back, so a worker writes nothing any more. What it wrote is kept. */
  async #readLast(unit: string): Promise<void> {
    const { queue } = this.#options;
    const read = async (): Promise<void> => {
      await this.#feed.catchUp(unit);
      await removeRecord(queue, unit);
    };
    await Promise.race([read().catch(() => undefined), sleep(LAST_READ_MS, undefined, { ref: false })]);
  }

  #requirementsOf({ text, model }: ProverRequest): Requirements {
    const { facts, requireSandbox } = this.#options;
    return {
      ...requirementsOf(this.#environment, [text], requireSandbox),
      ...facts,
      ...(model === null || !isOnServer(model) ? {} : modelFacts(model.name, model.endpoint)),
    };
  }

  #lasting<T>(work: () => Promise<T>): Promise<T> {
    return whenBack(work, this.#options.signal, this.#options.outages);
  }
}

class TimeOver extends Error {
  override readonly name = 'TimeOver';
}

function readOrFail(...[text, json, worker]: Parameters<typeof readOutcome>): ProveOutcome {
  try {
    return readOutcome(text, json, worker);
  } catch (error) {
    throw noAnswer({ kind: 'dead', log: [`worker ${worker.id}: ${(error as Error).message}`] });
  }
}

/** As a prover here ends whose time is over before it begins. */
function notStarted({ text, strategies, isSelected, budget }: ProverRequest): ProveOutcome {
  const holes = findHoles(text).map((hole, at) => {
    const outcome = untried(hole, at + 1);
    return isSelected(hole, at + 1) ? outcome : { ...outcome, state: 'unasked' as const };
  });
  const { tokens, cost } = budget.spent;
  return {
    ...NOTHING_DONE,
    strategies: strategies.map(({ name }) => name),
    ...{ holes, text, stoppedBy: 'time', attempts: budget.attempts, spent: { tokens, cost } },
  };
}
