/** The tables of the LemmaHead paper: systems by σ, published rows, splits, and the mark of scripted answers. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { assembleReport } from '../../../src/bench/prove/assemble-report.ts';
import { KNOWN_STRATEGIES } from '../../../src/bench/prove/known-strategies.ts';
import { baselineOf } from '../../../src/bench/prove/prove-baseline.ts';
import { benchPage } from '../../../src/bench/prove/page/page.ts';
import { publishedFor } from '../../../src/bench/prove/published.ts';
import { benchMarkdown, renderBenchProve } from '../../../src/bench/prove/report-text.ts';
import { perProblem, sigmaSeries } from '../../../src/bench/prove/sigma.ts';
import { systemsOf, type System } from '../../../src/bench/prove/system.ts';
import { optionsOf } from '../../../src/config/option-table.ts';
import { STRATEGY_OPTIONS } from '../../../src/prove/strategies.ts';
import { reportInput, fakeProblem, result, system } from './fake-report.ts';

const DEFAULTS = { k: 10, n: 1, rounds: 0, contextChars: 1500, ...optionsOf(STRATEGY_OPTIONS) };

function systems(strategies: string[], iterations: number[] = [5], models = ['m']): System[] {
  return systemsOf({ strategies, models, defaults: DEFAULTS, iterations, known: KNOWN_STRATEGIES });
}

describe('systemsOf', () => {
  it('returns one ipa system per σ and one system for every other strategy', () => {
    const list = systems(['eqg', 'ipa', 'ipa:stop-early', 'ipa:iterations=7'], [1, 2]);
    expect(list.map(({ id, options }) => [id, options.iterations])).toEqual([
      ['eqg@m', 5],
      ['ipa:iterations=1@m', 1],
      ['ipa:iterations=2@m', 2],
      ['ipa:stop-early,iterations=1@m', 1],
      ['ipa:stop-early,iterations=2@m', 2],
      ['ipa:iterations=7@m', 7],
    ]);
    expect(systems(['ipa']).map(({ id }) => id)).toEqual(['ipa@m']);
  });

  it('parses the options of a strategy', () => {
    const text = 'ipa:gate=0.3,passages=8,context-tokens=900,declarations,start=none,stop-early';
    expect(systems([text])[0]?.options).toEqual({
      ...DEFAULTS,
      ...{ relevanceFloor: 0.3, passages: 8, contextTokens: 900, withDeclarations: true },
      ...{ ipaStart: 'none', stopsEarly: true },
    });
    expect(systems(['eqg:no-retrieval'])[0]?.options).toMatchObject({ k: 0, passages: 0 });
  });

  it.each(['gate=2', 'gate=', 'gate=.', 'start=rag', 'stop-early=1', 'declarations=no', 'n=0', 'toString=1'])(
    'rejects the option %s',
    (option) => {
      expect(() => systems([`ipa:${option}`])).toThrow('not an option of ipa');
    },
  );

  it.each(['rag:start=none', 'eqg:stop-early', 'informal-baseline:passages=3', 'portfolio:n=2', 'baseline:k=5'])(
    'rejects an option that the strategy does not read: %s',
    (text) => {
      expect(() => systems([text])).toThrow(`not an option of ${text.split(':')[0]}.`);
    },
  );
});

/** A report in which `ipa` solves more with a higher σ. All answers are scripted. */
function report(snapshots: string[] = ['scripted:x'], model = 'replay:a') {
  const ipas = [10, 1].map((sigma) => {
    const one = system(`ipa:iterations=${sigma}@${model}`, model);
    return { ...one, strategy: 'ipa', options: { ...one.options, iterations: sigma } };
  });
  const all = [system(`eqg@${model}`, model), ...ipas];
  const problems = ['a', 'b', 'c', 'd'].map((name, at) => ({
    ...fakeProblem(name),
    split: at < 3 ? 'valid' : 'test',
  }));
  const results = problems.flatMap(({ name }, at) =>
    all.map(({ id, options }) =>
      result(id, name, at < options.iterations ? 'solved' : 'unsolved', {
        ...{ input_tokens: 90, output_tokens: 10, cost: 0.5, seconds: 2, snapshots },
        prompts: [{ template: 'x@1', hash: 'h', samples: 3 }],
      }),
    ),
  );
  return assembleReport(reportInput({ problems, systems: all, results }));
}

