/** A `prove` that is killed before any attempt: `runs resume last` resumes it, and never the previous run. */
import { spawn, type ChildProcess } from 'node:child_process';
import {
  mkdirSync,
  mkdtempSync,
  readFileSync,
  readdirSync,
  renameSync,
  rmSync,
  writeFileSync,
  existsSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { BINARY } from '../binary.ts';
import { lemmaheadJson } from '../cli/spawn.ts';
import { aliveWith, until } from '../lean/alive.ts';
import { fakeLean } from '../verify/fake-lean.ts';
import { trustLean } from '../verify/trusted-lean.ts';

const ONE = 'theorem one : 1 = 1 := by\n  sorry\n';
const TWO = 'theorem two : 2 = 2 := by\n  sorry\n\ntheorem three : 3 = 3 := sorry\n';
const PROVE = ['--mode', 'cold', '--no-cache', '--no-retrieval'];

let folder: string;
let env: Record<string, string>;
let waits: string;
let killed: ChildProcess | null = null;

/** Code that waits forever at the stage named in `file`. */
const waitingAt = (file: string): string => `{
  let at = '';
  try { at = require('node:fs').readFileSync('${file}', 'utf8').trim(); } catch {}
  if (at === { '--version': 'version', '--json': 'compile' }[process.argv[2]]) {
    Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0);
  }
}`;

/** A Lean that waits forever at the stage named in `waits`: `--version` or compiling. */
beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'lemmahead-early-'));
  const { bin } = fakeLean(folder);
  waits = join(bin, 'waits');
  const lean = join(bin, 'lean');
  const [first, ...rest] = readFileSync(lean, 'utf8').split('\n');
  writeFileSync(lean, [first, waitingAt(waits), ...rest].join('\n'));
  env = { PATH: `${bin}:/usr/bin:/bin`, LEMMAHEAD_HOME: join(folder, 'home'), HOME: folder, NO_COLOR: '1' };
  await trustLean(join(folder, 'home'), folder, env);
  writeFileSync(join(folder, 'One.lean'), ONE);
  writeFileSync(join(folder, 'Two.lean'), TWO);
  expect(lemmahead('prove', 'One.lean', ...PROVE).json).toMatchObject({ file: 'One.lean' });
}, 120_000);
afterEach(() => {
  killed?.kill('SIGKILL');
  rmSync(waits, { force: true });
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

const lemmahead = (...args: string[]) => lemmaheadJson(args, { cwd: folder, env });
const runs = (): string[] => readdirSync(join(folder, 'home', 'runs')).sort();

/** Events of the newest run; '' if it has none or is `before`. */
function newestEvents(before: string): string {
  const id = runs().at(-1) ?? before;
  const path = join(folder, 'home', 'runs', id, 'run.jsonl');
  return id === before || !existsSync(path) ? '' : readFileSync(path, 'utf8');
}

/** Starts `prove Two.lean` and kills it as soon as `isTime` accepts its events. */
async function killWhen(isTime: (events: string) => boolean): Promise<string> {
  const before = runs().at(-1)!;
  killed = spawn(process.execPath, [BINARY, 'prove', 'Two.lean', ...PROVE], { cwd: folder, env, stdio: 'ignore' });
  const exited = new Promise((resolve) => killed?.once('exit', resolve));
  expect(await until(() => runs().at(-1) !== before && isTime(newestEvents(before)), 60_000, 1)).toBe(true);
  killed.kill('SIGKILL');
  await exited;
  rmSync(waits, { force: true });
  return runs().at(-1)!;
}

function expectResumed(id: string): void {
  const { json } = lemmahead('runs', 'resume', 'last');
  expect(json).toMatchObject({ file: 'Two.lean', run: id });
  expect(json.holes).toHaveLength(2);
  expect(readFileSync(join(folder, 'home', 'runs', id, 'original.lean'), 'utf8')).toBe(TWO);
}

describe.skipIf(process.platform !== 'linux')('a prove that is killed', { timeout: 180_000 }, () => {
  it('while Lean is searched can be resumed', async () => {
    writeFileSync(waits, 'version\n');
    const id = await killWhen((events) => events.endsWith('\n'));
    const [first, ...others] = newestEvents('').trim().split('\n');
    expect([JSON.parse(first!).event, others]).toEqual(['run_asked', []]);
    const { json } = lemmahead('runs', 'list');
    expect(json.runs.at(-1)).toMatchObject({ id, exit: null, strategy: null, file: join(folder, 'Two.lean') });
    expect(lemmahead('runs', 'show', 'last').json).toMatchObject({ id, toolchain: null, holes: [] });
    expect(lemmahead('runs', 'replay', 'last')).toMatchObject({ status: 2, json: { code: 'run-not-started' } });
    expectResumed(id);
  });

  it('during the first compilation can be resumed', async () => {
    writeFileSync(waits, 'compile\n');
    expectResumed(await killWhen((events) => events.includes('"run_started"')));
  });

  it('during the self-test of the judge can be resumed', async () => {
    const trusted = join(folder, 'home', 'cache', 'self-test');
    renameSync(trusted, join(folder, 'trusted'));
    writeFileSync(waits, 'compile\n');
    const lean = `${join(folder, 'bin', 'lean')}\0--json`;
    const id = await killWhen((events) => events.endsWith('\n') && aliveWith(lean).length > 0);
    expect(newestEvents('')).not.toContain('run_started');
    rmSync(trusted, { recursive: true, force: true });
    renameSync(join(folder, 'trusted'), trusted);
    expectResumed(id);
  });

  it('as soon as its folder exists can be resumed or is reported as not started', async () => {
    const id = await killWhen(() => true);
    const { json, status } = lemmahead('runs', 'resume', 'last');
    if (json.code !== 'run-not-begun') expect(json).toMatchObject({ file: 'Two.lean', run: id });
    else expect([status, json.message]).toEqual([2, expect.stringContaining(id)]);
  });

  it('before its first event is reported as not started, with the next command', () => {
    const before = runs().at(-1);
    const folderAlone = join(folder, 'home', 'runs', '29991231-235959-0000');
    mkdirSync(folderAlone);
    const { json, status } = lemmahead('runs', 'resume', 'last');
    rmSync(folderAlone, { recursive: true });
    expect(status).toBe(2);
    expect(json).toMatchObject({ code: 'run-not-begun', message: expect.stringContaining('29991231-235959-0000') });
    expect(json.next).toContain(`lemmahead runs resume ${before}`);
  });
});

describe('a missing requirement of a run', () => {
  it('ends the run and is recorded', () => {
    const { status } = lemmaheadJson(['prove', 'Two.lean', ...PROVE], {
      cwd: folder,
      env: { ...env, PATH: '/nowhere' },
    });
    expect(status).toBe(3);
    expect(lemmahead('runs', 'list').json.runs.at(-1)).toMatchObject({ id: runs().at(-1), exit: 'missing' });
    expectResumed(runs().at(-1)!);
  }, 120_000);
});
