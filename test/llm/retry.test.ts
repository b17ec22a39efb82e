/** Retry delays, `Retry-After` headers and the request queue. */
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { retryDelay, retryAfter, DEFAULT_RETRIES } from '../../src/llm/retry.ts';
import { RequestQueue } from '../../src/llm/request-queue.ts';

const NOW = Date.parse('Sun, 22 Nov 2026 05:00:00 GMT');

describe('retryAfter', () => {
  test.each<[Record<string, string>, number | null]>([
    [{}, null],
    [{ 'retry-after': '7' }, 7000],
    [{ 'retry-after': '0.5' }, 500],
    [{ 'retry-after': ' 3 ' }, 3000],
    [{ 'retry-after': 'Sun, 22 Nov 2026 05:00:09 GMT' }, 9000],
    [{ 'retry-after': 'Sun, 22 Nov 2026 04:00:00 GMT' }, 0],
    [{ 'retry-after': 'soon' }, null],
    [{ 'retry-after': '-1' }, null],
    [{ 'retry-after': '1e9' }, null],
    [{ 'retry-after-ms': '250' }, 250],
    [{ 'retry-after-ms': '250', 'retry-after': '7' }, 250],
    [{ 'retry-after-ms': 'x', 'retry-after': '7' }, 7000],
    [{ 'retry-after-ms': '-5' }, null],
  ])('reads %j as %j ms', (headers, expected) => expect(retryAfter(new Headers(headers), NOW)).toBe(expected));

  test('returns null or a non-negative number for any header', () => {
    fc.assert(
      fc.property(fc.stringMatching(/^[ -~]*$/), (text) => {
        const delay = retryAfter(new Headers({ 'retry-after': text }), NOW);
        expect(delay === null || delay >= 0).toBe(true);
      }),
    );
  });
});

describe('retryDelay', () => {
  const policy = { ...DEFAULT_RETRIES, retries: 9 };
  const transient = { isTransient: true, retryAfterMs: null };

  test('doubles up to the maximum, with random values in its upper half', () => {
    for (const [retries, maximum] of [500, 1000, 2000, 4000, 8000, 16_000, 30_000, 30_000].entries()) {
      for (let n = 0; n < 20; n++) {
        const pause = retryDelay(transient, retries, policy)!;
        expect(pause).toBeLessThanOrEqual(maximum);
        expect(pause).toBeGreaterThanOrEqual(maximum / 2);
      }
    }
  });

  test('is at least as long as the server asks', () => {
    expect(retryDelay({ ...transient, retryAfterMs: 20_000 }, 0, policy)).toBeGreaterThan(20_000);
  });

  test('is null if it would be too long or a retry cannot help', () => {
    expect(retryDelay({ ...transient, retryAfterMs: 120_001 }, 0, policy)).toBeNull();
    expect(retryDelay({ isTransient: false, retryAfterMs: 5 }, 0, policy)).toBeNull();
  });
});

describe('RequestQueue', () => {
  const { signal } = new AbortController();

  test('runs work in order and frees its slot on success and failure', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.integer({ min: 1, max: 4 }),
        fc.array(fc.boolean(), { maxLength: 20 }),
        async (concurrency, fails) => {
          const queue = new RequestQueue(concurrency);
          const order: number[] = [];
          let running = 0;
          let maximum = 0;
          const jobs = fails.map((isFailing, number) =>
            queue.run(async () => {
              order.push(number);
              maximum = Math.max(maximum, ++running);
              await new Promise(setImmediate);
              running--;
              if (isFailing) throw new Error('no');
            }, signal),
          );
          await Promise.allSettled(jobs);
          expect(order).toEqual([...fails.keys()]);
          expect(maximum).toBe(Math.min(concurrency, fails.length));
        },
      ),
      { numRuns: 30 },
    );
  });

  test('a request cancelled while it waits does not block the others', async () => {
    const queue = new RequestQueue(1);
    const controller = new AbortController();
    let finish = (): void => undefined;
    const first = queue.run(() => new Promise<void>((resolve) => (finish = resolve)), signal);
    const second = queue.run(async () => 'second', controller.signal);
    const third = queue.run(async () => 'third', signal);
    controller.abort();
    await expect(second).rejects.toMatchObject({ kind: 'cancelled', unaccounted: 0 });
    finish();
    await first;
    expect(await third).toBe('third');
  });
});
