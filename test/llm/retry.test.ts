/** Pauses between tries, what a server asks for, and turns. */
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { pauseAfter, retryAfter, DEFAULT_RETRIES } from '../../src/llm/retry.ts';
import { Turns } from '../../src/llm/turns.ts';

const NOW = Date.parse('Sun, 22 Nov 2026 05:00:00 GMT');

describe('what a server asks for', () => {
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
  ])('%j is %j ms', (headers, expected) => expect(retryAfter(new Headers(headers), NOW)).toBe(expected));

  test('is never a number that is none', () => {
    fc.assert(
      fc.property(fc.stringMatching(/^[ -~]*$/), (text) => {
        const asked = retryAfter(new Headers({ 'retry-after': text }), NOW);
        expect(asked === null || asked >= 0).toBe(true);
      }),
    );
  });
});

describe('a pause', () => {
  const policy = { ...DEFAULT_RETRIES, retries: 9 };
  const passing = { isPassing: true, retryAfterMs: null };

  test('doubles, up to the longest, and is spread over its upper half', () => {
    for (const [retries, most] of [500, 1000, 2000, 4000, 8000, 16_000, 30_000, 30_000].entries()) {
      for (let n = 0; n < 20; n++) {
        const pause = pauseAfter(passing, retries, policy)!;
        expect(pause).toBeLessThanOrEqual(most);
        expect(pause).toBeGreaterThanOrEqual(most / 2);
      }
    }
  });

  test('is not shorter than the server asks', () => {
    expect(pauseAfter({ ...passing, retryAfterMs: 20_000 }, 0, policy)).toBeGreaterThan(20_000);
  });

  test('there is none where it would be too long, or no use', () => {
    expect(pauseAfter({ ...passing, retryAfterMs: 120_001 }, 0, policy)).toBeNull();
    expect(pauseAfter({ isPassing: false, retryAfterMs: 5 }, 0, policy)).toBeNull();
  });
});

describe('turns', () => {
  const { signal } = new AbortController();

  test('are taken in order, and given back whatever happens', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.integer({ min: 1, max: 4 }),
        fc.array(fc.boolean(), { maxLength: 20 }),
        async (atOnce, fails) => {
          const turns = new Turns(atOnce);
          const order: number[] = [];
          let underWay = 0;
          let most = 0;
          const works = fails.map((isFailing, number) =>
            turns.take(async () => {
              order.push(number);
              most = Math.max(most, ++underWay);
              await new Promise(setImmediate);
              underWay--;
              if (isFailing) throw new Error('no');
            }, signal),
          );
          await Promise.allSettled(works);
          expect(order).toEqual([...fails.keys()]);
          expect(most).toBe(Math.min(atOnce, fails.length));
        },
      ),
      { numRuns: 30 },
    );
  });

  test('one that is given up while it waits does not hold up the others', async () => {
    const turns = new Turns(1);
    const controller = new AbortController();
    let finish = (): void => undefined;
    const first = turns.take(() => new Promise<void>((resolve) => (finish = resolve)), signal);
    const second = turns.take(async () => 'second', controller.signal);
    const third = turns.take(async () => 'third', signal);
    controller.abort();
    await expect(second).rejects.toMatchObject({ kind: 'cancelled', unaccounted: 0 });
    finish();
    await first;
    expect(await third).toBe('third');
  });
});
