/** An agent with a model of random price, usage and failures never spends more than its budget. */
import fc from 'fast-check';
import { expect, it } from 'vitest';
import { agent } from '../../src/prove/agent/agent.ts';
import { fillHoles } from '../../src/prove/loop.ts';
import { fakeRun, fakeTrial, NO } from './made-run.ts';
import { randomCost, randomModel, randomPrice, upTo } from './random-model.ts';

const RUNS = Number(process.env['RUNS'] ?? 1000);
/** Tolerance for the rounding errors of summed fractions of cents. */
const TOLERANCE = 1e-9;
const OPTIONS = { limit: 5, contextChars: 500, temperature: null, maxOutputTokens: 300, turns: 12, resultChars: 2000 };
const TEXT = 'theorem one : 1 = 1 := by\n  sorry\n\ntheorem two : 2 = 2 := sorry\n';

const CALLS = ['goal', 'try', 'submit', 'rm', 'search'];
const INPUTS = ['{}', '{"after":"skip"}', '{"tactics":["a","b"]}', '{"proof":"c"}', 'garbage', '{"query":"x"}'];
const reply = fc.record({
  calls: fc.array(fc.record({ name: fc.constantFrom(...CALLS), input: fc.constantFrom(...INPUTS) }), { maxLength: 4 }),
  text: fc.constantFrom('', 'by c', 'prose', '```tool\nbroken'),
  ...randomCost(8),
});

it(`an agent stays within its budget in ${RUNS} runs with random prices and failures`, async () => {
  await fc.assert(
    fc.asyncProperty(
      ...[randomPrice, fc.array(reply, { minLength: 1, maxLength: 30 }), upTo(2), fc.nat(60_000)],
      async (prices, replies, cost, tokens) => {
        const model = randomModel(prices, replies);
        const limits = { cost, tokens };
        const { run, budget } = fakeRun(
          TEXT,
          fakeTrial(() => NO),
          { strategies: [agent(OPTIONS)], limits, model },
        );
        await fillHoles(run, { isSelected: () => true, jobs: 2 });
        expect(model.spent.tokens).toBeLessThanOrEqual(tokens);
        expect(model.spent.cost).toBeLessThanOrEqual(cost + TOLERANCE);
        expect(budget.spent.tokens).toBeLessThanOrEqual(tokens);
        expect(model.asked()).toBeLessThanOrEqual(2 * OPTIONS.turns);
      },
    ),
    { numRuns: RUNS },
  );
});
