/** Makes the reports of `queue status` and `queue workers`. Pure. */
import type { DeadUnit, QueueCounts } from '../queue/queue-state.ts';
import { WORKER } from '../queue/requirements.ts';
import { whatIsMissing } from '../queue/unserved-units.ts';
import { serves, type WorkerRow } from '../queue/worker-registry.ts';
import type { QueueStatus, QueueWorkers } from './queue-schema.ts';

/** `workers`: all that did not stop, also those that are silent. */
export function queueStatus(
  queues: readonly QueueCounts[],
  workers: readonly WorkerRow[],
  dead: readonly DeadUnit[],
): QueueStatus {
  const living = workers.filter(({ alive }) => alive);
  const sum = (numbers: number[]): number => numbers.reduce((a, b) => a + b, 0);
  const waiting = sum(queues.map((each) => each.waiting));
  const running = sum(queues.map((each) => each.running));
  const perMinute = sum(living.map(({ per_minute: rate }) => rate));
  return {
    schema: 'lemmahead/queue-status@1',
    queues: queues.map(({ name: _, ...queue }) => {
      const serving = living.filter((worker) => serves(worker, queue)).length;
      const missing = serving > 0 ? [] : whatIsMissing(queue.kind, queue.requirements, living);
      return { ...queue, requirements: { ...queue.requirements }, workers: serving, missing };
    }),
    ...{ waiting, running, workers: living.length, per_minute: perMinute },
    seconds_left: perMinute === 0 ? null : Math.ceil(((waiting + running) / perMinute) * 60),
    dead: dead.map(({ id, kind, log }) => ({ id, kind, log })),
  };
}

export function queueWorkers(workers: readonly WorkerRow[]): QueueWorkers {
  return {
    schema: 'lemmahead/queue-workers@1',
    workers: workers.map(({ offers, kinds, self_tests: tests, ...worker }) => ({
      ...worker,
      kinds: [...kinds],
      self_tests: { ...tests },
      environments: offers.map((offer) => {
        const shown = Object.entries(offer).filter(([name]) => name !== WORKER);
        const facts = shown.filter(([name]) => !name.startsWith('module '));
        return { facts: Object.fromEntries(facts), modules: shown.length - facts.length };
      }),
    })),
  };
}
