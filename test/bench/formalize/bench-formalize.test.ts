/** `bench formalize` with a scripted model on the problems of a small library, and a fake Lean. */
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import {
  DEPOT_PROBLEMS,
  depotDataset,
  depotSource,
  formalizerAnswers,
} from '../../../bench/pipelines/scripted-formalizer.ts';
import { conceptBaseContent } from '../../../src/builders/concepts/concept-base-content.ts';
import { conceptBaseOf } from '../../../src/concepts/open-base.ts';
import { openIndex } from '../../../src/index/open.ts';
import { writeConceptBase } from '../../builders/write-concept-base.ts';
import { lemmaheadMeanwhile } from '../../cli/spawn.ts';
import { buildRoots } from '../../index/build-request.ts';
import { writeFiles } from '../../index/temporary.ts';
import { type ModelServer, startModelServer } from '../../llm/model-server.ts';
import { fakeLean } from '../../verify/fake-lean.ts';

let library: string;
let index: string;
let folder: string;
let env: Record<string, string>;
let server: ModelServer;

/** Problems about several objects and properties. */
const PROBLEMS = [0, 7, 13, 21, 28].map((at) => DEPOT_PROBLEMS[at]!);
/** With words that the library does not have. */
const OTHER_WORDS = DEPOT_PROBLEMS.filter(({ isInLibrary }) => !isInLibrary);

beforeAll(async () => {
  library = mkdtempSync(join(tmpdir(), 'lemmahead-depot-'));
  writeFiles(join(library, 'sources'), { 'Depot.lean': depotSource() });
  index = join(library, 'index.sqlite');
  await buildRoots(index, { Own: join(library, 'sources') });
  const opened = openIndex(index);
  writeConceptBase(conceptBaseOf(index), conceptBaseContent(opened, [], []));
  opened.close();
});
afterAll(() => rmSync(library, { recursive: true, force: true }));

beforeEach(async () => {
  folder = mkdtempSync(join(tmpdir(), 'lemmahead-bench-formalize-'));
  env = { PATH: fakeLean(folder).bin, LEMMAHEAD_HOME: join(folder, 'home'), LEMMAHEAD_API_KEY: 'none' };
  server = await startModelServer(formalizerAnswers());
  // The fake Lean fails at a line with this word, which only invented names have.
  writeFileSync(join(folder, 'Header.lean'), 'import Depot\n-- when Missing: error\n');
  writeFileSync(join(folder, 'set.jsonl'), depotDataset(PROBLEMS));
});
afterEach(async () => {
  await server.close();
  rmSync(folder, { recursive: true, force: true });
});

async function bench(...args: string[]): Promise<{ status: number | null; report: any }> {
  const all = [
    ...['bench', 'formalize', '--dataset', 'set.jsonl', '--index', index, '--header', 'Header.lean', '--no-refresh'],
    ...['--check', 'compile', '--model', 'scripted/m', '--base-url', server.baseUrl, '--out', 'out', '--json', ...args],
  ];
  const { status, stdout } = await lemmaheadMeanwhile(all, { cwd: folder, env });
  return { status, report: JSON.parse(stdout) };
}

const rightIn = ({ results }: any, arm: string): number =>
  results.filter((result: any) => {
    const { right } = DEPOT_PROBLEMS.find(({ id }) => id === result.problem)!;
    return result.arm === arm && result.statements.some(({ text }: any) => text.includes(right));
  }).length;

describe('the arms', () => {
  it('differ only by the definitions in the prompt, and right answers depend on those', async () => {
    const { status, report } = await bench('--pack', 'offline');
    expect([status, report.scripted, report.stopped_by]).toEqual([0, true, null]);
    expect(report.arms.map(({ arm, problems }: any) => [arm, problems])).toEqual(
      ['none', 'search', 'concepts', 'shuffled', 'oracle'].map((arm) => [arm, 5]),
    );
    const right = Object.fromEntries(report.arms.map(({ arm }: any) => [arm, rightIn(report, arm)]));
    expect(right).toMatchObject({ none: 0, concepts: 5, shuffled: 0, oracle: 5 });
    const definitions = (arm: string): string[][] =>
      report.results.filter((each: any) => each.arm === arm).map((each: any) => each.definitions);
    expect(definitions('none')).toEqual(PROBLEMS.map(() => []));
    PROBLEMS.forEach(({ definition }, at) => expect(definitions('oracle')[at]).toContain(definition));
    // Two of ten answers have no statement; one is wrong and compiles in any arm.
    const cpr = Object.fromEntries(report.arms.map(({ arm, cpr: [one] }: any) => [arm, one.estimate]));
    expect([cpr.none, cpr.concepts]).toEqual([expect.closeTo(0.2), expect.closeTo(0.8)]);
    expect(report.pairs.map(({ second, won, lost }: any) => [second, won.length, lost.length])).toContainEqual([
      ...['concepts', 0, 0],
    ]);
  }, 60_000);

  it('never show the reference to the model', async () => {
    writeFileSync(
      join(folder, 'set.jsonl'),
      depotDataset(PROBLEMS).replaceAll('theorem reference', 'theorem secret_reference'),
    );
    const { report } = await bench('-n', '1');
    const sent = JSON.stringify(server.seen.map(({ body }) => body));
    expect(sent).not.toContain('secret_reference');
    for (const { right } of PROBLEMS) expect(sent).not.toContain(right);
    expect(report.results.length).toBe(25);
  }, 60_000);

  it('take definitions by the stages with a model too', async () => {
    const { report } = await bench('--arm', 'concepts', '--arm', 'shuffled', '-n', '1');
    expect([rightIn(report, 'concepts'), rightIn(report, 'shuffled')]).toEqual([5, 0]);
  }, 60_000);
});

