/** The events of a job as server-sent events, with ids, so a client can resume after a lost connection. */
import type { Job } from '../jobs.ts';

/** Interval of comments that keep proxies from closing an idle connection. */
const KEEP_ALIVE_MS = 15_000;

/** Ends with the job, or if `signal` is aborted. If the client disconnects, the job continues. */
export function eventStream(job: Job, after: number, signal: AbortSignal): Response {
  const disconnect = new AbortController();
  const events = job.events(after, AbortSignal.any([signal, disconnect.signal]));
  const encoder = new TextEncoder();
  let keepAlive: NodeJS.Timeout | undefined;
  const body = new ReadableStream<Uint8Array>({
    start(controller) {
      controller.enqueue(encoder.encode('retry: 1000\n\n'));
      keepAlive = setInterval(() => controller.enqueue(encoder.encode(': \n\n')), KEEP_ALIVE_MS);
      keepAlive.unref();
    },
    // Called only after the client has read the previous data, so a client that does not read costs no memory.
    async pull(controller) {
      const next = await events.next();
      if (next.done === true) {
        clearInterval(keepAlive);
        controller.close();
        return;
      }
      const { id, event, data } = next.value;
      controller.enqueue(encoder.encode(`id: ${id}\nevent: ${event}\ndata: ${JSON.stringify(data)}\n\n`));
    },
    cancel() {
      clearInterval(keepAlive);
      disconnect.abort();
    },
  });
  return new Response(body, {
    headers: { 'content-type': 'text/event-stream; charset=utf-8', 'cache-control': 'no-store' },
  });
}
