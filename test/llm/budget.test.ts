import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { ChatAnswer, ChatModel, ChatRequest } from '../../src/llm/chat.ts';
import { ModelError } from '../../src/llm/model-error.ts';
import { upperBound, maxCost } from '../../src/llm/cost-bound.ts';
import { ModelClient } from '../../src/llm/model-client.ts';
import { RecordedRequests } from '../../src/prove/run/request-log.ts';
import { Budget, BudgetSpent, NO_LIMITS } from '../../src/llm/budget.ts';
import type { ProveEvent } from '../../src/prove/events.ts';
import { spentIn } from '../../src/prove/run/record.ts';

const PRICE = { input: 3, output: 15 };
/** Tolerance for the rounding errors of summed fractions of cents. */
const TOLERANCE = 1e-9;

const request = (text: string, sample: number, maxOutputTokens = 50): ChatRequest => ({
  messages: [{ role: 'user', text }],
  maxOutputTokens,
  temperature: null,
  sample,
});

describe('Budget', () => {
  it('refuses a request that could exceed it, before anything is spent', async () => {
    const budget = new Budget({ ...NO_LIMITS, tokens: 100 });
    const first = await budget.reserve({ tokens: 60, cost: 0 });
    await expect(budget.reserveNow({ tokens: 60, cost: 0 })).rejects.toThrow(BudgetSpent);
    void first.settle({ tokens: 10, cost: 0 });
    expect(budget.spent.tokens).toBe(10);
    await (await budget.reserve({ tokens: 90, cost: 0 })).settle({ tokens: 90, cost: 0 });
    await expect(budget.reserve({ tokens: 1, cost: 0 })).rejects.toThrow(BudgetSpent);
    expect(budget.stopped).toEqual({ limit: 'tokens', isParents: false });
  });

  it('waits for running requests, which may use less than reserved', async () => {
    const budget = new Budget({ ...NO_LIMITS, cost: 1 });
    const first = await budget.reserve({ tokens: 0, cost: 0.9 });
    const second = budget.reserve({ tokens: 0, cost: 0.9 });
    await first.settle({ tokens: 0, cost: 0.05 });
    await (await second).settle({ tokens: 0, cost: 0.9 });
    expect(budget.spent.cost).toBeCloseTo(0.95, 9);
  });

  it('counts an implausible amount as the maximum, and a settlement only once', async () => {
    for (const cost of [NaN, -1, Infinity, 2]) {
      const budget = new Budget({ ...NO_LIMITS, cost: 1 });
      const reservation = await budget.reserve({ tokens: 5, cost: 1 });
      await reservation.settle({ tokens: 1, cost });
      await reservation.settle({ tokens: 1, cost: 0 });
      expect(budget.spent).toEqual({ tokens: 1, cost: 1 });
    }
  });

  it('charges its parent, whose limit also stops it', async () => {
    const parent = new Budget({ cost: null, tokens: 100, attempts: 3 });
    const [one, other] = [new Budget({ ...NO_LIMITS, tokens: 80 }, parent), new Budget(NO_LIMITS, parent)];
    await (await one.reserve({ tokens: 70, cost: 0 })).settle({ tokens: 70, cost: 0 });
    await expect(one.reserve({ tokens: 20, cost: 0 })).rejects.toMatchObject({ stop: { isParents: false } });
    await expect(other.reserve({ tokens: 40, cost: 0 })).rejects.toMatchObject({ stop: { isParents: true } });
    const granted = [await other.takeAttempts(2), await one.takeAttempts(2)].map(({ count }) => count);
    expect([parent.spent.tokens, ...granted]).toEqual([70, 2, 1]);
    expect(one.stopped).toEqual({ limit: 'tokens', isParents: false });
  });

  it('waits for attempts that others hold and may return', async () => {
    const budget = new Budget({ ...NO_LIMITS, attempts: 5 });
    const first = await budget.takeAttempts(9);
    const waiting = budget.takeAttempts(3);
    await first.settle(4);
    const second = await waiting;
    expect([first.count, second.count, budget.attempts, budget.stopped]).toEqual([5, 1, 5, null]);
    await second.settle(1);
    expect([(await budget.takeAttempts(1)).count, budget.stopped]).toEqual([
      0,
      { limit: 'attempts', isParents: false },
    ]);
  });

  it('allows nothing if a limit is 0, not even free requests', async () => {
    await expect(new Budget({ ...NO_LIMITS, cost: 0 }).reserve({ tokens: 0, cost: 0 })).rejects.toThrow(BudgetSpent);
    await expect(new Budget({ ...NO_LIMITS, tokens: 0 }).reserve({ tokens: 0, cost: 0 })).rejects.toThrow(BudgetSpent);
    expect(await new Budget({ ...NO_LIMITS, attempts: 0 }).takeAttempts(5)).toMatchObject({ count: 0 });
  });
});

/** A server's reaction to one request: its failures with their possible cost, then the result. */
interface Behaviour {
  delay: number;
  fails: ('nothing' | 'unknown')[];
  ends: 'answer' | 'error';
  usage: { inputTokens: number; outputTokens: number };
}

