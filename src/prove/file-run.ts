/** State shared by all holes of a file during a run: budget, record, model, and reasons to stop. */
import type { ChatAnswer, ChatRequest } from '../llm/chat.ts';
import { isFatal } from '../llm/fatal-model-errors.ts';
import type { ModelClient } from '../llm/model-client.ts';
import type { ModelError } from '../llm/model-error.ts';
import type { ProjectFacts } from '../prompt/prompts.ts';
import type { Hole } from '../verify/hole/holes.ts';
import type { Budget, BudgetStop } from '../llm/budget.ts';
import type { HolePlace, OnEvent } from './events.ts';
import type { Headers } from './attempt/headers.ts';
import type { ModelFailure, ProveOutcome } from './outcome.ts';
import type { CachedRetriever } from './retrieval/cached-retriever.ts';
import type { RunRecord } from './run/record.ts';
import type { RecordedCalls } from './run/recorded-calls.ts';
import { RecordedRequests } from './run/request-log.ts';
import type { PassageRetriever } from './retrieval/passage-retriever.ts';
import type { CallLog, FindSolved, InformalInput, MadeCall, Strategy, Tools } from './strategy.ts';
import type { Trial } from './attempt/trial.ts';

export interface FileRunParts {
  /** Null if nothing is compiled. */
  project: ProjectFacts | null;
  text: string;
  holes: readonly Hole[];
  trial: Trial;
  /** For steps of sketches: what compiles is accepted at the level `compile`, because the whole proof is judged later. */
  stepTrial: Trial;
  openHeaders: (text: string, holes: readonly Hole[]) => Headers;
  strategies: readonly Strategy[];
  /** Whether a hole that needs further imports counts as filled, because imports may be added to the file. */
  mayAddImports: boolean;
  /** Null if retrieval is unavailable or disabled. */
  retrieval: CachedRetriever | null;
  /** Null if the library is unavailable or disabled. */
  library: PassageRetriever | null;
  /** Null if no graph of templates is open. */
  findSolved: FindSolved | null;
  /** Informal input; null if not given. */
  informalInput: InformalInput | null;
  modelClient: ModelClient | null;
  budget: Budget;
  record: RunRecord | null;
  /** The calls of the run that is replayed; null for another run. */
  replayedCalls: RecordedCalls | null;
  /** The goal at a place in the record of the run that is replayed without Lean; null if Lean is to be asked. */
  recordedGoal: ((place: HolePlace) => string | null) | null;
  memoize: NonNullable<Tools['memoize']>;
  /** Aborted when the time limit is reached. */
  deadline: AbortSignal;
  /** Where all events of the run go. */
  emit: OnEvent;
}

/** What the run of a file shares with the runs of its sketches. */
interface RunState {
  /** Keys of all attempts with their numbers, including those of earlier sessions. */
  attempts: Map<string, number | null>;
  stopped: BudgetStop | null;
  lastFailure: ModelError | null;
  isModelUnavailable: boolean;
  hasAnswered: boolean;
}

function newState(record: RunRecord | null): RunState {
  const attempts = new Map<string, number | null>();
  for (const key of record?.attemptKeys() ?? []) attempts.set(key, null);
  return { attempts, stopped: null, lastFailure: null, isModelUnavailable: false, hasAnswered: false };
}

export class FileRun {
  readonly parts: FileRunParts;
  readonly headers: Headers;
  readonly #state: RunState;

  /** `state`: only for the run of a sketch. */
  constructor(parts: FileRunParts, state?: RunState) {
    this.parts = parts;
    this.headers = parts.openHeaders(parts.text, parts.holes);
    this.#state = state ?? newState(parts.record);
  }

