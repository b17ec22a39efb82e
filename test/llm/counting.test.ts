/** Tokens and money: nothing that a server reports gets a budget past its limit, and nothing honest is changed. */
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import type { ChatRequest } from '../../src/llm/chat.ts';
import { costOf, priceOf } from '../../src/llm/prices.ts';
import { countUsage, fewestTokens } from '../../src/llm/usage.ts';
import { mostInputTokens, upperBound, maxCost } from '../../src/llm/cost-bound.ts';

const request = (text: string, maxOutputTokens = 1000): ChatRequest => ({
  messages: [{ role: 'user', text }],
  maxOutputTokens,
  temperature: null,
  sample: 0,
});

/** Whatever JSON can say where a number should be. */
const anything = fc.oneof(
  fc.integer(),
  fc.double(),
  fc.constantFrom(undefined, null, '12', Number.NaN, Infinity, -0, 2 ** 53, {}, []),
);

describe('counted tokens', () => {
  test('an honest report is taken as it is', () => {
    const usage = countUsage(request('x'.repeat(400)), 'y'.repeat(40), { input: 110, output: 12 });
    expect(usage).toEqual({ inputTokens: 110, outputTokens: 12 });
  });

  test('are whole, never fewer than the texts can have, and bounded', () => {
    const text = fc.string({ unit: 'binary', maxLength: 150 });
    fc.assert(
      fc.property(
        text,
        text,
        anything,
        anything,
        fc.integer({ min: 1, max: 200 }),
        (prompt, answer, input, output, most) => {
          const asked = request(prompt, most);
          const { inputTokens, outputTokens } = countUsage(asked, answer, { input, output });
          expect(Number.isSafeInteger(inputTokens) && Number.isSafeInteger(outputTokens)).toBe(true);
          expect(inputTokens).toBeGreaterThanOrEqual(fewestTokens(prompt));
          expect(inputTokens).toBeLessThanOrEqual(mostInputTokens(asked));
          // Only a text that is itself longer than was allowed can count for more than that.
          expect(outputTokens).toBeLessThanOrEqual(Math.max(most, Buffer.byteLength(answer)));
          if (Number.isSafeInteger(output) && (output as number) > 0 && (output as number) <= most) {
            expect(outputTokens).toBeGreaterThanOrEqual(output as number);
          }
        },
      ),
      { numRuns: 200 },
    );
  });

  test.each<[string, unknown, unknown, number, number]>([
    ['nothing is reported', undefined, undefined, 1570, 1000],
    ['less than nothing', -1, -1, 1570, 1000],
    ['fewer tokens than a long text can have', 1, 1, 1570, 1000],
    ['more than was allowed, with a text that is short', 100, 5000, 100, 1000],
    ['a prompt larger than it can be', 10_000_000, 20, 1570, 20],
  ])('%s', (_, input, output, inputTokens, outputTokens) => {
    const usage = countUsage(request('x'.repeat(200)), 'y'.repeat(200), { input, output });
    expect([usage.inputTokens, usage.outputTokens]).toEqual([inputTokens, outputTokens]);
    expect(usage.isBound).toBe(true);
  });

  test('a server that went on past the limit is counted as far as its text may go', () => {
    expect(countUsage(request('x', 10), 'y'.repeat(200), { input: 5, output: 50 }).outputTokens).toBe(50);
    expect(countUsage(request('x', 10), 'y'.repeat(200), { input: 5, output: 5000 }).outputTokens).toBe(200);
  });
});

describe('the worst case', () => {
  test('is above what byte-level tokens in any normal form can be', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary', maxLength: 200 }), (text) => {
        for (const form of ['NFC', 'NFD', 'NFKC', 'NFKD'] as const) {
          expect(mostInputTokens(request(text))).toBeGreaterThan(Buffer.byteLength(text.normalize(form)));
        }
      }),
      { examples: [['\uFDFA'.repeat(50)]] },
    );
  });

  test('grows with every message', () => {
    const one = request('abc');
    const two = { ...one, messages: [...one.messages, ...one.messages] };
    expect(mostInputTokens(two)).toBeGreaterThan(mostInputTokens(one));
    expect(upperBound(one)).toEqual({ inputTokens: mostInputTokens(one), outputTokens: 1000, isBound: true });
  });

  test('costs what its tokens cost, and nobody knows without a price', () => {
    const asked = request('x'.repeat(1000), 2000);
    const tokens = Math.ceil(1.25 * (1024 + 32 + 1000));
    expect(maxCost(asked, { input: 2, output: 10 })).toBeCloseTo((tokens * 2 + 2000 * 10) / 1e6, 12);
    expect(maxCost(asked, null)).toBeNull();
  });

  test('is not below what an answer to it is counted as', () => {
    fc.assert(
      fc.property(anything, anything, fc.string({ maxLength: 100 }), (input, output, answer) => {
        const asked = request('Prove it.', 500);
        const price = { input: 3, output: 15, long: { above: 1200, input: 6, output: 22.5 } };
        expect(costOf(countUsage(asked, answer, { input, output }), price)).toBeLessThanOrEqual(maxCost(asked, price)!);
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
    '%s has none',
    (name) => expect(priceOf(name, {}, false)).toBeNull(),
  );

  test("the user's own stand first, and alone for a server at a base URL", () => {
    const own = { 'openai/gpt-5': { input: 7, output: 8 } };
    expect(priceOf('openai/gpt-5', own, false)).toEqual(own['openai/gpt-5']);
    expect(priceOf('openai/gpt-5', own, true)).toEqual(own['openai/gpt-5']);
    expect(priceOf('openai/gpt-5-mini', own, true)).toBeNull();
  });

  test('a long prompt makes all of it dearer', () => {
    const price = priceOf('anthropic/claude-haiku-5-5', {}, false)!;
    expect(costOf({ inputTokens: 100_000, outputTokens: 1_000_000 }, price)).toBeCloseTo(0.01 + 0.5, 12);
    expect(costOf({ inputTokens: 100_001, outputTokens: 1_000_000 }, price)).toBeCloseTo(0.0500005 + 2.5, 12);
  });
});
