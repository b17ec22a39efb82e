/** The limit of computing: a busy machine must not make an answer undecided. */
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { cpuTimeout } from '../../src/answers/cpu-timeout.ts';

beforeEach(() => vi.useFakeTimers());
afterEach(() => vi.useRealTimers());

/** When it is late, in milliseconds, if the process computes for this share of the time. */
function lateAt(share: number, most = 100_000): number | null {
  const start = performance.now();
  let late: number | null = null;
  cpuTimeout(
    2000,
    () => (late = performance.now() - start),
    () => (performance.now() - start) * share,
  );
  vi.advanceTimersByTime(most);
  return late;
}

test('a thread that computes all the time ends at the limit', () => {
  expect(lateAt(1)).toBe(2000);
});

test('one that gets a quarter of a processor has four times as long', () => {
  expect(lateAt(0.25)).toBeGreaterThan(7000);
  expect(lateAt(0.25)).toBeLessThan(8000);
});

test('one that does not compute ends at last', () => {
  expect(lateAt(0)).toBe(20_000);
});

test('it can be cancelled', () => {
  const onLate = vi.fn();
  cpuTimeout(10, onLate)();
  vi.advanceTimersByTime(10_000);
  expect(onLate).not.toHaveBeenCalled();
});
