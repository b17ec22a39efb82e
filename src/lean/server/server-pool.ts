/** A few warm language servers with one bounded queue: assigns requests, retries them, and replaces servers. */
import { headerOf, headerText } from '../file-header.ts';
import { LspWorker, type ServerAnswer, type ServerLaunch, type ServerText } from './lsp-worker.ts';

export interface ServerPoolOptions {
  /** Returns the launch options of a server; called once per server. */
  launch: () => ServerLaunch;
  /** Maximum number of servers; each starts on demand. */
  workers: number;
  /** Maximum number of waiting requests; further ones are `refused`. */
  maxQueued: number;
  /** A server is replaced after this many requests, because it may retain what it has read. */
  maxUses: number;
  /** A server with more resident memory is replaced. */
  maxResidentBytes: number;
  /** Per request, including the import if the server is new. */
  timeoutMs: number;
  /** Number of servers tried for one request before it counts as `crashed`. */
  attempts: number;
}

export interface PoolCheck extends Partial<Pick<ServerText, 'questions' | 'keepIf'>> {
  maxMs?: number | undefined;
  /** A server that loaded the imports when this was different loads them again. */
  stamp?: string;
  /**
   * How many servers this request leaves to requests with a smaller number. So those that may take all their time do not
   * delay short ones.
   */
  leavesFree?: number;
}

export type PoolAnswer = ServerAnswer | { kind: 'refused' };

/** Number of servers by event so far. */
export interface PoolCounts {
  started: number;
  /** Replaced after `maxUses` requests, and because of their memory. */
  wornOut: number;
  tooLarge: number;
  /** Ended without a request to stop, and killed because they did not answer. */
  crashed: number;
  stopped: number;
}

/** Measuring resident memory requires reading all processes of the system. */
const MEMORY_CHECK_EVERY = 10;

interface PoolRequest extends ServerText {
  signal: AbortSignal;
  /** Timeout after the server has loaded the header. */
  warmTimeoutMs: number;
  leavesFree: number;
  attemptsLeft: number;
  answer(answer: PoolAnswer): void;
}

export class ServerPool {
  readonly #options: ServerPoolOptions;
  readonly #queue: PoolRequest[] = [];
  /** Least recently used first. */
  #idle: LspWorker[] = [];
  /** Busy servers with their request, and the promise that completes after its answer. */
  readonly #busy = new Map<LspWorker, { request: PoolRequest; done: Promise<void> }>();
  #closed = false;
  readonly counts: PoolCounts = { started: 0, wornOut: 0, tooLarge: 0, crashed: 0, stopped: 0 };

  constructor(options: ServerPoolOptions) {
    this.#options = options;
  }

