/** Batches of `formalize` as runs: limits, resumption after a kill, replay, and what `runs` shows of them. */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { BINARY } from '../binary.ts';
import { lemmaheadMeanwhile, type Spawned } from '../cli/spawn.ts';
import { type ModelServer, type ServedAnswer, startModelServer } from '../llm/model-server.ts';
import { fakeLean } from '../verify/fake-lean.ts';
import { buildHarbour, PROBLEM, scriptedModel } from './harbour.ts';

let library: string;
let index: string;
let folder: string;
let env: Record<string, string>;
let server: ModelServer;

const IDS = ['first', 'second', 'a/third'];

beforeAll(async () => {
  library = mkdtempSync(join(tmpdir(), 'lemmahead-harbour-'));
  index = await buildHarbour(library);
});
afterAll(() => rmSync(library, { recursive: true, force: true }));

beforeEach(async () => {
  folder = mkdtempSync(join(tmpdir(), 'lemmahead-batch-'));
  env = { PATH: fakeLean(folder).bin, LEMMAHEAD_HOME: join(folder, 'home') };
  server = await startModelServer(scriptedModel());
  // The fake Lean fails at a line with this word.
  writeFileSync(join(folder, 'Header.lean'), 'import Harbour\n-- when SafeQuay: error\n');
  const lines = IDS.map((id, at) => JSON.stringify({ id, statement: `${PROBLEM} Case ${at}.` }));
  writeFileSync(join(folder, 'batch.jsonl'), `${lines.join('\n')}\n`);
});
afterEach(async () => {
  await server.close();
  rmSync(folder, { recursive: true, force: true });
});

const batchArgs = (...args: string[]): string[] => [
  ...['formalize', 'batch.jsonl', '--index', index, '--header', 'Header.lean', '--check', 'compile', '-n', '4'],
  ...['--model', 'local/m', '--base-url', server.baseUrl, '--jobs', '1', ...args],
];

async function run(...args: string[]): Promise<Spawned & { report: any }> {
  const spawned = await lemmaheadMeanwhile([...args, '--json'], { cwd: folder, env });
  return { ...spawned, report: JSON.parse(spawned.stdout) };
}

/** The user's configuration. */
function writeConfig(text: string): void {
  mkdirSync(env.LEMMAHEAD_HOME!, { recursive: true });
  writeFileSync(join(env.LEMMAHEAD_HOME!, 'config.toml'), text);
}

/** What does not depend on when and how often a run was stopped. */
function resultOf({ run: _, tokens: __, ...rest }: any): any {
  return rest;
}

describe('a batch', () => {
  it('is one run with the statements and the reports in a folder', async () => {
    const { status, report } = await run(...batchArgs('--out', 'out', '--jobs', '2'));
    expect([status, report.formalized, report.unfinished]).toEqual([0, 3, 0]);
    expect(report.problems.map(({ id, exit }: any) => [id, exit])).toEqual(IDS.map((id) => [id, 'done']));
    expect(readdirSync(join(folder, 'out')).toSorted()).toEqual(
      ['a%2Fthird', 'first', 'second'].flatMap((name) => [`${name}.json`, `${name}.lean`]),
    );
    const [first] = report.problems;
    expect(readFileSync(first.written_to, 'utf8')).toBe(first.chosen);
    const full = JSON.parse(readFileSync(join(folder, 'out', 'first.json'), 'utf8'));
    expect([full.statement, full.run, full.candidates.length]).toEqual([`${PROBLEM} Case 0.`, report.run, 4]);
  });

  it('begins with the problem that --pick names', async () => {
    const { report } = await run(...batchArgs('--pick', '2'));
    expect(report.problems.map(({ id }: any) => id)).toEqual(['second']);
    const { status, report: error } = await run(...batchArgs('--pick', '4'));
    expect([status, error.code]).toEqual([2, 'no-such-problem']);
  });

  it.each([
    ['{"id": "a", "statement": "One."}\n{"id": "a", "statement": "Two."}', 'The id a is used before'],
    ['{"id": "a"}', 'It has no statement in words.'],
    ['{"id": "a", "statement": "$"}', 'The text contains no statement.'],
    ['["a"]', 'expected record'],
    ['', 'It has no problem.'],
  ])('%s is refused with its line', async (text, reason) => {
    writeFileSync(join(folder, 'batch.jsonl'), text);
    const { status, report } = await run(...batchArgs());
    expect([status, report.code]).toEqual([2, 'batch-malformed']);
    expect(report.reason).toContain(reason);
    expect(server.seen).toEqual([]);
  });

  it('shows every prompt of every problem in a dry run, and sends nothing', async () => {
    const { status, report } = await run(...batchArgs('--dry-run'));
    expect([status, server.seen.length, report.problems.length]).toEqual([0, 0, 3]);
    expect(JSON.stringify(report.problems[1].prompts)).toContain('Case 1.');
    expect(report.max_requests).toBe(report.problems.reduce((sum: number, each: any) => sum + each.max_requests, 0));
  });

  it('streams its events', async () => {
    const { stdout } = await lemmaheadMeanwhile([...batchArgs('--pick', '1'), '--json-stream'], { cwd: folder, env });
    const events = stdout
      .trimEnd()
      .split('\n')
      .map((line) => JSON.parse(line).event);
    const steps = events.filter((event) => event !== 'prompt' && event !== 'answer');
    expect(steps).toEqual([
      ...['run_asked', 'run_started', 'problem_started', 'statement_compiled', 'problem_ended', 'result'],
    ]);
    expect(events.filter((event) => event === 'answer').length).toBe(server.seen.length);
  });
});

