/** Progress for a client that asked for it, a few times a second at most, and now and then where nothing happens. */
import type { ServerContext } from '@modelcontextprotocol/server';
import type { Caller } from '../service.ts';

const LEAST_MS = 250;
/** Clients give a call up after a while without news, a minute often. */
const HEARTBEAT_MS = 10_000;

/** What `work` comes to. What it reports goes to the client under the token that came with the request, if one did. */
export async function withProgress<T>(
  { mcpReq }: ServerContext,
  work: (onProgress: Caller['onProgress']) => Promise<T>,
): Promise<T> {
  const progressToken = mcpReq._meta?.progressToken;
  if (progressToken === undefined) return work(undefined);
  let progress = 0;
  let sent = -Infinity;
  let message = 'Waiting for its turn';
  const send = (): void => {
    sent = performance.now();
    // Units change on the way (holes, known cases of the judge), and the number must never fall: it only counts.
    const params = { progressToken, progress: ++progress, message };
    // A client that is gone is told nothing; the signal says so too.
    mcpReq.notify({ method: 'notifications/progress', params }).catch(() => undefined);
  };
  const heartbeat = setInterval(send, HEARTBEAT_MS);
  try {
    return await work((_done, _total, words) => {
      message = words;
      if (performance.now() - sent >= LEAST_MS) send();
    });
  } finally {
    clearInterval(heartbeat);
  }
}
