/** The average concept score by rule. */
import { expect, it } from 'vitest';
import { averageScore, scoreByRule } from '../../../src/bench/concepts/concept-score.ts';
import type { ConceptBase } from '../../../src/concepts/open-base.ts';

/** Name, module, and core and other concepts. */
const DEFINITIONS: readonly [name: string, module: string, core: string[], other: string[]][] = [
  ['Linear.ker', 'Own.Linear.Kernel', ['kernel'], ['map']],
  ['Markov.Kernel', 'Own.Markov', ['kernel'], []],
  ['Linear.range', 'Own.Linear.Range', ['range'], ['map']],
  ['Order.top', 'Own.Order', ['top'], []],
];

const base = {
  numberOf: (name) => {
    const at = DEFINITIONS.findIndex(([known]) => known === name);
    return at < 0 ? null : at;
  },
  definition: (number) => ({ module: DEFINITIONS[number]![1] }),
  conceptsOf: (number) => {
    const [, , core, other] = DEFINITIONS[number]!;
    return [...core, ...other].map((key) => ({ concept: { key, isCore: core.includes(key) } }));
  },
} as ConceptBase;

it.each([
  ['it is needed', 'Linear.ker', ['Order.top', 'Linear.ker'], 3],
  ['it shares a core concept', 'Markov.Kernel', ['Linear.ker'], 2],
  ['it shares only the field, which other concepts do not change', 'Linear.range', ['Linear.ker'], 1],
  ['it shares nothing', 'Order.top', ['Linear.ker'], 0],
  ['the base has it no longer', 'Gone', ['Linear.ker'], 0],
  ['nothing is needed', 'Linear.ker', [], 0],
])('scores a definition: %s', (_, name, needed, score) => {
  expect(scoreByRule(base)(name, needed)).toBe(score);
});

it('averages over three places, also if fewer are filled', () => {
  expect(averageScore([[3, 3, 3, 0], [3], []]).mean).toBeCloseTo((3 + 1 + 0) / 3);
});
