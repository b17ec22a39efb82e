/** What needs the workers of a queue. */
import { Failure } from '../base/errors.ts';
import type { CommandContext } from './command-context.ts';

/** @throws {Failure} if a second worker shall confirm something, but no queue is given */
export function requireQueueToConfirm(
  { confirm }: { confirm: boolean },
  { settings }: Pick<CommandContext, 'settings'>,
): void {
  if (!confirm || settings.queueUrl !== null) return;
  throw new Failure('usage', 'usage', {
    message: '--confirm needs the workers of a queue.',
    next: '--queue postgres://USER@HOST/DATABASE --confirm',
  });
}
