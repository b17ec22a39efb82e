/** `lemmahead queue workers`: the workers that did not stop by themselves. */
import { listWorkers } from '../queue/worker-registry.ts';
import { queueWorkers as reportOf } from '../report/queue-report.ts';
import { renderQueueWorkers } from '../report/queue-text.ts';
import { openCommandQueue } from '../session/command-queue.ts';
import type { Command } from './command.ts';

/** Exit `no` if none is alive. */
export const queueWorkers: Command<object> = async (_, context) => {
  const queue = await openCommandQueue(context, { connections: 1 });
  try {
    const report = reportOf(await listWorkers(queue));
    const exit = report.workers.some(({ alive }) => alive) ? 'done' : 'no';
    return { exit, data: report, render: (style) => renderQueueWorkers(report, style) };
  } finally {
    await queue.close();
  }
};
