/** `lemmahead queue retry`, `cancel` and `purge`: change all units of a queue that are in a state. */
import type { Queue } from '../queue/open-queue.ts';
import { cancelUnits, purgeEnded, retryDead } from '../queue/queue-state.ts';
import type { QueueChange } from '../report/queue-schema.ts';
import { renderQueueChange } from '../report/queue-text.ts';
import { openCommandQueue } from '../session/command-queue.ts';
import type { Command } from './command.ts';

const CHANGES: Record<QueueChange['change'], (queue: Queue) => Promise<{ units: number; workers: number }>> = {
  retry: async (queue) => ({ units: await retryDead(queue), workers: 0 }),
  cancel: async (queue) => ({ units: await cancelUnits(queue), workers: 0 }),
  purge: purgeEnded,
};

export const queueChange: Command<Pick<QueueChange, 'change'>> = async ({ change }, context) => {
  const queue = await openCommandQueue(context, { connections: 1 });
  try {
    const report: QueueChange = { schema: 'lemmahead/queue-change@1', change, ...(await CHANGES[change](queue)) };
    return { exit: 'done', data: report, render: () => renderQueueChange(report) };
  } finally {
    await queue.close();
  }
};
