/**
 * Makes the dependency graph of the index for a server, in a thread of its own: for a large index that takes longer than
 * a request may. It is made once, however many requests need it.
 */
import { setTimeout } from 'node:timers/promises';
import { startGraphThread, type GraphThread } from '../graph/read-in-thread.ts';
import { RetryLater } from './retry-later.ts';

const RETRY_SECONDS = 10;

export class GraphMaker {
  readonly #indexPath: string;
  readonly #waitMs: number;
  #thread: GraphThread | null = null;
  #made: Promise<void> | null = null;

  /** `waitMs`: milliseconds that a request waits for the graph. */
  constructor(indexPath: string, waitMs: number) {
    this.#indexPath = indexPath;
    this.#waitMs = waitMs;
  }

  /** @throws {RetryLater} `graph-being-made`; `Failure` if it cannot be made; the reason of `signal` */
  async make(signal: AbortSignal): Promise<void> {
    this.#made ??= this.#start();
    const wait = new AbortController();
    const isMade = await Promise.race([
      this.#made.then(() => true),
      setTimeout(this.#waitMs, false, { signal: AbortSignal.any([signal, wait.signal]) }),
    ]).finally(() => wait.abort());
    if (isMade) return;
    throw new RetryLater('graph-being-made', RETRY_SECONDS, {
      message: 'The graph of which declarations depend on which is being made.',
      reason: 'It is made once for each state of the index, which takes about half a minute for Mathlib.',
    });
  }

  async close(): Promise<void> {
    await this.#thread?.close();
  }

  async #start(): Promise<void> {
    this.#thread = startGraphThread();
    try {
      await this.#thread.call('store', this.#indexPath);
    } finally {
      await this.#thread.close();
      this.#thread = null;
      this.#made = null;
    }
  }
}
