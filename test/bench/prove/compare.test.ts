import { describe, expect, it } from 'vitest';
import { assembleReport } from '../../../src/bench/prove/assemble.ts';
import { baselineOf, parseBaseline } from '../../../src/bench/prove/baseline.ts';
import { compareReports } from '../../../src/bench/prove/compare.ts';
import { renderComparison } from '../../../src/bench/prove/compare-text.ts';
import type { ResultState } from '../../../src/bench/prove/result.ts';
import { measured, problemNamed, result, system } from './made-report.ts';

const STATES: Record<string, ResultState> = {
  '+': 'solved',
  '-': 'unsolved',
  t: 'stopped',
  m: 'model_failed',
  '?': 'unchecked',
};

/** `ab+-`: systems by name, each with a sign a problem. */
function report(bySystem: Record<string, string>, lean = '4.0.0') {
  const length = Math.max(...Object.values(bySystem).map((signs) => signs.length));
  const problems = Array.from({ length }, (_, at) => problemNamed(`p${at}`));
  const results = Object.entries(bySystem).flatMap(([name, signs]) =>
    [...signs].map((sign, at) => result(name, `p${at}`, STATES[sign]!)),
  );
  const made = measured({ problems, systems: Object.keys(bySystem).map((name) => system(name)), results });
  return assembleReport({ ...made, provenance: { ...made.provenance, lean: { version: lean, toolchain: null } } });
}

const options = { onlySameLean: false, seed: 1 };
const compare = (a: Record<string, string>, b: Record<string, string>) =>
  compareReports(baselineOf(report(a)), baselineOf(report(b)), options);

describe('compareReports', () => {
  it('names what was won, lost, and what nobody could say of', () => {
    const { systems, differences } = compare({ one: '+++++--+' }, { one: '+-t?m+-' });
    expect(differences).toEqual([]);
    expect(systems).toMatchObject([
      {
        ...{ first: 'one', second: 'one', won: ['p5'], lost: ['p1', 'p2'], unchecked: ['p3', 'p4'] },
        ...{ missing: ['p7'], changed: [], both: 1, neither: 1, difference: -0.2, p: 1 },
      },
    ]);
  });

  it('compares systems of one name, or the only ones', () => {
    expect(compare({ one: '+', two: '-' }, { two: '+', three: '-' }).systems).toMatchObject([
      { first: 'two', won: ['p0'] },
    ]);
    expect(compare({ one: '+' }, { two: '-' }).systems).toMatchObject([{ first: 'one', second: 'two', lost: ['p0'] }]);
    expect(() => compare({ one: '+', two: '+' }, { three: '+' })).toThrow('no system in common');
  });

  it('leaves out what is another text under the same name', () => {
    const [a, b] = [baselineOf(report({ one: '++' })), baselineOf(report({ one: '--' }))];
    b.problems['p0'] = 'another';
    expect(compareReports(a, b, options).systems).toMatchObject([{ changed: ['p0'], lost: ['p1'] }]);
  });

  it('says in what they differ, and compares only the same Lean where that is asked', () => {
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
  it('reads reports and baselines alike', () => {
    const made = report({ one: '+-?' });
    const baseline = parseBaseline(JSON.stringify(made), 'report.json');
    expect(baseline).toEqual(baselineOf(made));
    expect(baseline.systems).toEqual({ one: { p0: 'solved', p1: 'unsolved', p2: 'unchecked' } });
    expect(parseBaseline(JSON.stringify(baseline), 'baseline.json')).toEqual(baseline);
  });

  it.each(['', '{', '[]', 'null', '{"schema":"lemmahead/prove@1"}', '{"schema":"lemmahead/bench-prove@1"}'])(
    'refuses %j',
    (text) => {
      expect(() => parseBaseline(text, 'a.json')).toThrow('a.json is no report of bench prove.');
    },
  );
});
