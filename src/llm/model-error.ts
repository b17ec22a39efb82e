/** Everything that can come between a question and its answer, by kind: what it means, costs, and asks for. */
import type { Exit } from '../base/exit-codes.ts';
import { Failure } from '../base/errors.ts';

/**
 * `rateLimited`: too much was asked at once, or for now. `noCredit`: the account is empty or at its limit. `server`: it
 * failed, or it is overloaded. `unreachable`: no connection. `cut`: the connection broke, or the answer ended without its
 * proper end. `malformed`: what came is no answer of this interface, or one past what the request allowed.
 * `visionUnsupported`: it was shown a picture and takes text alone. `badRequest`: refused as it stands, for a reason that is none
 * of the others. `notRecorded`: a replay has no answer.
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

/** What a request that failed may cost. `unknown`: something may have been generated; the worst case is to be counted. */
export type Spent = 'nothing' | 'unknown';

interface KindFacts {
  exit: Exclude<Exit, 'done' | 'bug'>;
  code: string;
  /** The same request may go well a moment later. */
  isPassing: boolean;
  spent: Spent;
}

export const KINDS: Record<ModelErrorKind, KindFacts> = {
  noKey: { exit: 'missing', code: 'model-no-key', isPassing: false, spent: 'nothing' },
  keyRefused: { exit: 'missing', code: 'model-key-refused', isPassing: false, spent: 'nothing' },
  unknownModel: { exit: 'usage', code: 'model-unknown', isPassing: false, spent: 'nothing' },
  noCredit: { exit: 'missing', code: 'model-no-credit', isPassing: false, spent: 'nothing' },
  tooLong: { exit: 'usage', code: 'model-prompt-too-long', isPassing: false, spent: 'nothing' },
  visionUnsupported: { exit: 'usage', code: 'model-no-sight', isPassing: false, spent: 'nothing' },
  badRequest: { exit: 'usage', code: 'model-bad-request', isPassing: false, spent: 'nothing' },
  rateLimited: { exit: 'missing', code: 'model-rate-limited', isPassing: true, spent: 'nothing' },
  server: { exit: 'missing', code: 'model-server', isPassing: true, spent: 'unknown' },
  unreachable: { exit: 'missing', code: 'model-unreachable', isPassing: true, spent: 'nothing' },
  cut: { exit: 'missing', code: 'model-cut', isPassing: true, spent: 'unknown' },
  timedOut: { exit: 'missing', code: 'model-timed-out', isPassing: true, spent: 'unknown' },
  malformed: { exit: 'missing', code: 'model-malformed', isPassing: false, spent: 'unknown' },
  cancelled: { exit: 'interrupted', code: 'model-cancelled', isPassing: false, spent: 'unknown' },
  notRecorded: { exit: 'missing', code: 'model-not-recorded', isPassing: false, spent: 'nothing' },
};

export interface ModelErrorWords {
  /** What happened, one sentence, without a key. */
  message: string;
  reason?: string;
  /** What to type next. */
  next?: string;
}

export interface ModelErrorFacts {
  /** Where it is known better than by the kind. */
  spent?: Spent;
  isPassing?: boolean;
  /** How long the server asks to be left alone, in milliseconds. */
  retryAfterMs?: number | null;
}

/** Shown as any `Failure` where nobody catches it. It carries no error of an SDK along: those hold headers. */
export class ModelError extends Failure {
  readonly kind: ModelErrorKind;
  /** Whether the same request may go well a moment later. */
  readonly isPassing: boolean;
  readonly spent: Spent;
  readonly retryAfterMs: number | null;
  /** How often it was asked again before this was the last word. */
  retries = 0;
  /**
   * How many requests went out, this one and those before it in one asking, of which nobody knows what they cost. A
   * budget counts the worst case for each.
   */
  unaccounted: number;

  constructor(kind: ModelErrorKind, words: ModelErrorWords, facts: ModelErrorFacts = {}) {
    const { exit, code, isPassing, spent } = KINDS[kind];
    super({ exit, code, ...words });
    this.kind = kind;
    this.isPassing = facts.isPassing ?? isPassing;
    this.spent = facts.spent ?? spent;
    this.retryAfterMs = facts.retryAfterMs ?? null;
    this.unaccounted = this.spent === 'unknown' ? 1 : 0;
  }
}

/** `spent` is `nothing` where no request was under way. */
export function cancelled(spent: Spent): ModelError {
  return new ModelError('cancelled', { message: 'The model was not waited for any longer.' }, { spent });
}