const behaviour: fc.Arbitrary<Behaviour> = fc.record({
  delay: fc.integer({ min: 0, max: 5 }),
  fails: fc.array(fc.constantFrom('nothing' as const, 'unknown' as const), { maxLength: 3 }),
  ends: fc.constantFrom('answer' as const, 'error' as const),
  usage: fc.record({
    inputTokens: fc.oneof(fc.integer({ min: -10, max: 3000 }), fc.constantFrom(NaN, 1e12)),
    outputTokens: fc.oneof(fc.integer({ min: -10, max: 100 }), fc.constantFrom(NaN, Infinity)),
  }),
});

describe('ModelClient with a budget', () => {
  it('never sends a request that could exceed it, for any server report and interleaving', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.array(behaviour, { minLength: 1, maxLength: 8 }),
        fc.record({
          tokens: fc.option(fc.integer({ min: 0, max: 9000 }), { nil: null }),
          cost: fc.option(fc.double({ min: 0, max: 0.03, noNaN: true }), { nil: null }),
        }),
        async (behaviours, limits) => {
          const budget = new Budget({ ...NO_LIMITS, ...limits });
          const events: ProveEvent[] = [];
          /** Maximum cost of all requests sent so far. */
          const truth = { tokens: 0, cost: 0 };
          const model = server(behaviours, (chatRequest, isFree) => {
            if (isFree) return;
            const { inputTokens, outputTokens } = upperBound(chatRequest);
            truth.tokens += inputTokens + outputTokens;
            truth.cost += maxCost(chatRequest, PRICE) ?? 0;
          });
          const onEvent = (event: ProveEvent): unknown => events.push(event);
          const client = new ModelClient({ model, budget, signal: new AbortController().signal });
          const log = new RecordedRequests({ hole: 1 }, null, true, onEvent);
          const chatRequest = behaviours.map((_, at) => client.ask(request(`prompt ${at}`, at), 't@1', log));
          const ends = await Promise.allSettled(chatRequest);
          for (const end of ends) {
            if (end.status === 'rejected') expect(end.reason).toSatisfy(isExpected);
          }
          const { tokens, cost } = budget.spent;
          expect(tokens).toBeLessThanOrEqual((limits.tokens ?? Infinity) + TOLERANCE);
          expect(cost).toBeLessThanOrEqual((limits.cost ?? Infinity) + TOLERANCE);
          expect(tokens).toBeLessThanOrEqual(truth.tokens + TOLERANCE);
          // Requests of unknown cost count with their maximum.
          const lost = events.flatMap((event) => (event.event === 'ask_failed' ? [event.counted_tokens] : []));
          expect(lost.every((each) => Number.isFinite(each) && each >= 0)).toBe(true);
          // The record agrees with the budget.
          const recorded = spentIn(events.map((event) => ({ at: '', ...event })));
          expect(recorded.tokens).toBeCloseTo(tokens, 6);
          expect(recorded.cost).toBeCloseTo(cost, 9);
        },
      ),
      { numRuns: 300 },
    );
  });

  it('counts the maximum for each try of unknown cost, and sends equal requests only once', async () => {
    const usage = { inputTokens: 5, outputTokens: 7 };
    const model = server(
      [{ delay: 0, fails: ['unknown', 'nothing', 'unknown'], ends: 'answer', usage }],
      () => undefined,
    );
    const budget = new Budget(NO_LIMITS);
    const client = new ModelClient({ model, budget, signal: new AbortController().signal });
    const twice = [1, 2].map((hole) =>
      client.ask(request('p', 0), 't@1', new RecordedRequests({ hole }, null, true, () => undefined)),
    );
    expect(await twice[0]).toBe(await twice[1]);
    const { inputTokens, outputTokens } = upperBound(request('p', 0));
    expect(budget.spent.tokens).toBe(2 * (inputTokens + outputTokens) + 12);
  });
});

const isExpected = (error: unknown): boolean => error instanceof BudgetSpent || error instanceof ModelError;

/** `onSent` is called for each request, with whether it is known to cost nothing. */
function server(
  behaviours: readonly Behaviour[],
  onSent: (chatRequest: ChatRequest, isFree: boolean) => void,
): ChatModel {
  return {
    name: 'local/m',
    endpoint: 'here',
    price: PRICE,
    async ask(chatRequest, { onTry }): Promise<ChatAnswer> {
      const { delay, fails, ends, usage } = behaviours[chatRequest.sample]!;
      let unaccounted = 0;
      let number = 0;
      for (const spent of fails) {
        await onTry?.(++number, unaccounted);
        onSent(chatRequest, spent === 'nothing');
        await new Promise((resolve) => setTimeout(resolve, delay));
        if (spent === 'unknown') unaccounted++;
      }
      await onTry?.(++number, unaccounted);
      onSent(chatRequest, false);
      await new Promise((resolve) => setTimeout(resolve, delay));
      if (ends === 'answer') {
        return { text: 'by simp', finish: 'end', usage, snapshot: 's', retries: fails.length, unaccounted, seconds: 0 };
      }
      const error = new ModelError('cut', { message: 'The connection broke.' });
      error.unaccounted = unaccounted + 1;
      throw error;
    },
  };
}
