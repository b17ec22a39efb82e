import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { BINARY } from '../../binary.ts';
import { lemmahead, lemmaheadJson } from '../../cli/spawn.ts';
import { startModelServer, type SeenRequest } from '../../llm/model-server.ts';
import { fakeLean } from '../../verify/fake-lean.ts';
import { trustLean } from '../../verify/trusted-lean.ts';

/** Each test starts lemmahead several times, and each attempt starts a Lean process. */
const SLOW = { timeout: 120_000 };

let folder: string;
let env: Record<string, string>;

beforeEach(async () => {
  folder = mkdtempSync(join(tmpdir(), 'lemmahead-bench-'));
  env = { PATH: fakeLean(folder).bin, LEMMAHEAD_HOME: join(folder, 'home'), LEMMAHEAD_API_KEY: 'a-key' };
  await trustLean(env['LEMMAHEAD_HOME']!, folder, env);
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

const problem = (name: string, more: object = {}): string =>
  JSON.stringify({
    name,
    header: '-- a header\n',
    formal_statement: `theorem ${name.replaceAll(/\W/g, '_')} : 1 = 1 := by sorry`,
    ...more,
  });

/** A problem that only a candidate containing `word` proves. */
const needing = (name: string, word: string): string => problem(name, { header: `-- needs ${word}\n` });

const writeSet = (...lines: string[]): void => writeFileSync(join(folder, 'set.jsonl'), `${lines.join('\n')}\n`);

const BENCH = ['bench', 'prove', '--mode', 'cold'];
const SET = [...BENCH, '--dataset', 'set.jsonl', '--no-retrieval', '--out', 'out'];

const run = (args: string[]) => lemmahead(args, { cwd: folder, env });
const runJson = (args: string[]) => lemmaheadJson(args, { cwd: folder, env });
/** Like `runJson`, but asynchronous, so that this process can answer as a server meanwhile. */
async function runJsonAsync(args: string[]): Promise<{ status: number | null; json: any }> {
  const child = spawn(process.execPath, [BINARY, ...args, '--json'], {
    cwd: folder,
    env: { ...env, HOME: folder },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  let stdout = '';
  child.stdout.on('data', (text) => (stdout += text));
  await once(child, 'close');
  return { status: child.exitCode, json: JSON.parse(stdout) };
}

const inFolder = (...path: string[]): string => readFileSync(join(folder, ...path), 'utf8');

describe('bench prove', SLOW, () => {
  it('compares strategies and writes a report with its provenance', () => {
    writeSet(
      problem('../one', { tags: ['nat'] }),
      needing('two', 'omega'),
      needing('three', 'never'),
      problem('four', { formal_statement: 'theorem x : @error := by sorry' }),
    );
    const args = [
      '--strategy',
      'portfolio',
      '--strategy',
      'baseline:rounds=0,n=2',
      '--model',
      'dummy',
      '--problem-attempts',
      '60',
    ];
    const { status, json } = runJson([...SET, ...args]);
    expect(status).toBe(0);
    expect(json).toMatchObject({ schema: 'lemmahead/bench-prove@1', complete: true, stopped_by: null });
    expect(json.systems).toMatchObject([
      { id: 'portfolio', solved: 2, counted: 3, states: { solved: 2, unchecked: 1 } },
      { id: 'baseline:rounds=0,n=2@dummy', solved: 1, counted: 3, states: { solved: 1, unsolved: 2, unchecked: 1 } },
    ]);
    expect(json.pairs).toMatchObject([{ both: 1, only_first: 1, only_second: 0, neither: 1, not_compared: 1 }]);
    expect(json.provenance).toMatchObject({ level: 'audit', mode: 'cold', index: null, seed: 1, runs: 1 });
    expect(json.provenance.prompts).toMatchObject([{ count: 6 }]);
    const unchecked = json.problems[3].results[0];
    expect(unchecked).toMatchObject({ state: 'unchecked', attempts: 0 });
    expect(unchecked.why).toContain('set.jsonl:4 has errors in addition to its holes');
    expect(json.folder).toBe(join(folder, 'out'));
    expect(JSON.parse(inFolder('out', 'report.json')).systems).toEqual(json.systems);
    expect(inFolder('out', 'report.html')).toContain('</html>');
    expect(inFolder('out', 'report.md')).toContain('| ../one |');
    expect(JSON.parse(inFolder('out', 'baseline.json')).systems.portfolio).toMatchObject({
      '../one': 'solved',
      three: 'unsolved',
      four: 'unchecked',
    });
    // No problem name leads to a write outside the output folder.
    expect(readdirSync(folder).toSorted()).toEqual(['bin', 'home', 'out', 'set.jsonl']);
  });

  it('exports pairs of files that `check` accepts', () => {
    writeSet(needing('a.b/c', 'omega'));
    expect(run([...SET, '--strategy', 'portfolio']).status).toBe(0);
    const pair = join('out', 'proofs', 'portfolio', 'a.b%2Fc');
    expect(inFolder(pair, 'original.lean')).toContain('by sorry');
    expect(inFolder(pair, 'filled.lean')).toContain('omega');
    const [filled, original] = [join(pair, 'filled.lean'), join(pair, 'original.lean')];
    expect(run(['check', filled, '--against', original]).status).toBe(0);
    writeFileSync(join(folder, filled), inFolder(pair, 'filled.lean').replace('1 = 1', '2 = 2'));
    expect(run(['check', filled, '--against', original]).status).not.toBe(0);
  });

  it('accepts a folder of files and computes pass@k from independent runs', () => {
    writeFileSync(join(folder, 'One.lean'), '-- tags: easy\ntheorem one : 1 = 1 := by\n  sorry\n');
    const { json } = runJson([
      ...BENCH,
      '--dataset',
      '.',
      '--out',
      'out',
      '--strategy',
      'baseline',
      '--model',
      'dummy',
      '--runs',
      '3',
      '-k',
      '0',
    ]);
    expect(json.systems[0].pass_at.map(({ k }: { k: number }) => k)).toEqual([1, 2, 3]);
    expect(json.problems).toMatchObject([
      { name: 'One', tags: ['easy'], results: [{ run: 0 }, { run: 1 }, { run: 2 }] },
    ]);
  });

  it('hides declarations with the same statement as a problem from retrieval and reports their number', () => {
    const library = `theorem twin (n : Nat) : n + 0 = n := rfl\ntheorem near (n : Nat) : 0 + n + 0 = n := rfl\n`;
    mkdirSync(join(folder, 'library'));
    writeFileSync(join(folder, 'library', 'Lib.lean'), library);
    const index = ['--index', join(folder, 'index.sqlite')];
    expect(run(['index', 'build', '--root', `Lib=${join(folder, 'library')}`, ...index]).status).toBe(0);
    writeSet(
      problem('mine', {
        header: 'import Lib\n-- needs never\n',
        formal_statement: 'theorem mine (m : Nat) : m + 0 = m := by sorry',
      }),
    );
    const args = [
      '--dataset',
      'set.jsonl',
      '--out',
      'out',
      '--strategy',
      'portfolio',
      '--problem-attempts',
      '15',
      ...index,
    ];
    const { json } = runJson([...BENCH, ...args]);
    expect(json.hidden).toEqual({ own: 0, twins: 1, problems: 1 });
    expect(json.problems[0].hidden).toEqual({ own: [], twins: ['twin'] });
    expect(json.provenance.index.packages).toEqual([{ name: 'Lib', rev: 'unknown' }]);
    const events = inFolder('out', 'runs', 'portfolio', 'mine', '1', 'run.jsonl').split('\n').slice(0, -1);
    const retrieved = events
      .map((line) => JSON.parse(line))
      .flatMap(({ event, names }) => (event === 'retrieval' ? names : []));
    expect(retrieved).toContain('near');
    expect(retrieved).not.toContain('twin');
  });

  it('exits 3 with a next step if no problem can be run', () => {
    writeSet(
      problem('one', { header: 'import Mathlib.Unbuilt\n' }),
      problem('two', { header: 'import Mathlib.Unbuilt\n' }),
    );
    const { status, stderr } = run([...SET, '--strategy', 'portfolio']);
    expect(status).toBe(3);
    expect(stderr).toContain('None of the 2 problems could be tried');
    expect(stderr).toContain("'Mathlib' is imported");
    expect(stderr).toMatch(/next: .*requires the package/s);
    expect(JSON.parse(inFolder('out', 'report.json')).systems[0].states.unchecked).toBe(2);
  });

  it.each([
    [['--strategy', 'magic'], 'Unknown strategy'],
    [['--strategy', 'rag'], 'needs a model, but none is given'],
    [['--strategy', 'portfolio:k=x'], 'is not an option of portfolio'],
    [['--strategy', 'portfolio', '--strategy', 'portfolio'], 'named twice'],
    [['--split', 'train'], 'leaves none of the 1 problems'],
    [['--dataset', 'nowhere'], 'There is no dataset'],
  ])('reports a usage error for %j', (args, message) => {
    writeSet(problem('one'));
    const { status, stderr } = run([...SET, ...args]);
    expect([status, stderr]).toEqual([2, expect.stringContaining(message)]);
    expect(existsSync(join(folder, 'out'))).toBe(false);
  });

  it('refuses to mix results of different benchmarks in one folder', () => {
    writeSet(problem('one'));
    expect(run([...SET, '--strategy', 'portfolio']).status).toBe(0);
    const { status, stderr } = run([...SET, '--strategy', 'portfolio', '--problem-attempts', '9']);
    expect(status).toBe(2);
    expect(stderr).toContain('problem attempts was none and is 9');
    for (const [args, change] of [
      [['--no-templates'], 'similar proofs was none and is false'],
      [['--depth', '2'], 'depth was none and is 2'],
      [['--steps-by', 'rag'], 'steps by was none and is rag'],
      [['--turns', '3'], 'turns was none and is 3'],
    ] as const) {
      const other = run([...SET, '--strategy', 'portfolio', ...args]);
      expect([other.status, other.stderr]).toEqual([2, expect.stringContaining(change)]);
    }
    expect(run([...SET, '--strategy', 'portfolio', '--depth', '4', '--turns', '20']).status).toBe(0);
    expect(run([...BENCH, '--resume', 'nowhere']).status).toBe(2);
    expect(run([...BENCH]).status).toBe(2);
  });

  it('refuses to resume with stored options that the command line would not accept', () => {
    writeSet(problem('one'));
    expect(run([...SET, '--strategy', 'portfolio']).status).toBe(0);
    const stored = JSON.parse(inFolder('out', 'bench.json'));
    for (const [options, field] of [
      [{ ...stored.options, asked: { ...stored.options.asked, level: 'compile' } }, 'level'],
      [{ ...stored.options, asked: { ...stored.options.asked, runs: 'two' } }, 'runs'],
      [{ ...stored.options, model: null }, 'model'],
      ['none', 'object'],
    ]) {
      writeFileSync(join(folder, 'out', 'bench.json'), JSON.stringify({ ...stored, options }));
      const { status, json } = runJson([...BENCH, '--resume', 'out']);
      expect([status, json.code, json.reason]).toEqual([2, 'bench-folder-damaged', expect.stringContaining(field)]);
    }
    writeFileSync(join(folder, 'out', 'bench.json'), JSON.stringify(stored));
    expect(run([...BENCH, '--resume', 'out']).status).toBe(0);
  });

  it('stops at a total limit with exit 4 and resumes when the limit is raised', () => {
    writeSet(needing('one', 'never'), needing('two', 'never'));
    const { status, json } = runJson([
      ...SET,
      '--strategy',
      'portfolio',
      '--jobs',
      '1',
      '--problem-attempts',
      '10',
      '--max-attempts',
      '15',
    ]);
    expect(status).toBe(4);
    expect(json).toMatchObject({ complete: false, stopped_by: '--max-attempts' });
    expect(json.problems.map(({ results }: any) => results.length)).toEqual([1, 0]);
    const more = runJson([...BENCH, '--resume', 'out', '--max-attempts', '100']);
    expect(more.status).toBe(0);
    expect(more.json).toMatchObject({ complete: true, systems: [{ states: { stopped: 2 }, attempts: 20 }] });
  });
});

describe('bench prove with a model that fails', SLOW, () => {
  it('counts no answer and calls the model again when the benchmark is resumed', async () => {
    writeSet(problem('one'), problem('two'));
    const server = await startModelServer([{ status: 401 }, { status: 401 }, { text: '```lean\nby rfl\n```' }]);
    const model = ['--model', 'local/some', '--base-url', server.baseUrl];
    const args = [...SET, '--strategy', 'baseline:n=1', ...model, '--jobs', '1'];
    const refused = await runJsonAsync(args);
    expect(refused.status).toBe(3);
    expect(refused.json).toMatchObject({ code: 'nothing-answered' });
    expect(JSON.parse(inFolder('out', 'report.json'))).toMatchObject({
      complete: true,
      systems: [{ counted: 0, states: { model_failed: 2 } }],
    });
    const answered = await runJsonAsync([...BENCH, '--resume', 'out']);
    await server.close();
    expect(answered).toMatchObject({
      status: 0,
      json: { systems: [{ solved: 2, states: { solved: 2, model_failed: 0 } }] },
    });
    expect(inFolder('out', 'results.jsonl').trimEnd().split('\n')).toHaveLength(4);
  });
});

describe('bench prove that is killed', SLOW, () => {
  const lines = (): string[] =>
    existsSync(join(folder, 'out', 'results.jsonl')) ? inFolder('out', 'results.jsonl').split('\n').slice(0, -1) : [];
  const promptOf = ({ body }: SeenRequest): string => JSON.stringify(body.messages);

  it('resumes without repeating answered requests to the model', async () => {
    writeSet(...['one', 'two', 'three', 'four'].map((name) => needing(name, 'never')));
    const server = await startModelServer((_, number) => ({
      text: `\`\`\`lean\nby exact foo${number}\n\`\`\``,
      slowMs: 15,
    }));
    const model = ['--model', 'local/some', '--base-url', server.baseUrl];
    const args = [...SET, '--strategy', 'baseline:n=1,rounds=3', ...model, '--jobs', '2'];
    const child = spawn(process.execPath, [BINARY, ...args], {
      cwd: folder,
      env: { ...process.env, ...env, HOME: folder },
      stdio: 'ignore',
    });
    const ended = once(child, 'exit');
    while (server.seen.length < 6 && child.exitCode === null) await pause(5);
    child.kill('SIGKILL');
    await ended;
    const before = server.seen.map(promptOf);
    const stored = lines();
    expect(before.length).toBeLessThan(16);
    // A partial line, as a kill in the middle of a write leaves it.
    writeFileSync(join(folder, 'out', 'results.jsonl'), `${stored.map((line) => `${line}\n`).join('')}{"system":"base`);

    const { json } = await runJsonAsync(args);
    await server.close();
    expect(json).toMatchObject({ complete: true, systems: [{ states: { unsolved: 4 } }] });
    expect(
      lines()
        .map((line) => String(JSON.parse(line).problem))
        .toSorted(),
    ).toEqual(['four', 'one', 'three', 'two']);
    // Four prompts per problem. The requests in flight at the kill (one per job) may be sent twice.
    const after = server.seen.slice(before.length).map(promptOf);
    expect(new Set([...before, ...after]).size).toBe(16);
    expect(after.filter((prompt) => before.includes(prompt)).length).toBeLessThanOrEqual(2);
    expect(json.systems[0].attempts).toBe(16);
  });
});

describe('bench compare', SLOW, () => {
  /** Report of a run with the first `samples` blocks of the dummy model: `simp`, `rfl`, `decide`, `assumption`, `omega`, … */
  const report = (name: string, samples = '8'): string => {
    const dummy = ['--strategy', 'baseline', '--model', 'dummy', '--rounds', '0', '-n', samples];
    const args = ['--dataset', 'set.jsonl', '--no-retrieval', ...dummy, '--out', name];
    expect(run([...BENCH, ...args]).status).toBe(0);
    return join(name, 'report.json');
  };

  it('exits 1 if a solved problem is lost, 0 if none is lost, 2 if a report cannot be read', () => {
    writeSet(problem('one'), needing('two', 'omega'));
    const [all, few] = [report('all'), report('few', '1')];
    const lost = runJson(['bench', 'compare', all, few]);
    expect(lost.status).toBe(1);
    expect(lost.json).toMatchObject({
      schema: 'lemmahead/bench-compare@1',
      compared: true,
      systems: [{ lost: ['two'], won: [] }],
    });
    const { status, stdout } = run(['bench', 'compare', few, join('all', 'baseline.json')]);
    expect([status, stdout]).toEqual([0, expect.stringContaining('won: two')]);
    expect(run(['bench', 'compare', all, 'set.jsonl']).status).toBe(2);
    expect(run(['bench', 'compare', all, 'nothing.json']).status).toBe(2);
  });

  it('counts missing problems as lost and, with --same-lean, compares only reports of the same Lean', () => {
    writeSet(problem('one'), problem('two'));
    const all = report('all');
    writeSet(problem('one'));
    const one = report('one');
    expect(runJson(['bench', 'compare', all, one])).toMatchObject({
      status: 1,
      json: { systems: [{ missing: ['two'] }] },
    });
    const other = JSON.parse(inFolder('all', 'baseline.json'));
    other.conditions.lean = 'Lean (version 4.0.0)';
    writeFileSync(join(folder, 'other.json'), JSON.stringify(other));
    expect(runJson(['bench', 'compare', 'other.json', one, '--same-lean'])).toMatchObject({
      status: 0,
      json: { compared: false },
    });
  });
});
