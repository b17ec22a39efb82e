/** The record of a run on disk: serves earlier results and writes new events immediately. */
import { existsSync, mkdirSync, rmSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { literalWords } from '../../base/words.ts';
import { Failure } from '../../base/errors.ts';
import { sha256 } from '../../base/hash.ts';
import { Journal } from '../../base/journal.ts';
import { writeAtomically } from '../../base/atomic-write.ts';
import { type Lock, takeLock } from '../../base/lock.ts';
import { readTextOrNull } from '../../base/read-or-null.ts';
import type { ChatAnswer, ChatRequest } from '../../llm/chat.ts';
import type { Amount } from '../../llm/budget.ts';
import type { Answered, HolePlace, ProblemEnded, ProveEvent } from '../events.ts';
import type { PassagesFound } from '../passage.ts';
import type { Premise } from '../premise.ts';
import { type AgentCallId, type CallResult, RecordedCalls } from './recorded-calls.ts';
import { RecordedAnswers } from './recorded-answers.ts';
import { EVENTS_FILE, makeRunFolder, ORIGINAL_FILE } from './folder.ts';
import { readRunEvents, type RecordedEvent } from './event-file.ts';
import type { Rejection } from '../attempt/trial.ts';

/** Accessible only to the owner, because prompts contain the user's text. */
const OWNER_ONLY = { folder: 0o700, file: 0o600 };

/** Events that must be on disk before the run continues: all except those that are cheap to recompute. */
const SYNCED_EVENTS = new Set<ProveEvent['event']>(
  literalWords(
    'run_asked run_started prompt answer tool_called ask_failed hole_ended node_ended problem_ended writing run_ended',
  ),
);

/** A run written by this process. */
export interface OpenRun {
  id: string;
  record: RunRecord;
}

/** Creates a new run. @throws errors of the file system */
export function startRun(dataHome: string): OpenRun {
  const { id, folder } = makeRunFolder(dataHome, new Date());
  return { id, record: new RunRecord(folder) };
}

/** Told of each text that is stored, before the event that refers to it. `name`: its hash with an extension. */
export type OnStored = (folder: string, name: string, text: string) => void;

export class RunRecord {
  readonly folder: string;
  readonly #onStored: OnStored;
  /** The events when the record was opened. */
  readonly before: readonly RecordedEvent[];
  readonly #lock: Lock;
  readonly #journal: Journal;
  readonly #answers: RecordedAnswers;
  readonly #calls: RecordedCalls;
  readonly #retrievals = new Map<string, string>();
  readonly #passages = new Map<string, string>();
  readonly #rejections = new Map<string, Rejection>();
  readonly #attempts = new Set<string>();
  readonly #goals = new Map<string, string>();
  readonly #problems = new Map<number, ProblemEnded>();
  #isDiscarded = false;

  /** Creates the record, or opens it to resume. @throws {Failure} `run-busy` if another process has it open */
  constructor(folder: string, onStored: OnStored = () => undefined) {
    this.folder = folder;
    this.#onStored = onStored;
    mkdirSync(folder, { recursive: true, mode: OWNER_ONLY.folder });
    this.#lock = takeLock(join(folder, 'lock'), (holder) => busy(folder, holder?.pid ?? null));
    const path = join(folder, EVENTS_FILE);
    this.before = readRunEvents(folder);
    this.#answers = new RecordedAnswers(folder, this.before);
    this.#calls = new RecordedCalls(this.before);
    for (const event of this.before) this.#remember(event);
    this.#journal = new Journal(path, OWNER_ONLY.file);
  }

  /** Writes an event. Only a later session reads it back. */
  append(event: ProveEvent): void {
    this.#journal.append({ at: new Date().toISOString(), ...event });
    if (SYNCED_EVENTS.has(event.event)) this.#journal.sync();
  }

  /** Amount spent by earlier sessions: reported usage, and the maximum for unreported usage. */
  get spentBefore(): Amount {
    return spentIn(this.before);
  }

  answer(prompt: string, sample: number): { event: Answered; answer: ChatAnswer } | null {
    return this.#answers.find(prompt, sample);
  }

  call(place: HolePlace, call: AgentCallId): CallResult | null {
    return this.#calls.find(place, call);
  }

  /** Recorded premises and their hash. */
  retrieval(key: string): { premises: Premise[]; hash: string } | null {
    const hash = this.#retrievals.get(key);
    const premises = this.#readHashed('premises', hash) as Premise[] | null;
    return hash === undefined || premises === null ? null : { premises, hash };
  }

  /** Recorded passages. */
  passages(key: string): PassagesFound | null {
    return this.#readHashed('passages', this.#passages.get(key)) as PassagesFound | null;
  }

  rejection(key: string): Rejection | null {
    return this.#rejections.get(key) ?? null;
  }

  /** Keys of attempts that earlier sessions made and paid for. */
  attemptKeys(): Iterable<string> {
    return this.#attempts;
  }

  /** The recorded goal; null if it was not requested from Lean. */
  goal(place: HolePlace): string | null {
    return this.#goals.get(placeKey(place)) ?? null;
  }

  /** The end of a problem with its report; null if it has not ended, or its report is missing or changed. */
  problemEnd(problem: number): { event: ProblemEnded; report: unknown } | null {
    const event = this.#problems.get(problem);
    const report = this.#readHashed('results', event?.result);
    return event === undefined || report === null ? null : { event, report };
  }

  storePrompt(request: ChatRequest, hash: string): void {
    const { sample: _, ...prompt } = request;
    this.store('prompts', `${hash}.json`, `${JSON.stringify(prompt, null, 2)}\n`);
  }

  /** The text of a stored prompt, as JSON without its sample; null if there is none. */
  promptText(hash: string): string | null {
    return this.#read('prompts', `${hash}.json`);
  }

  /** The stored text of an answer, also of one of this session; null if there is none. */
  answerText(hash: string): string | null {
    return this.#read('answers', `${hash}.txt`);
  }

  storeAnswer(text: string): string {
    return this.#storeHashed('answers', 'txt', text);
  }

  storePremises(premises: readonly Premise[]): string {
    return this.#storeHashed('premises', 'json', JSON.stringify(premises));
  }

  storePassages(found: PassagesFound): string {
    return this.#storeHashed('passages', 'json', JSON.stringify(found));
  }

  /** `report`: JSON. */
  storeResult(report: string): string {
    return this.#storeHashed('results', 'json', report);
  }

  /** Stores a text that events refer to, unless there is one with this name. */
  store(folder: string, name: string, text: string): void {
    const path = join(this.folder, folder, name);
    if (existsSync(path)) return;
    mkdirSync(dirname(path), { recursive: true, mode: OWNER_ONLY.folder });
    writeAtomically(path, text, OWNER_ONLY.file);
    this.#onStored(folder, name, text);
  }

  storeFile(name: string, text: string): void {
    writeAtomically(join(this.folder, name), text, OWNER_ONLY.file);
  }

  get original(): string | null {
    return this.#read('.', ORIGINAL_FILE);
  }

  /** Deletes the record on close, because the run did not start and cannot be resumed. */
  discard(): void {
    this.#isDiscarded = true;
  }

  close(): void {
    this.#journal.close();
    this.#lock.release();
    if (this.#isDiscarded) rmSync(this.folder, { recursive: true, force: true });
  }

  #remember(event: RecordedEvent): void {
    if (event.event === 'hole_started' || event.event === 'node_started') this.#goals.set(placeKey(event), event.goal);
    else if (event.event === 'problem_ended') this.#problems.set(event.problem, event);
    else if (event.event === 'retrieval') this.#retrievals.set(event.key, event.premises);
    else if (event.event === 'passages') this.#passages.set(event.key, event.passages);
    else if (event.event === 'attempt') {
      this.#attempts.add(event.key);
      const { verdict, from } = event;
      if (verdict.kind === 'rejected' && verdict.by === 'lean' && from !== 'judge') {
        this.#rejections.set(event.key, verdict);
      }
    }
  }

  #read(folder: string, name: string): string | null {
    return readTextOrNull(join(this.folder, folder, name));
  }

  /** Null if the file is missing or changed: answers are judged again, but what was retrieved is trusted. */
  #readHashed(folder: string, hash: string | undefined): unknown {
    const text = hash === undefined ? null : this.#read(folder, `${hash}.json`);
    return text === null || sha256(text) !== hash ? null : JSON.parse(text);
  }

  #storeHashed(folder: string, extension: string, text: string): string {
    const hash = sha256(text);
    this.store(folder, `${hash}.${extension}`, text);
    return hash;
  }
}

