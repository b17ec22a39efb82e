import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { ChatAnswer, ChatModel, ChatRequest } from '../../src/llm/chat.ts';
import { ModelError } from '../../src/llm/model-error.ts';
import { upperBound, maxCost } from '../../src/llm/cost-bound.ts';
import { Asking } from '../../src/prove/asking.ts';
import { Budget, BudgetSpent, NO_LIMITS } from '../../src/llm/budget.ts';
import type { ProveEvent } from '../../src/prove/events.ts';
import { spentIn } from '../../src/prove/run/record.ts';

const PRICE = { input: 3, output: 15 };
/** Sums of fractions of cents, each rounded. */
const CRUMB = 1e-9;

const request = (text: string, sample: number, maxOutputTokens = 50): ChatRequest => ({
  messages: [{ role: 'user', text }],
  maxOutputTokens,
  temperature: null,
  sample,
});

describe('a budget', () => {
  it('refuses what could pass it, before anything is spent', async () => {
    const budget = new Budget({ ...NO_LIMITS, tokens: 100 });
    const first = await budget.reserve({ tokens: 60, cost: 0 });
    expect(() => budget.reserveNow({ tokens: 60, cost: 0 })).toThrow(BudgetSpent);
    first.settle({ tokens: 10, cost: 0 });
    expect(budget.spent.tokens).toBe(10);
    (await budget.reserve({ tokens: 90, cost: 0 })).settle({ tokens: 90, cost: 0 });
    await expect(budget.reserve({ tokens: 1, cost: 0 })).rejects.toThrow(BudgetSpent);
    expect(budget.stopped).toEqual({ limit: 'tokens', isParents: false });
  });

  it('waits for what is under way, which may come to less', async () => {
    const budget = new Budget({ ...NO_LIMITS, cost: 1 });
    const first = await budget.reserve({ tokens: 0, cost: 0.9 });
    const second = budget.reserve({ tokens: 0, cost: 0.9 });
    first.settle({ tokens: 0, cost: 0.05 });
    (await second).settle({ tokens: 0, cost: 0.9 });
    expect(budget.spent.cost).toBeCloseTo(0.95, 9);
  });

  it('counts nonsense as the worst, and a settlement once', async () => {
    for (const cost of [NaN, -1, Infinity, 2]) {
      const budget = new Budget({ ...NO_LIMITS, cost: 1 });
      const held = await budget.reserve({ tokens: 5, cost: 1 });
      held.settle({ tokens: 1, cost });
      held.settle({ tokens: 1, cost: 0 });
      expect(budget.spent).toEqual({ tokens: 1, cost: 1 });
    }
  });

  it('is part of its parent, which may stop it', async () => {
    const whole = new Budget({ cost: null, tokens: 100, attempts: 3 });
    const [one, other] = [new Budget({ ...NO_LIMITS, tokens: 80 }, whole), new Budget(NO_LIMITS, whole)];
    (await one.reserve({ tokens: 70, cost: 0 })).settle({ tokens: 70, cost: 0 });
    await expect(one.reserve({ tokens: 20, cost: 0 })).rejects.toMatchObject({ stop: { isParents: false } });
    await expect(other.reserve({ tokens: 40, cost: 0 })).rejects.toMatchObject({ stop: { isParents: true } });
    expect([whole.spent.tokens, await other.takeAttempts(2), await one.takeAttempts(2)]).toEqual([70, 2, 1]);
    expect(one.stopped).toEqual({ limit: 'tokens', isParents: false });
  });

  it('waits for attempts that others hold, which may be given back', async () => {
    const budget = new Budget({ ...NO_LIMITS, attempts: 5 });
    expect(await budget.takeAttempts(9)).toBe(5);
    const waiting = budget.takeAttempts(3);
    budget.settleAttempts(5, 4);
    expect([await waiting, budget.attempts, budget.stopped]).toEqual([1, 5, null]);
    budget.settleAttempts(1, 1);
    expect([await budget.takeAttempts(1), budget.stopped]).toEqual([0, { limit: 'attempts', isParents: false }]);
  });

  it('allows nothing where it is 0, not even what costs nothing', async () => {
    await expect(new Budget({ ...NO_LIMITS, cost: 0 }).reserve({ tokens: 0, cost: 0 })).rejects.toThrow(BudgetSpent);
    await expect(new Budget({ ...NO_LIMITS, tokens: 0 }).reserve({ tokens: 0, cost: 0 })).rejects.toThrow(BudgetSpent);
    expect(await new Budget({ ...NO_LIMITS, attempts: 0 }).takeAttempts(5)).toBe(0);
  });
});