  /** PIDs of the running servers. */
  get pids(): number[] {
    return [...this.#idle, ...this.#busy.keys()].map(({ pid }) => pid).filter((pid) => pid !== null);
  }

  /**
   * Lean's diagnostics for `text`, from the first free server. Does not throw. After the server has loaded the imports,
   * the timeout is at most `maxMs`.
   */
  check(
    text: string,
    signal: AbortSignal,
    { maxMs = Infinity, questions = [], keepIf = null, stamp = '', leavesFree = 0 }: PoolCheck = {},
  ): Promise<PoolAnswer> {
    if (this.#closed || signal.aborted) return Promise.resolve({ kind: 'cancelled' });
    const { promise, resolve } = Promise.withResolvers<PoolAnswer>();
    const answer = (result: PoolAnswer): void => {
      signal.removeEventListener('abort', cancelQueued);
      resolve(result);
    };
    const { attempts: attemptsLeft, timeoutMs } = this.#options;
    const warmTimeoutMs = Math.min(maxMs, timeoutMs);
    const header = `${headerOf(text)} ${stamp}`;
    const limits = { signal, warmTimeoutMs, leavesFree, attemptsLeft };
    const request: PoolRequest = { text, header, questions, keepIf, ...limits, answer };
    /** A request that is being processed is cancelled by the signal itself. */
    const cancelQueued = (): void => {
      const at = this.#queue.indexOf(request);
      if (at < 0) return;
      this.#queue.splice(at, 1);
      answer({ kind: 'cancelled' });
    };
    signal.addEventListener('abort', cancelQueued);
    this.#queue.push(request);
    this.#serve();
    if (this.#queue.length > this.#options.maxQueued) {
      this.#queue.splice(this.#queue.indexOf(request), 1);
      answer({ kind: 'refused' });
    }
    return promise;
  }

  /** Kills all servers; waiting requests are `cancelled`. */
  async close(): Promise<void> {
    this.#closed = true;
    for (const request of this.#queue.splice(0)) request.answer({ kind: 'cancelled' });
    const busy = [...this.#busy];
    const idle = this.#idle.splice(0);
    await Promise.all([...idle, ...busy.map(([worker]) => worker)].map((worker) => worker.kill()));
    await Promise.all(busy.map(([, { done }]) => done));
  }

  #serve(): void {
    for (;;) {
      const at = this.#queue.findIndex((request) => this.#mayStart(request));
      const request = this.#queue[at];
      const worker = request === undefined ? null : this.#workerFor(request);
      if (request === undefined || worker === null) return;
      this.#queue.splice(at, 1);
      this.#busy.set(worker, { request, done: this.#run(worker, request) });
    }
  }

  /** Whether enough servers stay free for shorter requests. One may always be used. */
  #mayStart({ leavesFree }: PoolRequest): boolean {
    const running = [...this.#busy.values()].filter(({ request }) => request.leavesFree >= leavesFree).length;
    return running < Math.max(1, this.#options.workers - leavesFree);
  }

  /** A server that answers at once, otherwise one with this header loaded, otherwise a new one, otherwise the longest idle one; null if all are busy. */
  #workerFor(request: PoolRequest): LspWorker | null {
    this.#idle = this.#idle.filter((worker) => worker.isAlive);
    const keeping = this.#idle.findLastIndex((worker) => worker.keeps(request));
    const match = keeping >= 0 ? keeping : this.#idle.findLastIndex((worker) => worker.header === request.header);
    if (match >= 0) return this.#idle.splice(match, 1)[0] ?? null;
    if (this.#idle.length + this.#busy.size < this.#options.workers) {
      this.counts.started++;
      return new LspWorker(this.#options.launch());
    }
    return this.#idle.shift() ?? null;
  }

  async #run(worker: LspWorker, request: PoolRequest): Promise<void> {
    const answer = await this.#answerOf(worker, request);
    request.attemptsLeft--;
    const why = this.#replacementReason(worker, answer);
    if (why !== null) {
      this.counts[why]++;
      await worker.kill();
    }
    this.#busy.delete(worker);
    if (why === null && !this.#closed) this.#idle.push(worker);
    if (this.#closed) request.answer(answer.kind === 'answered' ? answer : { kind: 'cancelled' });
    // A server may crash for reasons unrelated to the text, so another one is tried before all waiting requests.
    else if (answer.kind === 'crashed' && request.attemptsLeft > 0 && !request.signal.aborted) {
      this.#queue.unshift(request);
    } else request.answer(answer);
    this.#serve();
  }

  /** A server that has not loaded the imports loads them first, so the time for this does not count as the text's. */
  async #answerOf(worker: LspWorker, request: PoolRequest): Promise<ServerAnswer> {
    const { signal, warmTimeoutMs, text, header } = request;
    const { timeoutMs } = this.#options;
    if (worker.header !== header && warmTimeoutMs < timeoutMs) {
      const imports = { text: `${headerText(text)}\n`, header, questions: [], keepIf: null };
      const loaded = await worker.check(imports, { timeoutMs, signal });
      if (loaded.kind !== 'answered') return loaded;
    }
    return worker.check(request, { timeoutMs: warmTimeoutMs, signal });
  }

  #replacementReason(worker: LspWorker, answer: ServerAnswer): keyof PoolCounts | null {
    if (answer.kind === 'timedOut' || answer.kind === 'cancelled') return 'stopped';
    if (answer.kind !== 'answered') return 'crashed';
    if (worker.uses >= this.#options.maxUses) return 'wornOut';
    if (worker.uses % MEMORY_CHECK_EVERY !== 0) return null;
    return (worker.residentBytes() ?? 0) > this.#options.maxResidentBytes ? 'tooLarge' : null;
  }
}
