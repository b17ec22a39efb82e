/** Token and cost counts: no report makes a budget exceed its limit, and plausible reports are unchanged. */
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import type { ChatRequest } from '../../src/llm/chat.ts';
import { costOf, priceOf } from '../../src/llm/prices.ts';
import { countUsage, minTokens } from '../../src/llm/usage.ts';
import { maxInputTokens, upperBound, maxCost } from '../../src/llm/cost-bound.ts';

const request = (text: string, maxOutputTokens = 1000): ChatRequest => ({
  messages: [{ role: 'user', text }],
  maxOutputTokens,
  temperature: null,
  sample: 0,
});

/** JSON values in place of a number. */
const anything = fc.oneof(
  fc.integer(),
  fc.double(),
  fc.constantFrom(undefined, null, '12', Number.NaN, Infinity, -0, 2 ** 53, {}, []),
);

describe('countUsage', () => {
  test('accepts a plausible report unchanged', () => {
    const usage = countUsage(request('x'.repeat(400)), 'y'.repeat(40), { input: 110, output: 12 });
    expect(usage).toEqual({ inputTokens: 110, outputTokens: 12 });
  });

  test('returns integers between the minimum for the texts and the upper bound', () => {
    const text = fc.string({ unit: 'binary', maxLength: 150 });
    fc.assert(
      fc.property(
        text,
        text,
        anything,
        anything,
        fc.integer({ min: 1, max: 200 }),
        (prompt, answer, input, output, limit) => {
          const chatRequest = request(prompt, limit);
          const { inputTokens, outputTokens } = countUsage(chatRequest, answer, { input, output });
          expect(Number.isSafeInteger(inputTokens) && Number.isSafeInteger(outputTokens)).toBe(true);
          expect(inputTokens).toBeGreaterThanOrEqual(minTokens(prompt));
          expect(inputTokens).toBeLessThanOrEqual(maxInputTokens(chatRequest));
          // Only a text longer than allowed can count for more than the limit.
          expect(outputTokens).toBeLessThanOrEqual(Math.max(limit, Buffer.byteLength(answer)));
          if (Number.isSafeInteger(output) && (output as number) > 0 && (output as number) <= limit) {
            expect(outputTokens).toBeGreaterThanOrEqual(output as number);
          }
        },
      ),
      { numRuns: 200 },
    );
  });

  test.each<[string, unknown, unknown, number, number]>([
    ['a missing report', undefined, undefined, 1570, 1000],
    ['negative counts', -1, -1, 1570, 1000],
    ['fewer tokens than a text of that length can have', 1, 1, 1570, 1000],
    ['more output than allowed, with a short text', 100, 5000, 100, 1000],
    ['more prompt tokens than possible', 10_000_000, 20, 1570, 20],
  ])('replaces %s by bounds', (_, input, output, inputTokens, outputTokens) => {
    const usage = countUsage(request('x'.repeat(200)), 'y'.repeat(200), { input, output });
    expect([usage.inputTokens, usage.outputTokens]).toEqual([inputTokens, outputTokens]);
    expect(usage.isBound).toBe(true);
  });

  test('counts output above the limit up to the bytes of the text', () => {
    expect(countUsage(request('x', 10), 'y'.repeat(200), { input: 5, output: 50 }).outputTokens).toBe(50);
    expect(countUsage(request('x', 10), 'y'.repeat(200), { input: 5, output: 5000 }).outputTokens).toBe(200);
  });
});

describe('upper bound of a request', () => {
  test('exceeds the byte-level tokens of every normal form', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary', maxLength: 200 }), (text) => {
        for (const form of ['NFC', 'NFD', 'NFKC', 'NFKD'] as const) {
          expect(maxInputTokens(request(text))).toBeGreaterThan(Buffer.byteLength(text.normalize(form)));
        }
      }),
      { examples: [['\uFDFA'.repeat(50)]] },
    );
  });

  test('grows with every message', () => {
    const one = request('abc');
    const two = { ...one, messages: [...one.messages, ...one.messages] };
    expect(maxInputTokens(two)).toBeGreaterThan(maxInputTokens(one));
    expect(upperBound(one)).toEqual({ inputTokens: maxInputTokens(one), outputTokens: 1000, isBound: true });
  });

  test('has the cost of its tokens, or null without a price', () => {
    const chatRequest = request('x'.repeat(1000), 2000);
    const tokens = Math.ceil(1.25 * (1024 + 32 + 1000));
    expect(maxCost(chatRequest, { input: 2, output: 10 })).toBeCloseTo((tokens * 2 + 2000 * 10) / 1e6, 12);
    expect(maxCost(chatRequest, null)).toBeNull();
  });

  test('is at least the counted cost of any answer', () => {
    fc.assert(
      fc.property(anything, anything, fc.string({ maxLength: 100 }), (input, output, answer) => {
        const chatRequest = request('Prove it.', 500);
        const price = { input: 3, output: 15, long: { above: 1200, input: 6, output: 22.5 } };
        expect(costOf(countUsage(chatRequest, answer, { input, output }), price)).toBeLessThanOrEqual(
          maxCost(chatRequest, price)!,
        );
      }),
    );
  });
});

describe('prices', () => {
  test.each<[string, number, number]>([
    ['anthropic/claude-opus-5-5', 4, 20],
    ['anthropic/claude-haiku-4-5-20251001', 1, 5],
    ['openai/gpt-5-2025-08-07', 1.25, 10],
  ])('%s', (name, input, output) => expect(priceOf(name, {}, false)).toMatchObject({ input, output }));

  test.each(['openai/gpt-99', 'local/claude-opus-5-5', 'anthropic/constructor', 'openai/gpt-5-mini-pro'])(
    '%s has no price',
    (name) => expect(priceOf(name, {}, false)).toBeNull(),
  );

  test('use the table of the user first, and only that for a custom base URL', () => {
    const own = { 'openai/gpt-5': { input: 7, output: 8 } };
    expect(priceOf('openai/gpt-5', own, false)).toEqual(own['openai/gpt-5']);
    expect(priceOf('openai/gpt-5', own, true)).toEqual(own['openai/gpt-5']);
    expect(priceOf('openai/gpt-5-mini', own, true)).toBeNull();
  });

  test('are higher for all tokens of a request with a long prompt', () => {
    const price = priceOf('anthropic/claude-haiku-5-5', {}, false)!;
    expect(costOf({ inputTokens: 100_000, outputTokens: 1_000_000 }, price)).toBeCloseTo(0.01 + 0.5, 12);
    expect(costOf({ inputTokens: 100_001, outputTokens: 1_000_000 }, price)).toBeCloseTo(0.0500005 + 2.5, 12);
  });
});
