/** A request cannot be answered now; the same request will work later. */
import { Failure } from '../base/errors.ts';

export class RetryLater extends Failure {
  /** Seconds. */
  readonly retryAfter: number;

  constructor(code: string, retryAfter: number, text: { message: string; reason?: string }) {
    super('budget', code, { ...text, next: `Retry in ${retryAfter} seconds.` });
    this.retryAfter = retryAfter;
  }
}
