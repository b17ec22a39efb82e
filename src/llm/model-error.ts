/** All failures of model requests by kind, with exit code, possible cost and whether a retry can help. */
import type { Exit } from '../base/exit-codes.ts';
import { Failure } from '../base/errors.ts';

/**
 * `rateLimited`: too many requests. `noCredit`: the account is empty or at its limit. `server`: the server failed or is
 * overloaded. `unreachable`: no connection. `cut`: the connection broke, or the answer has no proper end. `malformed`:
 * the response does not follow the API, or exceeds what the request allowed. `visionUnsupported`: the model takes no
 * images. `badRequest`: refused for any other reason. `notRecorded`: the recording has no answer.
 */
export type ModelErrorKind =
  | 'noKey'
  | 'keyRefused'
  | 'unknownModel'
  | 'noCredit'
  | 'tooLong'
  | 'visionUnsupported'
  | 'badRequest'
  | 'rateLimited'
  | 'server'
  | 'unreachable'
  | 'cut'
  | 'timedOut'
  | 'malformed'
  | 'cancelled'
  | 'notRecorded';

/** Cost of a failed request. `unknown`: tokens may have been generated, so the maximum is counted. */
export type Spent = 'nothing' | 'unknown';

interface KindFacts {
  exit: Exclude<Exit, 'done' | 'bug'>;
  code: string;
  /** The same request may succeed shortly after. */
  isTransient: boolean;
  spent: Spent;
}

export const KINDS: Record<ModelErrorKind, KindFacts> = {
  noKey: { exit: 'missing', code: 'model-no-key', isTransient: false, spent: 'nothing' },
  keyRefused: { exit: 'missing', code: 'model-key-refused', isTransient: false, spent: 'nothing' },
  unknownModel: { exit: 'usage', code: 'model-unknown', isTransient: false, spent: 'nothing' },
  noCredit: { exit: 'missing', code: 'model-no-credit', isTransient: false, spent: 'nothing' },
  tooLong: { exit: 'usage', code: 'model-prompt-too-long', isTransient: false, spent: 'nothing' },
  visionUnsupported: { exit: 'usage', code: 'model-no-sight', isTransient: false, spent: 'nothing' },
  badRequest: { exit: 'usage', code: 'model-bad-request', isTransient: false, spent: 'nothing' },
  rateLimited: { exit: 'missing', code: 'model-rate-limited', isTransient: true, spent: 'nothing' },
  server: { exit: 'missing', code: 'model-server', isTransient: true, spent: 'unknown' },
  unreachable: { exit: 'missing', code: 'model-unreachable', isTransient: true, spent: 'nothing' },
  cut: { exit: 'missing', code: 'model-cut', isTransient: true, spent: 'unknown' },
  timedOut: { exit: 'missing', code: 'model-timed-out', isTransient: true, spent: 'unknown' },
  malformed: { exit: 'missing', code: 'model-malformed', isTransient: false, spent: 'unknown' },
  cancelled: { exit: 'interrupted', code: 'model-cancelled', isTransient: false, spent: 'unknown' },
  notRecorded: { exit: 'missing', code: 'model-not-recorded', isTransient: false, spent: 'nothing' },
};

export interface ModelErrorText {
  /** What happened, in one sentence, without the key. */
  message: string;
  reason?: string;
  /** What to type next. */
  next?: string;
}

export interface ModelErrorFacts {
  /** Overrides the value of the kind. */
  spent?: Spent;
  isTransient?: boolean;
  /** Delay before a retry that the server requests, in milliseconds. */
  retryAfterMs?: number | null;
}

/** Has no SDK error as its cause, because those contain headers. Displayed like any other `Failure`. */
export class ModelError extends Failure {
  readonly kind: ModelErrorKind;
  /** Whether the same request may succeed shortly after. */
  readonly isTransient: boolean;
  readonly spent: Spent;
  readonly retryAfterMs: number | null;
  /** Number of retries before this error. */
  retries = 0;
  /**
   * Number of tries, including this one, whose cost is unknown. A budget counts the maximum for each.
   */
  unaccounted: number;

  constructor(kind: ModelErrorKind, text: ModelErrorText, facts: ModelErrorFacts = {}) {
    const { exit, code, isTransient, spent } = KINDS[kind];
    super(exit, code, text);
    this.kind = kind;
    this.isTransient = facts.isTransient ?? isTransient;
    this.spent = facts.spent ?? spent;
    this.retryAfterMs = facts.retryAfterMs ?? null;
    this.unaccounted = this.spent === 'unknown' ? 1 : 0;
  }
}

/** `spent` is `nothing` if no request was running. */
export function cancelled(spent: Spent): ModelError {
  return new ModelError('cancelled', { message: 'The request to the model was cancelled.' }, { spent });
}
