/** A pool of threads that train rankers on shared examples. */
import { availableParallelism } from 'node:os';
import { Worker } from 'node:worker_threads';
import type { LearnRequest, LearnResult } from './learner.ts';
import type { RankedQuery, RankingOptions } from './ranking.ts';

export class Learners {
  readonly #workers: Worker[];
  readonly #idle: Worker[];
  readonly #waiting: ((worker: Worker) => void)[] = [];

  /** Moves the numbers of the examples to shared memory, in place. */
  constructor(examples: readonly RankedQuery[]) {
    for (const example of examples) {
      example.rows = shared(example.rows);
      example.isGold = Uint8Array.from(example.isGold);
    }
    const plain = examples.map(({ rows, query, isGold }) => ({ rows, query, isGold }));
    this.#workers = Array.from(
      { length: availableParallelism() },
      () => new Worker(new URL('learner.ts', import.meta.url), { workerData: plain }),
    );
    this.#idle = [...this.#workers];
  }

  /** Runs `learnRanking` on the examples with these indices. */
  async learn(members: readonly number[], options: RankingOptions): Promise<Float32Array> {
    const worker = this.#idle.pop() ?? (await new Promise<Worker>((resolve) => this.#waiting.push(resolve)));
    try {
      return await runJob(worker, { members, options });
    } finally {
      const next = this.#waiting.shift();
      if (next === undefined) this.#idle.push(worker);
      else next(worker);
    }
  }

  async close(): Promise<void> {
    await Promise.all(this.#workers.map((worker) => worker.terminate()));
  }
}

function runJob(worker: Worker, request: LearnRequest): Promise<Float32Array> {
  return new Promise((resolve, reject) => {
    const onMessage = (weights: LearnResult): void => {
      worker.off('error', onError);
      resolve(weights);
    };
    const onError = (error: Error): void => {
      worker.off('message', onMessage);
      reject(error);
    };
    worker.once('message', onMessage);
    worker.once('error', onError);
    worker.postMessage(request);
  });
}

function shared(values: Float32Array): Float32Array {
  const copy = new Float32Array(new SharedArrayBuffer(values.byteLength));
  copy.set(values);
  return copy;
}
