/** One run on disk: what happened before, to be served again, and what happens now, written as it happens. */
import { existsSync, mkdirSync, readFileSync, rmSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { Failure } from '../../base/errors.ts';
import { sha256 } from '../../base/hash.ts';
import { Journal } from '../../base/journal.ts';
import { writeAtomically } from '../../base/atomic-write.ts';
import { type Lock, takeLock } from '../../base/lock.ts';
import type { ChatAnswer, ChatRequest } from '../../llm/chat.ts';
import type { Amount } from '../../llm/budget.ts';
import type { Answered, ProveEvent } from '../events.ts';
import type { PassagesFound } from '../passage.ts';
import type { Premise } from '../premise.ts';
import { RecordedAnswers } from './recorded-answers.ts';
import { EVENTS_FILE, makeRunFolder, ORIGINAL_FILE } from './folder.ts';
import { readRunEvents, type RecordedEvent } from './event-file.ts';
import type { Rejection } from '../attempt/trial.ts';

/** Prompts hold the user's text, so what is written is of its owner alone. */
const OWNER_ONLY = { folder: 0o700, file: 0o600 };

/** What of an event has to be on the disk before anything further happens: all but what is cheap to find out again. */
const WAITS_FOR_DISK = new Set<ProveEvent['event']>([
  'run_asked',
  'run_started',
  'prompt',
  'answer',
  'ask_failed',
  'hole_ended',
  'writing',
  'run_ended',
]);

/** A run that this process writes. */
export interface OpenRun {
  id: string;
  record: RunRecord;
}

/** A new run. @throws what the file system throws */
export function beginRun(dataHome: string): OpenRun {
  const { id, folder } = makeRunFolder(dataHome, new Date());
  return { id, record: new RunRecord(folder) };
}

export class RunRecord {
  readonly folder: string;
  /** As they were when the record was opened. */
  readonly before: readonly RecordedEvent[];
  readonly #lock: Lock;
  readonly #journal: Journal;
  readonly #answers: RecordedAnswers;
  readonly #retrievals = new Map<string, string>();
  readonly #passages = new Map<string, string>();
  readonly #rejections = new Map<string, Rejection>();
  readonly #attempts = new Set<string>();
  readonly #goals = new Map<number, string>();
  #isToGo = false;

  /** Creates it, or opens it to go on. @throws {Failure} `run-busy` where another process does. */
  constructor(folder: string) {
    this.folder = folder;
    mkdirSync(folder, { recursive: true, mode: OWNER_ONLY.folder });
    this.#lock = takeLock(join(folder, 'lock'), (holder) => busy(folder, holder?.pid ?? null));
    const path = join(folder, EVENTS_FILE);
    this.before = readRunEvents(folder);
    this.#answers = new RecordedAnswers(folder, this.before);
    for (const event of this.before) this.#remember(event);
    this.#journal = new Journal(path, OWNER_ONLY.file);
  }

  /** Written down. What is served again is served to a later sitting. */
  append(event: ProveEvent): void {
    this.#journal.append({ at: new Date().toISOString(), ...event });
    if (WAITS_FOR_DISK.has(event.event)) this.#journal.sync();
  }

  /** What an earlier sitting spent: what was reported, and the worst case of what nobody reported. */
  get spentBefore(): Amount {
    return spentIn(this.before);
  }

  answer(prompt: string, sample: number): { event: Answered; answer: ChatAnswer } | null {
    return this.#answers.find(prompt, sample);
  }

  /** Premises as they came back then, and their hash. */
  retrieval(key: string): { premises: Premise[]; hash: string } | null {
    const hash = this.#retrievals.get(key);
    const text = hash === undefined ? null : this.#read('premises', `${hash}.json`);
    // Only what is as it was written: an answer is judged, a premise is taken at its word.
    if (hash === undefined || text === null || sha256(text) !== hash) return null;
    return { premises: JSON.parse(text) as Premise[], hash };
  }

  /** Passages as they came back then. */
  passages(key: string): PassagesFound | null {
    const hash = this.#passages.get(key);
    const text = hash === undefined ? null : this.#read('passages', `${hash}.json`);
    return hash === undefined || text === null || sha256(text) !== hash ? null : (JSON.parse(text) as PassagesFound);
  }

  rejection(key: string): Rejection | null {
    return this.#rejections.get(key) ?? null;
  }

  /** Of the attempts that earlier sittings made, and so paid for. */
  attemptKeys(): Iterable<string> {
    return this.#attempts;
  }

  /** As Lean said it then; null where it was not asked. */
  goal(hole: number): string | null {
    return this.#goals.get(hole) ?? null;
  }

  keepPrompt(request: ChatRequest, hash: string): void {
    const { messages, maxOutputTokens, temperature } = request;
    this.#keep('prompts', `${hash}.json`, `${JSON.stringify({ messages, maxOutputTokens, temperature }, null, 2)}\n`);
  }

  keepAnswer(text: string): string {
    const hash = sha256(text);
    this.#keep('answers', `${hash}.txt`, text);
    return hash;
  }

  keepPremises(premises: readonly Premise[]): string {
    const text = JSON.stringify(premises);
    const hash = sha256(text);
    this.#keep('premises', `${hash}.json`, text);
    return hash;
  }

  keepPassages(found: PassagesFound): string {
    const text = JSON.stringify(found);
    const hash = sha256(text);
    this.#keep('passages', `${hash}.json`, text);
    return hash;
  }

  keepFile(name: string, text: string): void {
    writeAtomically(join(this.folder, name), text, OWNER_ONLY.file);
  }

  get original(): string | null {
    return this.#read('.', ORIGINAL_FILE);
  }

  /** It could never have begun, so nobody can go on with it: once closed, nothing of it is left. */
  discard(): void {
    this.#isToGo = true;
  }

  close(): void {
    this.#journal.close();
    this.#lock.release();
    if (this.#isToGo) rmSync(this.folder, { recursive: true, force: true });
  }

  #remember(event: RecordedEvent): void {
    if (event.event === 'hole_started') this.#goals.set(event.hole, event.goal);
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
    try {
      return readFileSync(join(this.folder, folder, name), 'utf8');
    } catch {
      return null;
    }
  }

  #keep(folder: string, name: string, text: string): void {
    const path = join(this.folder, folder, name);
    if (existsSync(path)) return;
    mkdirSync(dirname(path), { recursive: true, mode: OWNER_ONLY.folder });
    writeAtomically(path, text, OWNER_ONLY.file);
  }
}

/** A request that was under way when the process ended counts as its worst case, for nobody knows better. */
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
      // A first try of a request that was under way already is that of another sitting.
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
  return new Failure({
    exit: 'missing',
    code: 'run-busy',
    message: `The run in ${folder} is going on${pid === null ? '' : ` in process ${pid}`}.`,
    next: 'Wait for it to end, or end it; a run whose process is gone can be resumed at once.',
  });
}
