import { describe, expect, it } from 'vitest';
import { compareReports } from '../../../src/bench/experiment/compare.ts';
import type { BenchSolveReport } from '../../../src/bench/solve/bench-solve-schema.ts';
import { solveBaselineOf } from '../../../src/bench/solve/solve-baseline.ts';
import type { SolveResult } from '../../../src/bench/solve/solve-result.ts';
import { compareMethods, summarizeMethod } from '../../../src/bench/solve/solve-summary.ts';

const STATES: Record<string, SolveResult['state']> = {
  '+': 'correct',
  '-': 'wrong',
  n: 'no-answer',
  '?': 'undecided',
  f: 'failed',
};

const result = (rest: Partial<SolveResult>): SolveResult => ({
  ...{ question: 'q', method: 'both', model: 'local/a', run: 1, state: 'wrong', answer: null, verdict: null },
  ...{ hits: [], template: null, rows: 0, invented: 0, calls: 0, requests: 1, tokens: 1, cost: null, seconds: 1 },
  ...{ distil_seconds: 0, scripted: false, error: null },
  ...rest,
});

/** `bySystem`: by `method@model`, for each question the states of its runs, separated by blanks. */
function resultsOf(bySystem: Record<string, string>): SolveResult[] {
  return Object.entries(bySystem).flatMap(([system, questions]) => {
    const [method = '', model = ''] = system.split('@');
    return questions
      .split(' ')
      .flatMap((runs, at) =>
        [...runs].map((state, run) =>
          result({ question: `q${at}`, method, model, run: run + 1, state: STATES[state]! }),
        ),
      );
  });
}

function report(bySystem: Record<string, string>, { runs = 1, plan = {} } = {}): BenchSolveReport {
  const results = resultsOf(bySystem);
  const systems = Object.keys(bySystem).map((system) => system.split('@') as [string, string]);
  const names = [...new Set(results.map(({ question }) => question))];
  const methods = systems.map(([method, model]) =>
    summarizeMethod({ method, model }, results, { runs, isAllJudged: false }),
  );
  return {
    ...{ methods, results, runs, digests: Object.fromEntries(names.map((name) => [name, `digest of ${name}`])) },
    provenance: { lemmahead: '0.1.0', plan: { lemmahead: '0.1.0', judge: null, ...plan } },
  } as unknown as BenchSolveReport;
}

describe('solveBaselineOf', () => {
  it('has a question as solved if most runs are right, and as unchecked without all answers', () => {
    const baseline = solveBaselineOf(report({ 'both@local/a': '++- +-n ++f ??? ?--' }, { runs: 3 }));
    expect(baseline.systems).toEqual({
      'both@local/a': { q0: 'solved', q1: 'unsolved', q2: 'unchecked', q3: 'unchecked', q4: 'unsolved' },
    });
    expect(baseline).toMatchObject({ benchmark: 'solve', conditions: { judge: null }, scripted: [] });
    expect(baseline.conditions).not.toHaveProperty('lemmahead');
  });

  it('keeps models apart, also in the comparison of methods', () => {
    const results = resultsOf({ 'zero-shot@a': '- -', 'both@a': '+ +', 'zero-shot@b': '+ +', 'both@b': '- +' });
    const pair = (model: string) =>
      compareMethods({ model, first: 'zero-shot', second: 'both' }, results, { runs: 1, seed: 1 });
    expect([pair('a').won, pair('a').lost]).toEqual([['q0', 'q1'], []]);
    expect([pair('b').won, pair('b').lost]).toEqual([[], ['q0']]);
  });

  it('is compared question by question', () => {
    const before = solveBaselineOf(report({ 'both@a': '+ + - - -' }));
    const after = solveBaselineOf(report({ 'both@b': '+ - + + f' }, { plan: { judge: 'local/j' } }));
    const { systems, differences } = compareReports(before, after, { onlySameLean: false, seed: 1 });
    expect(differences).toEqual(['The judge differs: none and local/j.']);
    expect(systems).toMatchObject([
      { first: 'both@a', second: 'both@b', won: ['q2', 'q3'], lost: ['q1'], both: 1, difference: 0.25, p: 1 },
    ]);
  });
});
