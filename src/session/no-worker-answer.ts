/** What to tell a user whose unit no worker answered. */
import { Failure } from '../base/errors.ts';
import type { Answer } from '../queue/unit-sender.ts';
import type { Verdict } from '../verify/verdict.ts';

type NoAnswer = Exclude<Answer<never>, { kind: 'done' }>;

/** For a proof. Exit `missing`: something is missing, and the file may be fine. */
export function noAnswer(answer: NoAnswer): Failure {
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
        next: answer.missing.some((fact) => fact.startsWith('index '))
          ? "The files of a project are in its index: bring the worker's copy of the project up to date, or start one that " +
            'follows a server: lemmahead worker --index-from http://HOST:PORT'
          : 'Start a worker that has it: lemmahead worker; see lemmahead queue workers',
      });
  }
}

/** For a check. The file may be fine: it was not judged. */
export function withoutAnswer(answer: NoAnswer): Extract<Verdict, { kind: 'unchecked' }> {
  switch (answer.kind) {
    case 'cancelled':
      return { kind: 'unchecked', why: 'cancelled', detail: 'The unit was cancelled: lemmahead queue cancel.' };
    case 'dead':
      return {
        ...{ kind: 'unchecked', why: 'crashed' },
        detail: `No worker could judge it. ${answer.log.join('; ')}`,
        next: 'lemmahead queue retry',
      };
    case 'unserved':
      return {
        ...{ kind: 'unchecked', why: 'leanMissing' },
        detail: `No worker of the queue has ${answer.missing.join(', ')}.`,
        next: 'Start a worker with the same Lean and project: lemmahead worker; see lemmahead queue workers',
      };
  }
}

/** Why there is no second verdict, as the end of a sentence. */
export function noSecondVerdict(answer: NoAnswer): string {
  return answer.kind === 'unserved'
    ? `no second worker can take it: ${answer.missing.join(', ')} is missing.`
    : `no second worker did. ${withoutAnswer(answer).detail}`;
}
