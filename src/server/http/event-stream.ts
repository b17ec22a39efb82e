/** The events of a job as server-sent events: each with its number, so that a client that was cut off asks for the rest. */
import type { Job } from '../jobs.ts';

/** A comment now and then keeps proxies from taking silence for an end. */
const KEEP_ALIVE_MS = 15_000;

/** Ends with the job, or where `signal` is aborted; a client that leaves ends nothing else. */
export function eventStream(job: Job, after: number, signal: AbortSignal): Response {
  const left = new AbortController();
  const either = AbortSignal.any([signal, left.signal]);
  const events = job.events(after, either);
  const encoder = new TextEncoder();
  let keepAlive: NodeJS.Timeout | undefined;
  const body = new ReadableStream<Uint8Array>({
    start(controller) {
      controller.enqueue(encoder.encode('retry: 1000\n\n'));
      keepAlive = setInterval(() => controller.enqueue(encoder.encode(': \n\n')), KEEP_ALIVE_MS);
      keepAlive.unref();
    },
    // Only when the client has read what is there: one that reads nothing costs no memory.
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
      left.abort();
    },
  });
  return new Response(body, {
    headers: { 'content-type': 'text/event-stream; charset=utf-8', 'cache-control': 'no-store' },
  });
}
