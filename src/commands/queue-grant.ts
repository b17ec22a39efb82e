/** `lemmahead queue grant`: gives a role of the database the rights of a worker, and no others. */
import { grantWorker, workerGrants } from '../queue/worker-role.ts';
import { readQueueUrl } from '../queue/queue-url.ts';
import type { QueueGrantOptions } from '../options/queue-options.ts';
import type { QueueGrant } from '../report/queue-schema.ts';
import { renderQueueGrant } from '../report/queue-text.ts';
import { openCommandQueue, queueAddress } from '../session/command-queue.ts';
import type { Command } from './command.ts';

/** With `print`, it only shows the statements. */
export const queueGrant: Command<QueueGrantOptions & { role: string }> = async ({ role, print }, context) => {
  const { database } = readQueueUrl(queueAddress(context));
  const report = (statements: string[]): QueueGrant => {
    return { schema: 'lemmahead/queue-grant@1', role, database, statements, granted: !print };
  };
  const outcome = (data: QueueGrant) => ({
    ...{ exit: 'done' as const, data, isExact: print },
    render: () => renderQueueGrant(data),
  });
  if (print) return outcome(report(workerGrants(role, database)));
  const queue = await openCommandQueue(context, { connections: 1 });
  try {
    return outcome(report(await grantWorker(queue, role)));
  } finally {
    await queue.close();
  }
};