/** What a server does with one request: how often it fails first, what that may have cost, and what it then says. */
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

describe('asking within a budget', () => {
  it('never sends what could pass it, whatever the server reports, in any interleaving', async () => {
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
          /** The worst that everything sent so far can have cost. */
          const truth = { tokens: 0, cost: 0 };
          const model = server(behaviours, (asked, isFree) => {
            if (isFree) return;
            const { inputTokens, outputTokens } = upperBound(asked);
            truth.tokens += inputTokens + outputTokens;
            truth.cost += maxCost(asked, PRICE) ?? 0;
          });
          const onEvent = (event: ProveEvent): unknown => events.push(event);
          const asking = new Asking({ model, budget, record: null, onEvent, signal: new AbortController().signal });
          const asked = behaviours.map((_, at) => asking.ask(1, request(`prompt ${at}`, at), 't@1'));
          const ends = await Promise.allSettled(asked);
          for (const end of ends) {
            if (end.status === 'rejected') expect(end.reason).toSatisfy(isForeseen);
          }
          const { tokens, cost } = budget.spent;
          expect(tokens).toBeLessThanOrEqual((limits.tokens ?? Infinity) + CRUMB);
          expect(cost).toBeLessThanOrEqual((limits.cost ?? Infinity) + CRUMB);
          expect(tokens).toBeLessThanOrEqual(truth.tokens + CRUMB);
          // What was of unknown cost counts in full.
          const lost = events.flatMap((event) => (event.event === 'ask_failed' ? [event.counted_tokens] : []));
          expect(lost.every((each) => Number.isFinite(each) && each >= 0)).toBe(true);
          // The record says the same as the budget.
          const recorded = spentIn(events.map((event) => ({ at: '', ...event })));
          expect(recorded.tokens).toBeCloseTo(tokens, 6);
          expect(recorded.cost).toBeCloseTo(cost, 9);
        },
      ),
      { numRuns: 300 },
    );
  });

  it('counts the worst of each try of unknown cost, and asks the same only once', async () => {
    const usage = { inputTokens: 5, outputTokens: 7 };
    const model = server(
      [{ delay: 0, fails: ['unknown', 'nothing', 'unknown'], ends: 'answer', usage }],
      () => undefined,
    );
    const budget = new Budget(NO_LIMITS);
    const onEvent = (): void => undefined;
    const asking = new Asking({ model, budget, record: null, onEvent, signal: new AbortController().signal });
    const twice = [asking.ask(1, request('p', 0), 't@1'), asking.ask(2, request('p', 0), 't@1')];
    expect(await twice[0]).toBe(await twice[1]);
    const { inputTokens, outputTokens } = upperBound(request('p', 0));
    expect(budget.spent.tokens).toBe(2 * (inputTokens + outputTokens) + 12);
  });
});

const isForeseen = (error: unknown): boolean => error instanceof BudgetSpent || error instanceof ModelError;

/** `onSent` is told of each request that goes out, and whether it is known to cost nothing. */
function server(behaviours: readonly Behaviour[], onSent: (asked: ChatRequest, isFree: boolean) => void): ChatModel {
  return {
    name: 'local/m',
    endpoint: 'here',
    price: PRICE,
    async ask(asked, { onTry }): Promise<ChatAnswer> {
      const { delay, fails, ends, usage } = behaviours[asked.sample]!;
      let unaccounted = 0;
      let number = 0;
      for (const spent of fails) {
        onTry?.(++number, unaccounted);
        onSent(asked, spent === 'nothing');
        await new Promise((resolve) => setTimeout(resolve, delay));
        if (spent === 'unknown') unaccounted++;
      }
      onTry?.(++number, unaccounted);
      onSent(asked, false);
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
