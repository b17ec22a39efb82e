/** An agent with a model of random price, usage and failures never spends more than its budget. */
import fc from 'fast-check';
import { expect, it } from 'vitest';
import type { ChatModel } from '../../src/llm/chat.ts';
import { ModelError } from '../../src/llm/model-error.ts';
import { maxAmount } from '../../src/llm/within-budget.ts';
import { agent } from '../../src/prove/agent/agent.ts';
import { fillHoles } from '../../src/prove/loop.ts';
import { fakeRun, fakeTrial, NO } from './made-run.ts';

const RUNS = Number(process.env['RUNS'] ?? 1000);
/** Tolerance for the rounding errors of summed fractions of cents. */
const TOLERANCE = 1e-9;
const OPTIONS = { limit: 5, contextChars: 500, temperature: null, maxOutputTokens: 300, turns: 12, resultChars: 2000 };
const TEXT = 'theorem one : 1 = 1 := by\n  sorry\n\ntheorem two : 2 = 2 := sorry\n';

/** Evenly distributed: `fc.double` draws mostly tiny numbers. */
const upTo = (most: number) => fc.nat(1000).map((thousandths) => (most * thousandths) / 1000);

const CALLS = ['goal', 'try', 'submit', 'rm', 'search'];
const INPUTS = ['{}', '{"after":"skip"}', '{"tactics":["a","b"]}', '{"proof":"c"}', 'garbage', '{"query":"x"}'];
const reply = fc.record({
  calls: fc.array(fc.record({ name: fc.constantFrom(...CALLS), input: fc.constantFrom(...INPUTS) }), { maxLength: 4 }),
  text: fc.constantFrom('', 'by c', 'prose', '```tool\nbroken'),
  /** Share of the maximum that the answer costs. */
  share: upTo(1),
  failure: fc.oneof(
    { weight: 8, arbitrary: fc.constant(null) },
    { weight: 1, arbitrary: fc.constantFrom('timedOut' as const, 'cut' as const, 'server' as const) },
  ),
});

it(`an agent stays within its budget in ${RUNS} runs with random prices and failures`, async () => {
  const price = fc.record({ input: upTo(50), output: upTo(99) });
  await fc.assert(
    fc.asyncProperty(
      ...[price, fc.array(reply, { minLength: 1, maxLength: 30 }), upTo(2), fc.nat(60_000)],
      async (prices, replies, cost, tokens) => {
        let asked = 0;
        const spent = { tokens: 0, cost: 0 };
        const model: ChatModel = {
          ...{ name: 'local/random', endpoint: 'none', price: prices },
          ask(request) {
            const { calls, text, share, failure } = replies[asked++ % replies.length]!;
            const maximum = maxAmount(request, prices);
            // A failed request may cost as much as a request can.
            const factor = failure === null ? share : 1;
            const output = Math.floor(request.maxOutputTokens * factor);
            const inputs = Math.floor((maximum.tokens - request.maxOutputTokens) * factor);
            spent.tokens += output + inputs;
            spent.cost += (inputs * prices.input + output * prices.output) / 1e6;
            if (failure !== null)
              return Promise.reject(new ModelError(failure, { message: failure }, { spent: 'unknown' }));
            return Promise.resolve({
              ...{ text, calls: calls.map((call, at) => ({ id: `call-${at}`, ...call })), finish: 'end' as const },
              ...{ usage: { inputTokens: inputs, outputTokens: output }, snapshot: 'random', retries: 0 },
              ...{ unaccounted: 0, seconds: 0 },
            });
          },
        };
        const limits = { cost, tokens };
        const { run, budget } = fakeRun(
          TEXT,
          fakeTrial(() => NO),
          { strategies: [agent(OPTIONS)], limits, model },
        );
        await fillHoles(run, { isSelected: () => true, jobs: 2, mayAddImports: false });
        expect(spent.tokens).toBeLessThanOrEqual(tokens);
        expect(spent.cost).toBeLessThanOrEqual(cost + TOLERANCE);
        expect(budget.spent.tokens).toBeLessThanOrEqual(tokens);
        expect(asked).toBeLessThanOrEqual(2 * OPTIONS.turns);
      },
    ),
    { numRuns: RUNS },
  );
});
