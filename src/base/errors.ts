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

  /** The fields are described in `FailureDetail`. `cause`: the error that was caught. */
  constructor(
    exit: FailureDetail['exit'],
    code: string,
    { cause, ...text }: Pick<FailureDetail, 'message' | 'reason' | 'next'> & { cause?: unknown },
  ) {
    super(text.message, cause === undefined ? undefined : { cause });
    this.detail = { exit, code, ...text };
  }

  /** A failure with these details, for example one that another thread reported. */
  static of({ exit, code, ...text }: FailureDetail, cause?: unknown): Failure {
    return new Failure(exit, code, { ...text, cause });
  }
}
