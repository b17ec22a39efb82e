/** One network request with its timeouts; failures become `ModelError`s. */
import { cancelled } from './model-error.ts';
import { RequestTimeout, type TimeoutLimits } from './request-timeout.ts';
import { readError, type RequestContext } from './read-error.ts';

/** What `work` reports. */
export interface Heard {
  /** Something was received. */
  onBytes: () => void;
  /** A piece of the answer was received. */
  onProgress: () => void;
  /** Both, for an answer that has no pieces. */
  onAny: () => void;
}

/**
 * Runs `work`, which must respect its signal and report what it hears. Ends at once on abort or timeout, even if
 * `work` has not noticed it.
 * @throws {ModelError} for all failures of the server or the network
 */
export async function sendOnce<T>(
  context: RequestContext,
  limits: TimeoutLimits,
  signal: AbortSignal,
  work: (signal: AbortSignal, heard: Heard) => Promise<T>,
): Promise<T> {
  const timeout = new RequestTimeout(limits, signal);
  const onBytes = (): void => void (context.hasAnswered = true);
  const { onProgress } = timeout;
  const onAny = (): void => (onBytes(), onProgress());
  try {
    return await untilAborted(work(timeout.signal, { onBytes, onProgress, onAny }), timeout.signal);
  } catch (error) {
    throw timeout.reason ?? readError(error, context);
  } finally {
    timeout.done();
  }
}

/** An SDK may react late to an abort, or take it for the end of the answer. */
function untilAborted<T>(work: Promise<T>, signal: AbortSignal): Promise<T> {
  const aborted = new Promise<never>((_, reject) => {
    signal.addEventListener('abort', () => reject(cancelled('unknown')), { once: true });
  });
  return Promise.race([work, aborted]);
}
