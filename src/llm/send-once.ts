/** One request over the network: how long it may take, and what its failure is called. */
import { cancelled } from './model-error.ts';
import { RequestTimeout, type Limits } from './request-timeout.ts';
import { readError, type Asked } from './read-error.ts';

/**
 * Runs `work`, which is to stop at its signal and to tell of every byte that comes. Ends at once where `signal` is
 * aborted or a limit is over, whether `work` has noticed or not.
 * @throws {ModelError} for all that a server or the network does
 */
export async function sendOnce<T>(
  asked: Asked,
  limits: Limits,
  signal: AbortSignal,
  work: (signal: AbortSignal, onBytes: () => void) => Promise<T>,
): Promise<T> {
  const patience = new RequestTimeout(limits, signal);
  const onBytes = (): void => {
    asked.hasAnswered = true;
    patience.signOfLife();
  };
  try {
    return await untilAborted(work(patience.signal, onBytes), patience.signal);
  } catch (error) {
    throw patience.reason ?? readError(error, asked);
  } finally {
    patience.done();
  }
}

/** An SDK may take a while to notice that it is to stop, or take that for the end of the answer. */
function untilAborted<T>(work: Promise<T>, signal: AbortSignal): Promise<T> {
  const aborted = new Promise<never>((_, reject) => {
    signal.addEventListener('abort', () => reject(cancelled('unknown')), { once: true });
  });
  return Promise.race([work, aborted]);
}
