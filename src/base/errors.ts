/** Errors that a user can do something about. Any other error that reaches `main.ts` is a bug of ours. */
import type { Exit } from './exit-codes.ts';

export interface FailureDetail {
  exit: Exclude<Exit, 'done' | 'bug'>;
  /** Short stable identifier for machines: `index-missing`. */
  code: string;
  /** What happened, one sentence. */
  message: string;
  /** Why, if it is known. */
  reason?: string;
  /** What to type next: a command or an instruction. */
  next?: string;
}

/** A failure that was foreseen: it carries what happened, why, what to type next, and the exit code. */
export class Failure extends Error {
  override readonly name = 'Failure';
  readonly detail: FailureDetail;

  constructor(detail: FailureDetail, cause?: unknown) {
    super(detail.message, cause === undefined ? undefined : { cause });
    this.detail = detail;
  }
}