const placeKey = ({ hole, node }: HolePlace): string => (node === undefined ? String(hole) : `${hole} ${node}`);

/** A request that was running when the process ended counts with its maximum, because its cost is unknown. */
export function spentIn(events: readonly RecordedEvent[]): Amount {
  const amounts = new Map<string, Amount>();
  const total: Amount = { tokens: 0, cost: 0 };
  const add = ({ tokens, cost }: Amount): void => {
    total.tokens += tokens;
    total.cost += cost;
  };
  for (const event of events) {
    if (event.event === 'prompt') {
      const key = `${event.prompt}:${event.sample}`;
      // A first try of a request that is already running belongs to another session.
      if (event.try === 1) add(amounts.get(key) ?? { tokens: 0, cost: 0 });
      amounts.set(key, { tokens: event.worst_tokens, cost: event.worst_cost ?? 0 });
    } else if (event.event === 'answer' || event.event === 'ask_failed') {
      amounts.delete(`${event.prompt}:${event.sample}`);
      add({ tokens: event.counted_tokens, cost: event.counted_cost ?? 0 });
    }
  }
  for (const amount of amounts.values()) add(amount);
  return total;
}

function busy(folder: string, pid: number | null): Failure {
  return new Failure('missing', 'run-busy', {
    message: `The run in ${folder} is still active${pid === null ? '' : ` in process ${pid}`}.`,
    next: 'Wait until it ends, or stop it; a run without a process can be resumed at once.',
  });
}
