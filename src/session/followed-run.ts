/** Writes what a worker does into the record of the run, and shows it, as a prover in this process would. */
import type { RecordEntry } from '../queue/unit-record.ts';
import type { Recording } from '../llm/record-answers.ts';
import { readRequest } from '../llm/recording.ts';
import type { Answered, OnEvent, WorkerStarted } from '../prove/events.ts';
import { isRecorded } from '../prove/prover.ts';
import type { RunRecord } from '../prove/run/record.ts';
import { answerOf } from '../prove/run/recorded-answers.ts';
import { countByAttempt, isTrueToName, readEntry } from './prove-entries.ts';

export interface FollowedRunOptions {
  /** Null to record nothing. */
  record: RunRecord | null;
  onEvent: OnEvent;
  /** Gets every answer of a model that this session records; null for nothing. */
  recording: { file: Recording; model: string } | null;
  /** Told of what cannot be read: any program with the password can write it. */
  onInvalid: (what: string) => void;
}

/** An attempt of a worker. `known`: number of its events that are on record and not given yet. */
interface Attempt {
  started: WorkerStarted;
  known: number;
  /** Whether an earlier session recorded its beginning. */
  isEarlier: boolean;
}

export class FollowedRun {
  readonly #options: FollowedRunOptions;
  /** Number of recorded events of each attempt before this session. */
  readonly #known: Map<string, number>;
  readonly #attempts = new Map<string, Attempt>();

  constructor(options: FollowedRunOptions) {
    this.#options = options;
    this.#known = countByAttempt(options.record?.before ?? []);
  }

  /** Must be called with the entries in order. */
  add({ writer, entry: json }: RecordEntry): void {
    const { record, onInvalid } = this.#options;
    const entry = readEntry(json);
    if (entry === null) return onInvalid('an entry that is not valid');
    if ('stored' in entry) {
      if (!isTrueToName(entry.stored)) return onInvalid('a text with another hash');
      record?.store(entry.stored.folder, entry.stored.name, entry.stored.text);
    } else if ('event' in entry) {
      const { event } = entry;
      if (event.event === 'worker_started') this.#begin(writer, event);
      else this.#give(writer, event);
    }
  }

  #begin(writer: string, started: WorkerStarted): void {
    const known = this.#known.get(started.attempt);
    this.#attempts.set(writer, { started, known: known ?? 0, isEarlier: known !== undefined });
    if (known !== undefined) return;
    this.#options.record?.append(started);
    this.#options.onEvent(started);
  }

  #give(writer: string, event: Parameters<OnEvent>[0]): void {
    const { record, onEvent, onInvalid } = this.#options;
    const attempt = this.#attempts.get(writer);
    if (attempt === undefined) return onInvalid('an event without its worker');
    const isNew = !isRecorded(event);
    if (attempt.known > 0) {
      if (isNew) attempt.known--;
      return;
    }
    if (attempt.isEarlier) {
      // So that the events of this session count as those of the same attempt.
      record?.append(attempt.started);
      attempt.isEarlier = false;
    }
    if (isNew) record?.append(event);
    if (event.event === 'answer' && event.from === 'model') this.#recordAnswer(event);
    onEvent(event);
  }

  /** The texts of the request and the answer come before the event. */
  #recordAnswer(event: Answered): void {
    const { record, recording, onInvalid } = this.#options;
    if (recording === null || record === null) return;
    const request = readRequest(record.promptText(event.prompt) ?? '', event.prompt, event.sample);
    const text = record.answerText(event.answer);
    if (request === null || text === null) return onInvalid('an answer without its request or its text');
    recording.file.add(recording.model, request, answerOf(event, text));
  }
}
