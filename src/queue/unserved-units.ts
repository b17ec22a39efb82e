/** Finds the waiting units that no living worker takes. */
import type { Queue } from './open-queue.ts';
import { nearestMissing, type Requirements } from './requirements.ts';
import { isStarting, liveWorkers, serves, type WorkerRow } from './worker-registry.ts';

/** A worker may be about to start, or to report itself again after an outage. */
const PATIENCE_MS = 20_000;

interface Waiting {
  queue: string;
  requirements: Requirements;
}

/** Remembers since when units of a queue wait without a worker. Reads the workers only now and then. */
export class UnservedUnits {
  readonly #everyMs: number;
  #since = new Map<string, number>();
  #asked = -Infinity;

  constructor(everyMs: number) {
    this.#everyMs = everyMs;
  }

  /** Those that no worker has taken for a while, with what no worker has. A worker that starts may have it. */
  async amongst<Unit extends Waiting>(
    queue: Queue,
    kind: string,
    units: readonly Unit[],
  ): Promise<Map<Unit, string[]>> {
    const now = performance.now();
    const unserved = new Map<Unit, string[]>();
    if (now - this.#asked < this.#everyMs) return unserved;
    const workers = units.length === 0 ? [] : await liveWorkers(queue);
    this.#asked = now;
    const earlier = this.#since;
    this.#since = new Map();
    for (const [name, all] of Map.groupBy(units, (unit) => unit.queue)) {
      const { requirements } = all[0]!;
      if (workers.some((worker) => isStarting(worker) || serves(worker, { kind, requirements }))) continue;
      const since = earlier.get(name) ?? now;
      this.#since.set(name, since);
      if (now - since < PATIENCE_MS) continue;
      const missing = whatIsMissing(kind, requirements, workers);
      for (const unit of all) unserved.set(unit, missing);
    }
    return unserved;
  }
}

/** In words, for the user. */
export function whatIsMissing(kind: string, requirements: Requirements, workers: readonly WorkerRow[]): string[] {
  const able = workers.filter(({ kinds }) => kinds.includes(kind));
  if (able.length === 0) return [`support for ${kind}`];
  return nearestMissing(
    requirements,
    able.flatMap(({ offers }) => offers),
  );
}
