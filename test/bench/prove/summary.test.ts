import { describe, expect, it } from 'vitest';
import { assembleReport } from '../../../src/bench/prove/assemble-report.ts';
import { incompleteNotice } from '../../../src/bench/prove/tables.ts';
import { sha256 } from '../../../src/base/hash.ts';
import { reportInput, fakeProblem, result, system } from './fake-report.ts';

const problems = ['a', 'b', 'c', 'd'].map((name) => fakeProblem(name, name < 'c' ? ['nat'] : []));
const systems = [system('one'), system('two')];

describe('assembleReport', () => {
  const report = assembleReport(
    reportInput({
      problems,
      systems,
      results: [
        // Deliberately out of order.
        result('two', 'c', 'unchecked', { why: 'no Mathlib' }),
        ...[result('one', 'a', 'solved'), result('one', 'b', 'unsolved'), result('one', 'c', 'stopped')],
        ...[
          result('one', 'd', 'model_failed'),
          result('two', 'a', 'solved'),
          result('two', 'b', 'solved', { cost: null }),
        ],
        result('two', 'd', 'unsolved', { attempts: 40, input_tokens: 7, seconds: 2 }),
      ],
      hidden: new Map([['a', { own: ['a'], twins: ['x', 'y'] }]]),
    }),
  );

  it('counts runs without an answer separately from unsolved runs', () => {
    expect(report.complete).toBe(true);
    expect(incompleteNotice(report)).toBeNull();
    expect(report.systems[0]).toMatchObject({
      ...{ id: 'one', solved: 1, counted: 3, cost: 0 },
      states: { solved: 1, unsolved: 1, stopped: 1, model_failed: 1, unchecked: 0 },
    });
    expect(report.systems[0]?.pass_at).toMatchObject([{ k: 1, estimate: 1 / 3, problems: 3 }]);
    expect(report.systems[1]).toMatchObject({
      ...{ solved: 2, counted: 3, attempts: 49, input_tokens: 7, seconds: 6.5, cost: null },
      states: { solved: 2, unsolved: 1, stopped: 0, model_failed: 0, unchecked: 1 },
    });
  });

  it('compares systems on the problems that count for both', () => {
    expect(report.pairs).toMatchObject([
      { first: 'one', second: 'two', both: 1, only_first: 0, only_second: 1, neither: 0, not_compared: 2, p: 1 },
    ]);
    expect(report.pairs[0]?.difference).toBe(0.5);
  });

  it('counts parts and hidden declarations', () => {
    expect(report.parts).toEqual([
      { part: 'tag: nat', problems: 2, solved: { one: 1, two: 2 }, counted: { one: 2, two: 2 } },
    ]);
    expect(report.hidden).toEqual({ own: 1, twins: 2, problems: 1 });
  });

  it('reports missing runs', () => {
    const part = assembleReport(
      reportInput({ problems, systems, results: [result('one', 'a', 'solved')], stoppedBy: '--max-cost' }),
    );
    expect(part.complete).toBe(false);
    expect(incompleteNotice(part)).toBe('This report is incomplete: 1 of 8 runs. It was stopped by --max-cost.');
  });
});

describe('assembleReport with several runs per problem', () => {
  it('computes pass@k from the runs that count', () => {
    const runs = (name: string, states: string): ReturnType<typeof result>[] =>
      [...states].map((state, run) => {
        const template = { template: 'baseline@1', hash: `${name}${run}`, samples: 1 };
        return result('one', name, state === '+' ? 'solved' : state === '-' ? 'unsolved' : 'unchecked', {
          run,
          prompts: [template],
          snapshots: ['m-1'],
        });
      });
    const input = reportInput({
      problems,
      systems: [{ ...system('one'), model: 'p/m' }],
      results: [...runs('a', '++--'), ...runs('b', '----'), ...runs('c', '+??-'), ...runs('d', '????')],
    });
    const models = [{ name: 'p/m', endpoint: 'http://x' }];
    const report = assembleReport({ ...input, provenance: { ...input.provenance, runs: 4, models } });
    const [one] = report.systems;
    expect(one?.pass_at.map(({ k, problems: count }) => [k, count])).toEqual([
      [1, 3],
      [2, 3],
      [4, 2],
    ]);
    expect(one?.pass_at[0]?.estimate).toBeCloseTo((0.5 + 0 + 0.5) / 3, 12);
    expect(one?.pass_at[1]?.estimate).toBeCloseTo((1 - 1 / 6 + 0 + 1) / 3, 12);
    expect(one?.pass_at[2]?.estimate).toBeCloseTo(0.5, 12);
    expect(report.provenance.models).toEqual([{ name: 'p/m', endpoint: 'http://x', snapshots: ['m-1'] }]);
    const hashes = ['a', 'b', 'c', 'd'].flatMap((name) => [0, 1, 2, 3].map((run) => `${name}${run}`));
    expect(report.provenance.prompts).toEqual([
      { template: 'baseline@1', count: 16, sha256: sha256(hashes.join('\n')) },
    ]);
  });
});
