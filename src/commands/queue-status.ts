/** `lemmahead queue status`: what waits and runs, which workers there are, and what is dead. */
import { pause, type Queue } from '../queue/open-queue.ts';
import { countUnits, deadUnits } from '../queue/queue-state.ts';
import { listWorkers } from '../queue/worker-registry.ts';
import { queueStatus as reportOf } from '../report/queue-report.ts';
import type { QueueStatus } from '../report/queue-schema.ts';
import { queueLine, queueTable, renderQueueStatus } from '../report/queue-text.ts';
import type { CommandContext } from '../session/command-context.ts';
import { openCommandQueue } from '../session/command-queue.ts';
import type { Command } from './command.ts';

const SHOWN_DEAD = 20;
const EVERY_MS = 1000;
const PLAIN = { color: false, width: 80 };

/** With `watch`, it goes on until nothing is left. Exit `no` if units are dead. */
export const queueStatus: Command<{ watch: boolean }> = async ({ watch }, context) => {
  const queue = await openCommandQueue(context, { connections: 1, sends: false });
  try {
    const status = watch ? await watchUnits(queue, context) : await readStatus(queue);
    const exit = watch && context.signal.aborted ? 'interrupted' : status.dead.length > 0 ? 'no' : 'done';
    return { exit, data: status, render: (style) => renderQueueStatus(status, style) };
  } finally {
    await queue.close();
  }
};

async function readStatus(queue: Queue): Promise<QueueStatus> {
  return reportOf(await countUnits(queue), await listWorkers(queue), await deadUnits(queue, SHOWN_DEAD));
}

/** Shows the state every second. */
async function watchUnits(queue: Queue, { startProgress, signal }: CommandContext): Promise<QueueStatus> {
  const progress = startProgress('Queue');
  let most = 0;
  try {
    for (;;) {
      const status = await readStatus(queue);
      const left = status.waiting + status.running;
      most = Math.max(most, left);
      const table = queueTable(status, PLAIN).join('\n');
      // The progress line estimates the time left itself, from all that it has seen.
      progress.update(most - left, most, queueLine({ ...status, seconds_left: null }), table);
      if (left === 0 || signal.aborted) return status;
      await pause(EVERY_MS, signal);
    }
  } finally {
    progress.stop();
  }
}
