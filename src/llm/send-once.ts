/** One network request with its timeouts; failures become `ModelError`s. */
import { cancelled } from './model-error.ts';
import { RequestTimeout, type TimeoutLimits } from './request-timeout.ts';
import { readError, type RequestContext } from './read-error.ts';

/**
 * Runs `work`, which must respect its signal and report all received bytes. Ends at once on abort or timeout, even if
 * `work` has not noticed it.
 * @throws {ModelError} for all failures of the server or the network
 */
export async function sendOnce<T>(
  context: RequestContext,
  limits: TimeoutLimits,
  signal: AbortSignal,
  work: (signal: AbortSignal, onBytes: () => void) => Promise<T>,
): Promise<T> {
  const timeout = new RequestTimeout(limits, signal);
  const onBytes = (): void => {
    context.hasAnswered = true;
    timeout.onActivity();
  };
  try {
    return await untilAborted(work(timeout.signal, onBytes), timeout.signal);
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
