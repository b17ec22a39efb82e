/** Sums up the results of `bench formalize`: rates with intervals, and each arm against the first. Pure. */
import { averageScore, SCORED } from '../concepts/concept-score.ts';
import { measureAnswers } from '../concepts/measures.ts';
import { bootstrapInterval } from '../metrics.ts';
import { costOf } from '../prove/summary.ts';
import { mcNemar, pairedDifference, passAtK, wilson } from '../estimates.ts';
import type { Arm } from './arm-names.ts';
import type { ArmReport, ArmPair, MeasuredRate } from './bench-formalize-schema.ts';
import type { DefinitionScore, FormalizeResult, StatementResult } from './formalize-result.ts';

const RESAMPLES = 10_000;

/** What an answer can be. */
type Quality = (statement: StatementResult) => boolean;

export const COMPILES: Quality = ({ compiles }) => compiles;
export const CONSISTENT: Quality = ({ consistent }) => consistent;
const EQUIVALENT: Quality = ({ equivalent }) => equivalent === true;

/** Number of answers of this quality. */
export function countAnswers({ statements }: FormalizeResult, has: Quality): number {
  return statements.filter(has).reduce((sum, { answers }) => sum + answers, 0);
}

/** `isCompiled`: whether Lean was asked. `isJudged`: whether more than compiling was checked. */
export function summariseArm(
  arm: Arm,
  all: readonly FormalizeResult[],
  { samples, seed, isCompiled, isJudged }: { samples: number; seed: number; isCompiled: boolean; isJudged: boolean },
): ArmReport {
  const results = all.filter((result) => result.arm === arm && result.state === 'done');
  const ks = [...new Set([1, Math.min(10, samples)])];
  const rates = (counted: readonly FormalizeResult[], has: Quality): MeasuredRate[] =>
    ks.map((k) => ({ k, ...rateOf(counted, has, k, seed) }));
  const compiled = results.reduce((sum, result) => sum + countAnswers(result, COMPILES), 0);
  const share = (finding: 'refuted' | 'vacuous'): number | null =>
    compiled === 0
      ? null
      : results.reduce((sum, each) => sum + countAnswers(each, ({ findings }) => findings.includes(finding)), 0) /
        compiled;
  const compared = results.filter((result) => result.compared);
  const sum = (key: 'tokens' | 'seconds'): number => results.reduce((total, result) => total + result[key], 0);
  return {
    arm,
    scripted: results.some(({ scripted }) => scripted),
    problems: results.length,
    unfinished: all.filter((result) => result.arm === arm && result.state !== 'done').length,
    cpr: isCompiled ? rates(results, COMPILES) : null,
    far: isJudged ? rates(results, CONSISTENT) : null,
    beq: compared.length > 0 ? rates(compared, EQUIVALENT) : null,
    retrieval: retrievalOf(results),
    refuted: isJudged ? share('refuted') : null,
    vacuous: isJudged ? share('vacuous') : null,
    tokens: sum('tokens'),
    cost: costOf(results),
    seconds: sum('seconds'),
  };
}

/** The definitions in the prompts against those that the references name. */
function retrievalOf(results: readonly FormalizeResult[]): ArmReport['retrieval'] {
  const known = results.filter(({ needed }) => needed.length > 0);
  const answers = known.map(({ needed, definitions }) => ({ gold: needed, names: definitions }));
  const byRule = averageScore(known.map(({ scores }) => scores.map(({ rule }) => rule)));
  const judges = [...new Set(results.flatMap(({ scores }) => scores.flatMap((each) => each.judges.map(nameOf))))];
  return {
    problems: known.length,
    measures: { ...measureAnswers(answers), [`acs@${SCORED}`]: byRule },
    judges: judges.map((judge) => {
      const scores = results
        .map((result) => result.scores.map((each) => each.judges.find((one) => one.judge === judge)?.score ?? null))
        .filter((given): given is number[] => !given.slice(0, SCORED).includes(null));
      return { judge, problems: scores.length, ...averageScore(scores) };
    }),
  };
}

const nameOf = ({ judge }: DefinitionScore['judges'][number]): string => judge;

/** 1 − C(n−c, k) / C(n, k) on average, with the Wilson interval and that of the bootstrap over problems. */
function rateOf(results: readonly FormalizeResult[], has: Quality, k: number, seed: number): Omit<MeasuredRate, 'k'> {
  const values = results
    .filter(({ asked }) => asked >= k)
    .map((result) => passAtK(result.asked, countAnswers(result, has), k));
  const total = values.reduce((sum, value) => sum + value, 0);
  return {
    estimate: values.length === 0 ? 0 : total / values.length,
    wilson: wilson(total, values.length),
    bootstrap: values.length === 0 ? [0, 0] : bootstrapInterval(values, RESAMPLES, seed),
    problems: values.length,
  };
}

/** The problems that `second` has won and lost against `first`: those with at least one answer of the quality. */
export function compareArms(
  first: Arm,
  second: Arm,
  all: readonly FormalizeResult[],
  { has, k, seed }: { has: Quality; k: number; seed: number },
): ArmPair {
  const done = all.filter(({ state, asked }) => state === 'done' && asked >= k);
  const pairs = done
    .filter(({ arm }) => arm === first)
    .flatMap((a) => done.filter((b) => b.arm === second && b.problem === a.problem).map((b) => ({ a, b })));
  const counts = pairs.map(({ a, b }) => ({
    a: countAnswers(a, has),
    b: countAnswers(b, has),
    n: a.asked,
    m: b.asked,
  }));
  const of = (inFirst: boolean, inSecond: boolean): string[] =>
    pairs.flatMap(({ a }, at) => (counts[at]!.a > 0 === inFirst && counts[at]!.b > 0 === inSecond ? [a.problem] : []));
  const rate = (pick: (count: (typeof counts)[number]) => number): number =>
    counts.length === 0 ? 0 : counts.reduce((sum, count) => sum + pick(count), 0) / counts.length;
  const [before, after] = [rate(({ a, n }) => passAtK(n, a, k)), rate(({ b, m }) => passAtK(m, b, k))];
  const [won, lost] = [of(false, true), of(true, false)];
  return {
    ...{ first, second, k, won, lost, both: of(true, true).length, neither: of(false, false).length },
    relative_gain: before === 0 ? null : (after - before) / before,
    ...pairedDifference(
      counts.map(({ a, b, n, m }) => passAtK(m, b, k) - passAtK(n, a, k)),
      seed,
    ),
    p: mcNemar(lost.length, won.length),
  };
}
