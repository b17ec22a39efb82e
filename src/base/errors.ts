/** Errors that the user can act on. Any other error that reaches `main.ts` is a bug in lemmahead. */
import type { Exit } from './exit-codes.ts';

export interface FailureDetail {
  exit: Exclude<Exit, 'done' | 'bug'>;
  /** Short stable identifier for machines: `index-missing`. */
  code: string;
  /** What happened, one sentence. */
  message: string;
  /** The cause, if known. */
  reason?: string;
  /** The next step for the user: a command or an instruction. */
  next?: string;
}

/** An expected failure, with its message, cause, next step and exit code. */
export class Failure extends Error {
  override readonly name = 'Failure';
  readonly detail: FailureDetail;

  constructor(detail: FailureDetail, cause?: unknown) {
    super(detail.message, cause === undefined ? undefined : { cause });
    this.detail = detail;
  }
}
