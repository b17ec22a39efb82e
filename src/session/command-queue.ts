/** Opens the queue of the settings for a command, and tells the user of outages. */
import { readFileSync } from 'node:fs';
import { firstLine } from '../base/one-line.ts';
import { Failure } from '../base/errors.ts';
import { readKeyVariable } from '../config/env.ts';
import { explainedLoss } from '../queue/database-errors.ts';
import { openQueue, type Outages, type Queue } from '../queue/open-queue.ts';
import { readQueueUrl } from '../queue/queue-url.ts';
import type { CommandContext } from './command-context.ts';

/** @throws {Failure} `queue-missing` */
export function queueAddress({ settings }: Pick<CommandContext, 'settings'>): string {
  if (settings.queueUrl !== null) return settings.queueUrl;
  throw new Failure('usage', 'queue-missing', {
    message: 'No queue is given.',
    next: '--queue postgres://USER@HOST/DATABASE, or the setting queue.url',
  });
}

/**
 * `supervises`: for a command that stays until all units are done. `sends`: whether it sends or changes units, which a
 * worker's role may not do.
 * @throws {Failure} if there is no usable queue, or `queue-rights`
 */
export async function openCommandQueue(
  { settings, log }: CommandContext,
  { connections = 2, supervises = false, sends = true } = {},
): Promise<Queue> {
  const address = queueAddress({ settings });
  const onError = (error: Error): void => log.debug(`queue: ${firstLine(error.message)}`);
  const password = readPassword();
  const queue = await openQueue(readQueueUrl(address), { password, connections, supervises, onError });
  if (!sends || queue.rights.maySend) return queue;
  await queue.close();
  const { shown, user } = queue.place;
  throw new Failure('usage', 'queue-rights', {
    message: `${user} may take units from the queue at ${shown}, but not send or change them.`,
    next: 'Use the role that owns the queue: --queue postgres://OWNER@HOST/DATABASE',
  });
}

/** Null if neither variable is set. @throws {Failure} `queue-password` */
function readPassword(): string | null {
  const password = readKeyVariable('LEMMAHEAD_QUEUE_PASSWORD');
  const file = readKeyVariable('LEMMAHEAD_QUEUE_PASSWORD_FILE');
  if (password !== null || file === null) return password;
  try {
    return readFileSync(file, 'utf8').trim() || null;
  } catch (cause) {
    throw new Failure('usage', 'queue-password', {
      message: `The password of the queue cannot be read from ${file}.`,
      reason: (cause as Error).message,
      next: 'Correct LEMMAHEAD_QUEUE_PASSWORD_FILE, or let the user of this process read the file.',
      cause,
    });
  }
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
    explain: (error) => explainedLoss(error, place),
  };
}

/** For what is done by this process although a queue is given. */
export function withoutQueue(context: CommandContext): CommandContext {
  return { ...context, settings: { ...context.settings, queueUrl: null } };
}
