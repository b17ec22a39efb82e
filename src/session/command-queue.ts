/** Opens the queue of the settings for a command, and tells the user of outages. */
import { firstLine } from '../base/one-line.ts';
import { Failure } from '../base/errors.ts';
import { readKeyVariable } from '../config/env.ts';
import { openQueue, type Outages, type Queue } from '../queue/open-queue.ts';
import { readQueueUrl } from '../queue/queue-url.ts';
import type { CommandContext } from './command-context.ts';

/** `supervises`: for a command that stays until all units are done. @throws {Failure} if there is no usable queue */
export async function openCommandQueue(
  { settings, log }: CommandContext,
  { connections = 2, supervises = false } = {},
): Promise<Queue> {
  if (settings.queueUrl === null) {
    throw new Failure('usage', 'queue-missing', {
      message: 'No queue is given.',
      next: '--queue postgres://USER@HOST/DATABASE, or the setting queue.url',
    });
  }
  const onError = (error: Error): void => log.debug(`queue: ${firstLine(error.message)}`);
  const password = readKeyVariable('LEMMAHEAD_QUEUE_PASSWORD');
  return openQueue(readQueueUrl(settings.queueUrl), { password, connections, supervises, onError });
}

/** Says once that the database is away, and once that it is back. */
export function shownOutages({ log }: CommandContext, { place }: Queue): Outages {
  let lost = 0;
  return {
    onLost: (error) => {
      if (lost++ > 0) return;
      const reason = error instanceof Error ? firstLine(error.message || String(error)) : String(error);
      log.warn(`The database of the queue at ${place.shown} does not answer (${reason}). Trying again.`);
    },
    onBack: () => {
      if (--lost === 0) log.info('The database of the queue is back.');
    },
  };
}
