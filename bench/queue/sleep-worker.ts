/** A worker for units of kind `sleep`; `units.ts` starts it. Usage: node bench/queue/sleep-worker.ts URL. Prints `ready`. */
import { hostname } from 'node:os';
import { openQueue } from '../../src/queue/open-queue.ts';
import { readQueueUrl } from '../../src/queue/queue-url.ts';
import { serveUnits } from '../../src/queue/serve-units.ts';
import { newWorkerId } from '../../src/queue/worker-registry.ts';
import { print } from '../harness.ts';
import { sleepHandler } from './sleep-unit.ts';

const drain = new AbortController();
process.on('SIGTERM', () => drain.abort());
const queue = await openQueue(readQueueUrl(process.argv[2]!), {
  ...{ password: process.env['LEMMAHEAD_QUEUE_PASSWORD'] ?? null, connections: 2, supervises: true },
  onError: () => undefined,
});
await serveUnits({
  ...{
    queue,
    worker: newWorkerId(),
    handlers: [sleepHandler],
    drain: drain.signal,
    stop: new AbortController().signal,
  },
  facts: () => ({ host: hostname(), pid: process.pid, version: 'bench', jobs: 1, offers: [{}], self_tests: {} }),
  outages: { onLost: () => undefined, onBack: () => undefined },
  ...{ onReady: () => print('ready'), onUnit: () => undefined },
});
await queue.close();
