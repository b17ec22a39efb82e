/** The estimates of `bench formalize`, the agreement of labels, and the published figures. */
import { expect, it } from 'vitest';
import { compareArms, CONSISTENT, summariseArm } from '../../../src/bench/formalize/formalize-summary.ts';
import type { FormalizeResult } from '../../../src/bench/formalize/formalize-result.ts';
import { agreementOf } from '../../../src/bench/formalize/labels.ts';
import { publishedTables } from '../../../src/bench/formalize/published-formalize.ts';

const scored = (rule: number): FormalizeResult['scores'][number] => ({
  rule,
  judges: [{ judge: 'j', score: rule === 3 ? 3 : null, why: '' }],
});

function result(problem: string, arm: FormalizeResult['arm'], counts: Record<string, number>): FormalizeResult {
  const { consistent = 0, refuted = 0, equivalent = 0, compared = 1 } = counts;
  const base = { text: '', compiles: true };
  return {
    ...{ problem, arm, state: 'done', why: null, asked: 10, answers: 10, chosen: null },
    ...{ definitions: ['A', 'B'], needed: ['A', 'C'], scores: [3, 1].map((rule) => scored(rule)) },
    ...{ tokens: 10, cost: 0.5, seconds: 1, scripted: false, compared: compared === 1 },
    statements: [
      { ...base, sha256: 'a', answers: equivalent, consistent: true, findings: [], equivalent: true },
      { ...base, sha256: 'b', answers: consistent - equivalent, consistent: true, findings: [], equivalent: false },
      { ...base, sha256: 'c', answers: refuted, consistent: false, findings: ['refuted'], equivalent: false },
    ],
  };
}

const RESULTS = [
  result('one', 'none', { consistent: 2, refuted: 6 }),
  result('two', 'none', { consistent: 0, refuted: 4 }),
  result('three', 'none', { consistent: 1, compared: 0 }),
  result('one', 'concepts', { consistent: 5, equivalent: 5 }),
  result('two', 'concepts', { consistent: 1, equivalent: 1 }),
  result('three', 'concepts', { consistent: 0 }),
];
const OPTIONS = { samples: 10, seed: 1, isCompiled: true, isJudged: true };

it('estimates the rates at 1 and 10 from the counts of answers', () => {
  const none = summariseArm('none', RESULTS, OPTIONS);
  expect(none.cpr!.map(({ k, estimate }) => [k, estimate])).toEqual([
    [1, expect.closeTo((0.8 + 0.4 + 0.1) / 3)],
    [10, 1],
  ]);
  expect(none.far!.map(({ estimate }) => estimate)).toEqual([expect.closeTo(0.1), expect.closeTo(2 / 3)]);
  expect(none.refuted).toBeCloseTo(10 / 13);
  expect([none.cost, none.tokens]).toEqual([1.5, 30]);
  // BEq only counts the problems that were compared.
  expect(none.beq!.map(({ problems }) => problems)).toEqual([2, 2]);
});

it('measures the definitions in the prompts, and leaves out what a judge did not score', () => {
  const { retrieval } = summariseArm('none', RESULTS, OPTIONS);
  expect(retrieval).toMatchObject({
    problems: 3,
    measures: { 'hit@3': { mean: 1 }, 'recall@3': { mean: 0.5 }, 'acs@3': { mean: expect.closeTo(4 / 3) } },
    judges: [{ judge: 'j', problems: 0 }],
  });
});

it('has no FAR without checks', () => {
  expect(summariseArm('none', RESULTS, { ...OPTIONS, isJudged: false })).toMatchObject({ far: null, refuted: null });
});

it('has no rate that was not measured', () => {
  const unchecked = { ...OPTIONS, isCompiled: false, isJudged: false };
  expect(summariseArm('none', RESULTS, unchecked)).toMatchObject({ cpr: null, far: null });
  const [failed] = RESULTS;
  const statements = failed!.statements.map((each) => ({ ...each, compiles: false }));
  expect(summariseArm('none', [{ ...failed!, statements }], OPTIONS)).toMatchObject({ refuted: null, vacuous: null });
});

it('counts what an arm wins and loses', () => {
  const pair = compareArms('none', 'concepts', RESULTS, { has: CONSISTENT, k: 10, seed: 1 });
  expect([pair.won, pair.lost, pair.both, pair.neither]).toEqual([['two'], ['three'], 1, 0]);
  expect([pair.relative_gain, pair.difference, pair.p]).toEqual([0, 0, 1]);
});

it("computes Cohen's kappa", () => {
  const one = new Map(['a', 'b', 'c', 'd'].map((key, at) => [key, at < 2]));
  expect(
    agreementOf(
      one,
      new Map([
        ['a', true],
        ['b', false],
        ['c', false],
        ['d', false],
      ]),
    ),
  ).toMatchObject({
    ...{ n: 4, agree: 3, accuracy: 0.75, kappa: 0.5, false_yes: 0, false_no: 1 },
  });
  expect(agreementOf(one, new Map([['x', true]]))).toMatchObject({ n: 0, accuracy: null, kappa: null });
});

it('prints the published figures with their gains', () => {
  const [far] = publishedTables();
  expect(far!.rows[0]).toEqual([
    'DeepSeek-V3',
    '36.9 → 47.1 (+27.6 %)',
    '23.6 → 37.0 (+56.8 %)',
    '19.8 → 32.1 (+62.1 %)',
  ]);
  const gains = far!.rows.flatMap((row) => row.slice(1).map((cell) => Number(/\+([\d.]+)/.exec(cell)![1])));
  expect(gains.reduce((sum, gain) => sum + gain, 0) / gains.length).toBeCloseTo(22.7, 1);
});
