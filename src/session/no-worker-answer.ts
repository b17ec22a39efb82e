/** What to tell a user whose unit no worker proved. */
import { Failure } from '../base/errors.ts';
import type { Answer } from '../queue/unit-sender.ts';

/** Exit `missing`: something is missing, and the file may be fine. */
export function noAnswer(answer: Exclude<Answer<never>, { kind: 'done' }>): Failure {
  switch (answer.kind) {
    case 'cancelled':
      return new Failure('missing', 'unit-cancelled', {
        message: 'The unit was cancelled: lemmahead queue cancel.',
        next: 'lemmahead queue status',
      });
    case 'dead':
      return new Failure('missing', 'unit-dead', {
        message: 'No worker could prove it.',
        reason: answer.log.join('; '),
        next: 'lemmahead queue retry',
      });
    case 'unserved':
      return new Failure('missing', 'no-worker', {
        message: `No worker of the queue has ${answer.missing.join(', ')}.`,
        next: 'Start a worker that has it: lemmahead worker; see lemmahead queue workers',
      });
  }
}
