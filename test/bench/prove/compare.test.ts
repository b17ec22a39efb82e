import { describe, expect, it } from 'vitest';
import { assembleReport } from '../../../src/bench/prove/assemble-report.ts';
import { parseBaseline as parse } from '../../../src/bench/experiment/baseline.ts';
import { baselineOf } from '../../../src/bench/prove/prove-baseline.ts';
import { compareReports } from '../../../src/bench/experiment/compare.ts';
import { renderComparison } from '../../../src/bench/experiment/compare-text.ts';
import type { ResultState } from '../../../src/bench/prove/result.ts';
import { reportInput, fakeProblem, result, system } from './fake-report.ts';

const STATES: Record<string, ResultState> = {
  '+': 'solved',
  '-': 'unsolved',
  t: 'stopped',
  m: 'model_failed',
  '?': 'unchecked',
};

/** `bySystem`: by system name, one character of `STATES` per problem. */
function report(bySystem: Record<string, string>, lean = '4.0.0') {
  const length = Math.max(...Object.values(bySystem).map((states) => states.length));
  const problems = Array.from({ length }, (_, at) => fakeProblem(`p${at}`));
  const results = Object.entries(bySystem).flatMap(([name, states]) =>
    [...states].map((state, at) => result(name, `p${at}`, STATES[state]!)),
  );
  const input = reportInput({ problems, systems: Object.keys(bySystem).map((name) => system(name)), results });
  return assembleReport({ ...input, provenance: { ...input.provenance, lean: { version: lean, toolchain: null } } });
}

const options = { onlySameLean: false, seed: 1 };
const compare = (a: Record<string, string>, b: Record<string, string>) =>
  compareReports(baselineOf(report(a)), baselineOf(report(b)), options);

describe('compareReports', () => {
  it('lists won, lost, unchecked and missing problems', () => {
    const { systems, differences } = compare({ one: '+++++--+' }, { one: '+-t?m+-' });
    expect(differences).toEqual([]);
    expect(systems).toMatchObject([
      {
        ...{ first: 'one', second: 'one', won: ['p5'], lost: ['p1', 'p2'], unchecked: ['p3', 'p4'] },
        ...{ missing: ['p7'], changed: [], both: 1, neither: 1, difference: -0.2, p: 1 },
      },
    ]);
  });

  it('compares systems with the same name, or the only system of each report', () => {
    expect(compare({ one: '+', two: '-' }, { two: '+', three: '-' }).systems).toMatchObject([
      { first: 'two', won: ['p0'] },
    ]);
    expect(compare({ one: '+' }, { two: '-' }).systems).toMatchObject([{ first: 'one', second: 'two', lost: ['p0'] }]);
    expect(() => compare({ one: '+', two: '+' }, { three: '+' })).toThrow('no system in common');
  });

  it('compares systems with the same name and other models if no id is in both reports', () => {
    const names = (a: Record<string, string>, b: Record<string, string>) =>
      compare(a, b).systems.map(({ first, second }) => [first, second]);
    expect(names({ 'rag@a': '+', 'ipa@a': '-' }, { 'rag@b': '+', 'ipa@b': '+' })).toEqual([
      ['rag@a', 'rag@b'],
      ['ipa@a', 'ipa@b'],
    ]);
    // Which of two models is meant is not known.
    expect(names({ 'rag@a': '+', 'ipa@a': '-' }, { 'rag@b': '+', 'rag@c': '+', 'ipa@b': '+' })).toEqual([
      ['ipa@a', 'ipa@b'],
    ]);
  });

  it('does not compare different benchmarks', () => {
    const [a, b] = [baselineOf(report({ one: '+' })), baselineOf(report({ two: '+' }))];
    expect(() => compareReports(a, { ...b, benchmark: 'solve' }, options)).toThrow('no system in common');
  });

  it('excludes problems with the same name but different texts', () => {
    const [a, b] = [baselineOf(report({ one: '++' })), baselineOf(report({ one: '--' }))];
    b.problems['p0'] = 'another';
    expect(compareReports(a, b, options).systems).toMatchObject([{ changed: ['p0'], lost: ['p1'] }]);
  });

  it('reports differing conditions and can refuse to compare different Lean versions', () => {
    const [a, b] = [baselineOf(report({ one: '+' })), baselineOf(report({ one: '-' }, '4.33.0'))];
    expect(compareReports(a, b, options)).toMatchObject({
      compared: true,
      differences: ['The Lean differs: 4.0.0 and 4.33.0.'],
    });
    const refused = compareReports(a, b, { ...options, onlySameLean: true });
    expect(refused).toMatchObject({ compared: false, systems: [] });
    expect(renderComparison(refused)).toContain('Not compared');
  });
});

describe('parseBaseline', () => {
  const parseBaseline = (text: string, path: string) => parse(text, path, { 'lemmahead/bench-prove@1': baselineOf });
  it('reads reports and baselines', () => {
    const full = report({ one: '+-?' });
    const baseline = parseBaseline(JSON.stringify(full), 'report.json');
    expect(baseline).toEqual(baselineOf(full));
    expect(baseline.systems).toEqual({ one: { p0: 'solved', p1: 'unsolved', p2: 'unchecked' } });
    expect(parseBaseline(JSON.stringify(baseline), 'baseline.json')).toEqual(baseline);
  });

  it.each(['', '{', '[]', 'null', '{"schema":"lemmahead/prove@1"}', '{"schema":"lemmahead/bench-prove@1"}'])(
    'rejects %j',
    (text) => {
      expect(() => parseBaseline(text, 'a.json')).toThrow('a.json is not a report of bench prove or bench solve.');
    },
  );
});
