/** Which model errors concern only the request that failed, and which would affect all others too. */
import { BadAnswer } from './bad-answer.ts';
import { ModelError, type ModelErrorKind } from './model-error.ts';

const FATAL: ReadonlySet<ModelErrorKind> = new Set([
  'noKey',
  'keyRefused',
  'unknownModel',
  'noCredit',
  'visionUnsupported',
  'rateLimited',
  'unreachable',
  'cancelled',
]);

/** Whether all other requests would fail too. */
export function isFatal({ kind }: ModelError): boolean {
  return FATAL.has(kind);
}

/** Why one request failed; null if `error` is another error, or affects all requests. */
export function requestFailure(error: unknown): { message: string; reason?: string } | null {
  if (error instanceof BadAnswer) return { message: error.message };
  return error instanceof ModelError && !isFatal(error) ? error.detail : null;
}
