/** `lemmahead queue workers`: the workers that did not stop by themselves. */
import { listWorkers } from '../queue/worker-registry.ts';
import { queueWorkers as reportOf } from '../report/queue-report.ts';
import { renderQueueWorkers } from '../report/queue-text.ts';
import { openCommandQueue } from '../session/command-queue.ts';
import type { QueueWorkersOptions } from '../options/queue-options.ts';
import type { Command } from './command.ts';

/** Exit `no` if none is alive: with `host`, of those on this machine. */
export const queueWorkers: Command<QueueWorkersOptions> = async ({ host }, context) => {
  const queue = await openCommandQueue(context, { connections: 1, sends: false });
  try {
    const report = reportOf((await listWorkers(queue)).filter((worker) => host === null || worker.host === host));
    const exit = report.workers.some(({ alive }) => alive) ? 'done' : 'no';
    return { exit, data: report, render: (style) => renderQueueWorkers(report, host, style) };
  } finally {
    await queue.close();
  }
};
