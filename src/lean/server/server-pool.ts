/** A few warm language servers behind one bounded queue: who is asked, who is asked again, and who is put away. */
import { headerOf } from '../file-header.ts';
import { LspWorker, type ServerAnswer, type ServerLaunch } from './lsp-worker.ts';

export interface ServerPoolOptions {
  /** Says how the next server is started; asked once a server. */
  launch: () => ServerLaunch;
  /** Servers at a time; each starts when it is first needed. */
  workers: number;
  /** Questions that may wait for a server; one more is `refused`. */
  maxQueued: number;
  /** A server is replaced after so many questions: what it once read it may keep. */
  maxUses: number;
  /** A server that is found to hold more is replaced. */
  maxResidentBytes: number;
  /** For one question, the import included where the server is new. */
  timeoutMs: number;
  /** Servers that one question may outlive before it is called `crashed`. */
  attempts: number;
}

export type PoolAnswer = ServerAnswer | { kind: 'refused' };

/** What became of the servers so far. */
export interface PoolCounts {
  started: number;
  /** Replaced after `maxUses` questions, and for what they held. */
  wornOut: number;
  tooLarge: number;
  /** Ended by themselves or by another's hand, and killed for want of an answer. */
  crashed: number;
  stopped: number;
}

/** Reading what a process holds means reading about all processes there are. */
const LOOK_AT_MEMORY_EVERY = 10;

interface Question {
  text: string;
  header: string;
  signal: AbortSignal;
  /** For a server that holds the header already. */
  warmTimeoutMs: number;
  attemptsLeft: number;
  answer(answer: PoolAnswer): void;
}

export class ServerPool {
  readonly #options: ServerPoolOptions;
  readonly #queue: Question[] = [];
  /** Least recently used first. */
  #idle: LspWorker[] = [];
  /** Those that are asked right now, with what waits for their answer. */
  readonly #busy = new Map<LspWorker, Promise<void>>();
  #closed = false;
  readonly counts: PoolCounts = { started: 0, wornOut: 0, tooLarge: 0, crashed: 0, stopped: 0 };

  constructor(options: ServerPoolOptions) {
    this.#options = options;
  }

  /** Process numbers of the servers that live now. */
  get pids(): number[] {
    return [...this.#idle, ...this.#busy.keys()].map(({ pid }) => pid).filter((pid) => pid !== null);
  }

  /**
   * What Lean says of `text`, by whichever server is free first. It does not throw. A server that has loaded the
   * imports is given no more than `longestMs`.
   */
  check(text: string, signal: AbortSignal, longestMs = Infinity): Promise<PoolAnswer> {
    if (this.#closed || signal.aborted) return Promise.resolve({ kind: 'cancelled' });
    const { promise, resolve } = Promise.withResolvers<PoolAnswer>();
    const answer = (given: PoolAnswer): void => {
      signal.removeEventListener('abort', leave);
      resolve(given);
    };
    const { attempts: attemptsLeft, timeoutMs } = this.#options;
    const warmTimeoutMs = Math.min(longestMs, timeoutMs);
    const question: Question = { text, header: headerOf(text), signal, warmTimeoutMs, attemptsLeft, answer };
    /** One that is being asked hears of it by the signal itself. */
    const leave = (): void => {
      const at = this.#queue.indexOf(question);
      if (at < 0) return;
      this.#queue.splice(at, 1);
      answer({ kind: 'cancelled' });
    };
    signal.addEventListener('abort', leave);
    this.#queue.push(question);
    this.#serve();
    if (this.#queue.length > this.#options.maxQueued) {
      this.#queue.splice(this.#queue.indexOf(question), 1);
      answer({ kind: 'refused' });
    }
    return promise;
  }

  /** Ends every server; whatever waits is `cancelled`. */
  async close(): Promise<void> {
    this.#closed = true;
    for (const question of this.#queue.splice(0)) question.answer({ kind: 'cancelled' });
    const busy = [...this.#busy];
    const idle = this.#idle.splice(0);
    await Promise.all([...idle, ...busy.map(([worker]) => worker)].map((worker) => worker.kill()));
    await Promise.all(busy.map(([, done]) => done));
  }

  #serve(): void {
    while (this.#queue.length > 0) {
      const worker = this.#workerFor(this.#queue[0]?.header ?? '');
      const question = worker === null ? undefined : this.#queue.shift();
      if (worker === null || question === undefined) return;
      this.#busy.set(worker, this.#ask(worker, question));
    }
  }

  /** One that holds this header already, else a new one, else the one that has waited longest; null where all are busy. */
  #workerFor(header: string): LspWorker | null {
    this.#idle = this.#idle.filter((worker) => worker.isAlive);
    const fitting = this.#idle.findLastIndex((worker) => worker.header === header);
    if (fitting >= 0) return this.#idle.splice(fitting, 1)[0] ?? null;
    if (this.#idle.length + this.#busy.size < this.#options.workers) {
      this.counts.started++;
      return new LspWorker(this.#options.launch());
    }
    return this.#idle.shift() ?? null;
  }

  async #ask(worker: LspWorker, question: Question): Promise<void> {
    const isWarm = worker.header === question.header;
    const timeoutMs = isWarm ? question.warmTimeoutMs : this.#options.timeoutMs;
    const answer = await worker.check(question.text, question.header, { timeoutMs, signal: question.signal });
    question.attemptsLeft--;
    const why = this.#whyReplace(worker, answer);
    if (why !== null) {
      this.counts[why]++;
      await worker.kill();
    }
    this.#busy.delete(worker);
    if (why === null && !this.#closed) this.#idle.push(worker);
    if (this.#closed) question.answer(answer.kind === 'answered' ? answer : { kind: 'cancelled' });
    // A server may be lost through no fault of the text, so another one is asked, before all that wait.
    else if (answer.kind === 'crashed' && question.attemptsLeft > 0 && !question.signal.aborted) {
      this.#queue.unshift(question);
    } else question.answer(answer);
    this.#serve();
  }

  #whyReplace(worker: LspWorker, answer: ServerAnswer): keyof PoolCounts | null {
    if (answer.kind === 'timedOut' || answer.kind === 'cancelled') return 'stopped';
    if (answer.kind !== 'answered') return 'crashed';
    if (worker.uses >= this.#options.maxUses) return 'wornOut';
    if (worker.uses % LOOK_AT_MEMORY_EVERY !== 0) return null;
    return (worker.residentBytes() ?? 0) > this.#options.maxResidentBytes ? 'tooLarge' : null;
  }
}