  /** The part of this run that proves the steps of a sketch: `text` is the file with the sketch. */
  onSketch({ text, holes }: Pick<FileRunParts, 'text' | 'holes'>): FileRun {
    const { stepTrial } = this.parts;
    // A problem in words is about the theorem and not about its steps.
    return new FileRun({ ...this.parts, text, holes, trial: stepTrial, informalInput: null }, this.#state);
  }

  /** Null if there is no model. After a fatal error, the model is not called again. */
  get ask(): ((place: HolePlace, request: ChatRequest, template: string) => Promise<ChatAnswer>) | null {
    const { modelClient, record, emit } = this.parts;
    if (modelClient === null) return null;
    const isPriced = modelClient.model.price !== null;
    const state = this.#state;
    return async (place, request, template) => {
      if (state.isModelUnavailable && state.lastFailure !== null) throw state.lastFailure;
      const log = new RecordedRequests(place, record, isPriced, emit);
      const answer = await modelClient.ask(request, template, log);
      state.hasAnswered = true;
      return answer;
    };
  }

  /** The calls of an agent at a hole. One of the replayed run counts as made, and is recorded again. */
  callsAt(place: HolePlace): CallLog {
    const { record, replayedCalls, emit } = this.parts;
    const store = (call: MadeCall): void => emit({ event: 'tool_called', ...place, ...call });
    return {
      find(call) {
        const recorded = record?.call(place, call) ?? null;
        if (recorded !== null) return recorded;
        const replayed = replayedCalls?.find(place, call) ?? null;
        if (replayed !== null) store({ ...call, ...replayed });
        return replayed;
      },
      store,
    };
  }

  /**
   * Takes as many attempts with these keys as the budget allows, in order. Attempts made before, in this session or an
   * earlier one, are free.
   */
  async takeAttempts(
    keys: readonly string[],
  ): Promise<{ count: number; stop: BudgetStop; done: (made: number) => Promise<void> }> {
    const { budget } = this.parts;
    const isFresh = keys.map((key, at) => !this.#state.attempts.has(key) && keys.indexOf(key) === at);
    const granted = await budget.takeAttempts(isFresh.filter(Boolean).length);
    let [count, taken] = [0, 0];
    for (const fresh of isFresh) {
      if (fresh && ++taken > granted.count) break;
      count++;
    }
    return {
      count,
      stop: budget.stopped ?? { limit: 'attempts', isParents: false },
      // Fewer attempts are made if one was accepted or the time is over.
      done: (made) => granted.settle(isFresh.slice(0, made).filter(Boolean).length),
    };
  }

  /** 1-based number in the run; null for an attempt of an earlier session. */
  numberOf(key: string): number | null {
    const attempts = this.#state.attempts;
    if (!attempts.has(key)) attempts.set(key, attempts.size + 1);
    return attempts.get(key) ?? null;
  }

  stopAt(stop: BudgetStop, place: HolePlace): void {
    if (this.#state.stopped !== null) return;
    this.#state.stopped = stop;
    this.parts.emit({ event: 'budget_stop', ...place, limit: stop.limit, parents: stop.isParents });
  }

  /** Whether the time is over, so no further hole is started. */
  isOver(hole: number): boolean {
    if (this.parts.deadline.aborted) this.stopAt({ limit: 'time', isParents: false }, { hole });
    return this.#state.stopped?.limit === 'time';
  }

  modelFailed(error: ModelError): void {
    const state = this.#state;
    state.lastFailure = error;
    // A later hole may come after the end of an outage, but a server that was never reached must not delay every hole.
    if ((isFatal(error) && !error.isTransient) || !state.hasAnswered) state.isModelUnavailable = true;
  }

  /** The part of the outcome that all holes share. */
  summary(): Pick<ProveOutcome, 'strategies' | 'attempts' | 'stoppedBy' | 'isParentsLimit' | 'modelFailure'> {
    return {
      strategies: this.parts.strategies.map(({ name }) => name),
      attempts: this.#state.attempts.size,
      stoppedBy: this.#state.stopped?.limit ?? null,
      isParentsLimit: this.#state.stopped?.isParents ?? false,
      modelFailure:
        this.#state.isModelUnavailable && this.#state.lastFailure !== null ? failureOf(this.#state.lastFailure) : null,
    };
  }
}

function failureOf({ detail: { code, message, reason, next } }: ModelError): ModelFailure {
  return { code, message, reason: reason ?? null, next: next ?? null };
}