describe('an ablation', () => {
  it('loses the problems that need its stage, and no others', async () => {
    writeFileSync(join(folder, 'set.jsonl'), depotDataset([...PROBLEMS, ...OTHER_WORDS]));
    const arms = ['concepts', 'concepts:no-dhr', 'concepts:no-rewrite'];
    const args = ['none', ...arms].flatMap((arm) => ['--arm', arm]);
    const { report } = await bench(...args, '-n', '1');
    expect(arms.map((arm) => rightIn(report, arm))).toEqual([11, 5, 11]);
    const lost = Object.fromEntries(report.pairs.map((pair: any) => [pair.second, [pair.first, pair.lost]]));
    const needNames = OTHER_WORDS.map(({ id }) => id);
    expect(lost).toMatchObject({
      concepts: ['none', []],
      'concepts:no-dhr': ['concepts', needNames],
      'concepts:no-rewrite': ['concepts', []],
    });
    expect(readFileSync(join(folder, 'out', 'report.html'), 'utf8')).toContain(needNames.join(' '));
  }, 60_000);
});

describe('the definitions in the prompts', () => {
  it('are compared with those that the reference names, by rule and by judges', async () => {
    const judges = ['--judge', 'scripted/one', '--judge', 'scripted/two', '--score-definitions'];
    const { status, report } = await bench('--arm', 'concepts', '--arm', 'shuffled', '-n', '1', ...judges);
    expect(status).toBe(0);
    const [concepts, shuffled] = report.arms.map(({ retrieval }: any) => retrieval);
    expect([concepts.problems, concepts.measures['hit@3'].mean, shuffled.measures['hit@3'].mean]).toEqual([5, 1, 0]);
    expect(concepts.measures['acs@3'].mean).toBeGreaterThan(shuffled.measures['acs@3'].mean);
    expect(concepts.judges.map(({ judge, problems }: any) => [judge, problems])).toEqual([
      ['scripted/one', 5],
      ['scripted/two', 5],
    ]);
    // The script gives 3 to the needed definition, and 2 to the same quality of another thing.
    for (const result of report.results) {
      const { definition } = PROBLEMS.find(({ id }) => id === result.problem)!;
      const scores = result.definitions.map((name: string) =>
        name === definition ? 3 : name.split('.').at(-1) === definition.split('.').at(-1) ? 2 : 0,
      );
      expect(result.scores.map((each: any) => each.judges.map(({ score }: any) => score))).toEqual(
        scores.map((score: number) => [score, score]),
      );
    }
    const asked = server.seen.length;
    await bench('--arm', 'concepts', '--arm', 'shuffled', '-n', '1', ...judges);
    expect(server.seen.length).toBe(asked);
  }, 60_000);

  it('are scored only by judges that are named', async () => {
    expect((await bench('--score-definitions')).report).toMatchObject({ code: 'usage' });
    expect((await bench('--judge', 'scripted/one')).report).toMatchObject({ code: 'usage' });
  }, 60_000);
});

describe('a benchmark', () => {
  it('goes on after a limit, adds an arm, and asks for nothing twice', async () => {
    const first = await bench('--arm', 'none', '--arm', 'oracle', '-n', '2', '--max-tokens', '12000', '--jobs', '1');
    expect([first.status, first.report.stopped_by]).toEqual([4, 'tokens']);
    const second = await bench('--arm', 'none', '--arm', 'oracle', '-n', '2');
    expect([second.status, second.report.stopped_by]).toEqual([0, null]);
    expect(server.seen.length).toBe(5 * 2 * 2);
    const third = await bench('--arm', 'none', '--arm', 'search', '-n', '2');
    expect([third.status, server.seen.length]).toEqual([0, 5 * 2 * 3]);
    const other = await bench('--arm', 'none', '-n', '3');
    expect([other.status, other.report.code]).toEqual([2, 'bench-differs']);
    const page = readFileSync(join(folder, 'out', 'report.html'), 'utf8');
    expect(page).toContain('SCRIPTED');
    expect(page).toContain('Published FAR@10');
  }, 60_000);

  it('is compared with labels', async () => {
    const { report } = await bench('--arm', 'oracle', '-n', '8', '--pack', 'offline');
    const statements = report.results.flatMap((result: any) =>
      result.statements.map((each: any) => ({ id: result.problem, ...each })),
    );
    const labels = statements.map(({ id, sha256, text }: any) =>
      JSON.stringify({ id, sha256, faithful: !text.includes('absurd'), who: 'ann' }),
    );
    writeFileSync(join(folder, 'labels.jsonl'), labels.join('\n'));
    const args = ['bench', 'formalize', 'labels', 'labels.jsonl', '--results', 'out', '--json'];
    const { stdout } = await lemmaheadMeanwhile(args, { cwd: folder, env });
    // Ten statements: in each problem a right one, and one with a false hypothesis, which only a formal check finds.
    expect(JSON.parse(stdout)).toMatchObject({
      labels: 10,
      unmatched: 0,
      agreements: [{ first: 'ann', second: 'checks', n: 10, agree: 5, accuracy: 0.5, kappa: 0, false_yes: 5 }],
    });
  }, 60_000);
});
