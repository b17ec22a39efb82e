import { expect, test } from 'vitest';
import { memoize, memoizeByValue } from '../../src/base/memoize.ts';

test('memoize computes once per object, also if the result is null or undefined', () => {
  let calls = 0;
  const results: unknown[] = [null, undefined, 7];
  const value = memoize(({ at }: { at: number }) => {
    calls++;
    return results[at];
  });
  for (const key of results.map((_, at) => ({ at }))) {
    expect(value(key)).toBe(results[key.at]);
    expect(value(key)).toBe(results[key.at]);
  }
  expect(calls).toBe(results.length);
  expect(value({ at: 2 })).toBe(7);
  expect(calls).toBe(results.length + 1);
});

test('memoizeByValue computes once per value', () => {
  const seen: string[] = [];
  const length = memoizeByValue((text: string) => seen.push(text) && (text === '' ? undefined : text.length));
  expect([length('ab'), length('ab'), length(''), length('')]).toEqual([2, 2, undefined, undefined]);
  expect(seen).toEqual(['ab', '']);
});