describe('the bench prove report', () => {
  it('has a table for each split', () => {
    const { splits } = report();
    expect(splits.map(({ split, problems }) => [split, problems])).toEqual([
      ['valid', 3],
      ['test', 1],
    ]);
    expect(splits[0]?.systems.map(({ solved, questions }) => [solved, questions])).toEqual([
      [3, 9],
      [3, 9],
      [1, 9],
    ]);
    expect(benchMarkdown(report())).toContain('## Pass@1, split valid');
  });

  it('groups systems that differ only in σ into one series', () => {
    const [series, ...others] = sigmaSeries(report());
    expect([series?.name, series?.points.map(({ sigma }) => sigma), others]).toEqual([
      'ipa@replay:a (scripted)',
      [1, 10],
      [],
    ]);
    expect(perProblem(series!.points[0]!.system)).toEqual({ seconds: 2, tokens: 100, cost: 0.5 });
    const page = benchPage(report());
    for (const measure of ['Pass@1', 'Seconds per problem', 'Tokens per problem', 'US$ per problem']) {
      expect(page).toContain(`${measure} over σ`);
    }
    expect(page).not.toMatch(/NaN|Infinity|undefined/);
  });

  it('marks scripted answers in its title and in every row, and only those', () => {
    const scripted = report();
    expect(scripted.scripted).toBe(true);
    const markdown = benchMarkdown(scripted);
    expect(markdown).toMatch(/^# SCRIPTED ANSWERS: /);
    const rows = markdown.split('\n').filter((line) => /^\| (?:eqg|ipa)/.test(line));
    expect(rows.length).toBeGreaterThan(10);
    expect(rows.filter((line) => !line.includes('scripted'))).toEqual([]);
    expect(renderBenchProve(scripted, 'out')).toMatch(/^SCRIPTED: /);
    expect(benchPage(scripted)).toMatch(/<title>[^<]*SCRIPTED ANSWERS/);
    expect(baselineOf(scripted).scripted).toHaveLength(3);

    const honest = report(['gpt-9-2026-11-22']);
    for (const text of [benchMarkdown(honest), benchPage(honest), renderBenchProve(honest, 'out')]) {
      expect(text.toLowerCase()).not.toContain('scripted');
    }
    expect([honest.scripted, baselineOf(honest).scripted]).toEqual([false, []]);
    // One scripted answer is enough.
    expect(report(['gpt-9', 'scripted:x']).scripted).toBe(true);
  });
});

describe('published results', () => {
  it('are shown only for miniF2F, recognised by its problem names', ({ skip }) => {
    expect(publishedFor([{ name: 'mathd_algebra_10', split: 'valid' }])).toBeNull();
    const data = process.env['LEMMAHEAD_TEST_DATA'];
    if (!data) return skip('needs miniF2F: set LEMMAHEAD_TEST_DATA to the folder that holds minif2f/');
    const problems = readFileSync(join(data, 'minif2f', 'test.jsonl'), 'utf8')
      .trim()
      .split('\n')
      .map((line) => JSON.parse(line) as { name: string; split: string });
    const published = publishedFor(problems.toReversed());
    expect(published?.rows.map(({ pass_at_1: { valid, test } }) => [valid, test])).toEqual([
      [0.094, 0.09],
      [0.023, 0.025],
      [0.252, 0.276],
      [0.4, 0.324],
      [0.115, 0.086],
      [0.239, 0.246],
    ]);
    expect(publishedFor(problems.slice(1))).toBeNull();
  });

  it('are in a separate table in which each row is marked', () => {
    const rows = [{ system: 'GPT-4', model: 'GPT-4', source: 'a paper', pass_at_1: { valid: 0.1, test: 0.2 } }];
    const markdown = benchMarkdown({ ...report(), published: { dataset: 'miniF2F', note: 'Not ours.', rows } });
    const section = markdown.split('## Published for miniF2F, not measured here')[1]?.split('## ')[0] ?? '';
    expect(section).toContain('| GPT-4 (published) | GPT-4 | 10.0 % | 20.0 % | a paper |');
    expect(section).not.toContain('ipa');
  });
});
