/** Dividing a budget over steps, and that `decompose` never spends more than its budget. */
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { BudgetShare } from '../../../src/llm/budget-share.ts';
import { decompose } from '../../../src/prove/decompose/decompose.ts';
import { fillHoles } from '../../../src/prove/loop.ts';
import { fakeRun } from '../made-run.ts';
import { randomCost, randomModel, randomPrice, upTo } from '../random-model.ts';
import { OPTIONS, sketchTrial } from './made-sketches.ts';

const RUNS = Number(process.env['RUNS'] ?? 1000);
/** Tolerance for the rounding errors of summed fractions of cents. */
const TOLERANCE = 1e-9;

describe('BudgetShare', () => {
  it('gives each child an equal part of what is left', () => {
    const share = new BudgetShare({ cost: 8, tokens: null, attempts: 9 });
    const [first, second] = [share.child(), share.child()];
    share.grant(first, 2);
    first.charge({ tokens: 100, cost: 1 }, 3);
    expect([first.usedUp, first.attemptsOf(10)]).toEqual([null, 1]);
    first.charge({ tokens: 0, cost: 0 }, 2);
    expect(first.usedUp).toBe('attempts');
    share.grant(second, 1);
    expect([second.usedUp, second.attemptsOf(10)]).toEqual([null, 4]);
    second.charge({ tokens: 0, cost: 7 }, 0);
    expect([second.usedUp, share.usedUp]).toEqual(['cost', 'cost']);
    // What is used up stays used up.
    share.grant(first, 1);
    expect(first.usedUp).toBe('cost');
  });

  it('never gives out more than there is, besides one request for each node', () => {
    const step = fc.record({ child: fc.nat(3), parts: fc.integer({ min: 1, max: 4 }), wanted: fc.nat(20) });
    fc.assert(
      fc.property(fc.nat(50), fc.array(step, { maxLength: 40 }), (attempts, steps) => {
        const share = new BudgetShare({ cost: null, tokens: null, attempts });
        const children = Array.from({ length: 4 }, () => share.child());
        let used = 0;
        for (const { child, parts, wanted } of steps) {
          share.grant(children[child]!, parts);
          const granted = children[child]!.attemptsOf(wanted);
          children[child]!.charge({ tokens: 0, cost: 0 }, granted);
          used += granted;
          expect(used).toBeLessThanOrEqual(attempts + 1);
        }
      }),
    );
  });
});

const SKETCH = 'by\n  have a : A := by sorry\n  have b : B := by sorry\n  exact f a b';
const reply = fc.record({
  text: fc.constantFrom(
    ...Array<string>(8).fill(SKETCH),
    'by\n  have c : C := by sorry\n  sorry',
    'by exact a',
    'prose',
    '',
    'by sorry',
  ),
  ...randomCost(30),
});

it(`decompose stays within its budget in ${RUNS} runs with random prices and failures`, async () => {
  /** Runs that reached a sketch within a sketch. */
  let nested = 0;
  await fc.assert(
    fc.asyncProperty(
      ...[randomPrice, fc.array(reply, { minLength: 1, maxLength: 20 }), upTo(2), fc.nat(300_000), fc.nat(200)],
      async (prices, replies, cost, tokens, attempts) => {
        const model = randomModel(prices, replies);
        const { run, budget, events } = fakeRun(
          'theorem t : Whole := by\n  sorry\n\ntheorem u : Other := sorry\n',
          sketchTrial(() => false),
          {
            strategies: [decompose({ ...OPTIONS, depth: 2, sketches: 2 })],
            limits: { cost, tokens, attempts },
            model,
          },
        );
        await fillHoles(run, { isSelected: () => true, jobs: 2 });
        expect(model.spent.tokens).toBeLessThanOrEqual(tokens);
        expect(model.spent.cost).toBeLessThanOrEqual(cost + TOLERANCE);
        expect(budget.spent.tokens).toBeLessThanOrEqual(tokens);
        expect(budget.attempts).toBeLessThanOrEqual(attempts);
        if (events.some((event) => event.event === 'node_started' && event.node.includes('/'))) nested++;
      },
    ),
    { numRuns: RUNS },
  );
  expect(nested).toBeGreaterThan(RUNS / 10);
});