describe('a limit', () => {
  it('of the run stops it with what it has, and a higher one resumes it', async () => {
    await server.close();
    const model = scriptedModel();
    const usage = { input: 3000, output: 100 };
    server = await startModelServer((request) => ({ ...(model(request) as ServedAnswer), usage }));
    const { status, report } = await run(...batchArgs('--max-tokens', '45000'));
    expect([status, report.stopped_by, report.problems[0].exit]).toEqual([4, 'tokens', 'done']);
    expect(report.problems.map(({ stopped }: any) => stopped)).toEqual([false, true, false]);
    expect(report.unfinished).toBeGreaterThan(0);
    expect(report.tokens).toBeLessThanOrEqual(45_000);
    const sent = server.seen.length;
    const resumed = await run('runs', 'resume', 'last', '--max-tokens', '10000000');
    expect([resumed.status, resumed.report.run, resumed.report.formalized]).toEqual([0, report.run, 3]);
    expect(server.seen.length - sent).toBe(3 * 7 - sent);
  });

  it('of each problem ends that problem only', async () => {
    const prices = '[model.prices."local/m"]\ninput = 1\noutput = 1\n';
    writeConfig(prices);
    const { status, report } = await run(...batchArgs('--max-cost-each', '0.0000001'));
    expect([status, report.stopped_by]).toEqual([4, null]);
    expect(report.problems.map(({ exit, note }: any) => [exit, note])).toEqual(
      IDS.map(() => ['budget', 'the limit for cost is used up']),
    );
    expect(server.seen.length).toBe(0);
  });

  it('of time stops it', async () => {
    const { status, report } = await run(...batchArgs('--max-time', '0'));
    expect([status, report.stopped_by, server.seen.length]).toEqual([4, 'time', 0]);
  });
});

describe('a run', () => {
  it.each([1, 3, 5, 9, 14, 20])(
    'that is killed at request %i and resumed has the result of one that is not, and asks for nothing twice',
    async (at) => {
      const whole = await run(...batchArgs());
      await server.close();
      const answer = scriptedModel();
      server = await startModelServer((request, number) => (number === at ? 'hang' : answer(request)));
      env.LEMMAHEAD_HOME = join(folder, 'other');
      // The requests that are running at the kill are lost: here one.
      writeConfig('[model]\nconcurrency = 1\n');
      const child = spawn(process.execPath, [BINARY, ...batchArgs()], { cwd: folder, env: { ...process.env, ...env } });
      const closed = once(child, 'close');
      while (server.seen.length < at + 1) await pause(20);
      child.kill('SIGKILL');
      await closed;
      const resumed = await run('runs', 'resume', 'last');
      expect(resumed.status).toBe(0);
      expect(resultOf(resumed.report)).toEqual(resultOf(whole.report));
      const asked = server.seen.map(({ body }) => JSON.stringify(body.messages));
      const first = asked.filter((each, place) => asked.indexOf(each) === place).length;
      // Four answers to one prompt in each problem; the request that hung is sent again.
      expect([first, asked.length]).toEqual([3 * 4, 3 * 7 + 1]);
    },
    60_000,
  );

  it('is replayed without a server, with the same result', async () => {
    const { report } = await run(...batchArgs());
    await server.close();
    const replayed = await run('runs', 'replay', 'last');
    expect([replayed.status, replayed.report.replay_of, replayed.report.differs]).toEqual([0, report.run, []]);
    expect(replayed.report.problems).toEqual(report.problems);
  });

  it('is listed and shown with its problems, and exported', async () => {
    await run(...batchArgs());
    const { report: list } = await run('runs', 'list');
    expect(list.runs).toMatchObject([{ kind: 'formalize', exit: 'done', filled: 3, problems: 3, holes: 0 }]);
    const { report: shown } = await run('runs', 'show', 'last', '--prompts');
    expect(shown.problems.map(({ id, exit }: any) => [id, exit])).toEqual(IDS.map((id) => [id, 'done']));
    expect(shown.conversations.map(({ problem, hole }: any) => [problem, hole])).toContainEqual([3, null]);
    const { stdout } = await lemmaheadMeanwhile(['runs', 'show', 'last'], { cwd: folder, env });
    expect(stdout).toMatch(/problem 3, a\/third: formalized/u);
    const { report: exported } = await run('runs', 'export', 'last');
    expect(exported.original.split('\n').length).toBe(4);
  });

  it('of one statement is recorded too', async () => {
    const args = ['formalize', PROBLEM, '--index', index, '--check', 'none', '-n', '2', '--model', 'local/m'];
    const { report } = await run(...args, '--base-url', server.baseUrl);
    await server.close();
    const replayed = await run('runs', 'replay', report.run);
    expect([replayed.status, replayed.report.schema]).toEqual([0, 'lemmahead/formalize@1']);
    expect([replayed.report.chosen, replayed.report.differs]).toEqual([report.chosen, false]);
    expect(existsSync(join(env.LEMMAHEAD_HOME!, 'runs', report.run, 'problems.jsonl'))).toBe(true);
  });
});
