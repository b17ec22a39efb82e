/** Progress notifications for a client that requested them, with a rate limit and a heartbeat. */
import type { ServerContext } from '@modelcontextprotocol/server';
import type { Caller } from '../service.ts';

const MIN_INTERVAL_MS = 250;
/** Clients cancel a call after some time without a notification, often after a minute. */
const HEARTBEAT_MS = 10_000;

/** Runs `work`. Its progress is sent to the client if the request has a progress token. */
export async function withProgress<T>(
  { mcpReq }: ServerContext,
  work: (onProgress: Caller['onProgress']) => Promise<T>,
): Promise<T> {
  const progressToken = mcpReq._meta?.progressToken;
  if (progressToken === undefined) return work(undefined);
  let progress = 0;
  let lastSent = -Infinity;
  let message = 'Waiting in the queue';
  const send = (): void => {
    lastSent = performance.now();
    // The number must never decrease, but the units change (holes, known cases of the judge), so it only counts messages.
    const params = { progressToken, progress: ++progress, message };
    // Errors are ignored: the client has disconnected, which the signal also reports.
    mcpReq.notify({ method: 'notifications/progress', params }).catch(() => undefined);
  };
  const heartbeat = setInterval(send, HEARTBEAT_MS);
  try {
    return await work((_done, _total, words) => {
      message = words;
      if (performance.now() - lastSent >= MIN_INTERVAL_MS) send();
    });
  } finally {
    clearInterval(heartbeat);
  }
}
