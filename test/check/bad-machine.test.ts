/** `lemmahead check` on a failing machine: full disk, concurrent runs, a signal, no memory. */
import { spawn, spawnSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, readFileSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { BINARY, COMPILE_CACHE } from '../binary.ts';
import { processesUnder } from '../cli/processes-under.ts';
import { lemmaheadJson } from '../cli/spawn.ts';
import { oldLean } from '../lean/old-lean.ts';
import { fakeLean } from '../verify/fake-lean.ts';
import { trustLean } from '../verify/trusted-lean.ts';

/** A program of util-linux. In a constant, because knip takes a literal program name in a call for a package. */
const UNSHARE = 'unshare';

let folder: string;
let env: Record<string, string>;

beforeEach(async () => {
  folder = mkdtempSync(join(tmpdir(), 'lemmahead-machine-'));
  env = {
    PATH: fakeLean(folder).bin,
    HOME: folder,
    LEMMAHEAD_HOME: join(folder, 'home'),
    NO_COLOR: '1',
    ...COMPILE_CACHE,
  };
  await trustLean(join(folder, 'home'), folder, env);
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

const FILE = 'theorem one : 1 = 1 := by\n  rfl\n\ntheorem two : 2 = 2 := sorry\n';

function write(text: string): void {
  writeFileSync(join(folder, 'File.lean'), text);
}

interface Ended {
  status: number | null;
  stdout: string;
}

function start(args: string[], more: Record<string, string> = {}) {
  const child = spawn(process.execPath, [BINARY, ...args], { cwd: folder, env: { ...env, ...more } });
  let stdout = '';
  child.stdout.setEncoding('utf8').on('data', (chunk: string) => (stdout += chunk));
  const ended = new Promise<Ended>((resolve) => child.on('close', (status) => resolve({ status, stdout })));
  return { child, ended };
}

describe('check with a full disk', () => {
  /** Runs `check` with a TMPDIR of `kilobytes` in a private mount; null if mounting is not permitted. */
  function checkWithin(kilobytes: number): Ended | null {
    const small = join(folder, 'small');
    mkdirSync(small);
    const script = `mount -t tmpfs -o size=${kilobytes}k tmpfs "$1" || exit 99; shift; exec "$@"`;
    const words = ['sh', '-c', script, 'sh', small, process.execPath, BINARY, 'check', 'File.lean', '--json'];
    for (const spaces of [['--mount'], ['--user', '--map-root-user', '--mount']]) {
      const { status, stdout } = spawnSync(UNSHARE, [...spaces, ...words], {
        cwd: folder,
        env: { ...env, PATH: `${env['PATH']}:/usr/bin:/bin:/usr/sbin:/sbin`, TMPDIR: small },
        encoding: 'utf8',
        timeout: 60_000,
      });
      // stdout is null if there is no `unshare`, and empty if mounting is not permitted.
      if (stdout) return { status, stdout };
    }
    return null;
  }

  it('exits 3 and leaves the file unchanged if there is no space for the scratch copy', ({ skip }) => {
    const text = FILE + '-- long\n'.repeat(20_000);
    write(text);
    const ended = checkWithin(64);
    if (ended === null) return skip('needs permission to mount a tmpfs');
    expect(ended.status).toBe(3);
    expect(JSON.parse(ended.stdout)).toMatchObject({ schema: 'lemmahead/error@1', code: 'disk-full' });
    expect(readFileSync(join(folder, 'File.lean'), 'utf8')).toBe(text);
  });

  it('exits 3 and reports the file as unchecked if there is no space for the output of Lean', ({ skip }) => {
    write(FILE + '-- long\n'.repeat(5000));
    const ended = checkWithin(64);
    if (ended === null) return skip('needs permission to mount a tmpfs');
    expect(ended.status).toBe(3);
    expect(JSON.parse(ended.stdout)).toMatchObject({ files: [{ verdict: 'unchecked', why: 'crashed' }] });
  });
});

describe('two concurrent checks of one file', () => {
  it('give the same report, also with an empty cache, and leave no files', async () => {
    write(FILE);
    const before = readdirSync(folder);
    const [one, two] = await Promise.all(
      [1, 2].map(() => start(['check', 'File.lean', '--json'], { TMPDIR: folder }).ended),
    );
    expect(one!.status).toBe(1);
    expect(JSON.parse(one!.stdout)).toMatchObject({
      files: [{ verdict: 'unfinished', findings: [{ what: 'sorry' }] }],
    });
    expect(two).toEqual(one);
    expect(readFileSync(join(folder, 'File.lean'), 'utf8')).toBe(FILE);
    expect(readdirSync(folder)).toEqual(before);
  });
});

describe('check stopped by Ctrl-C', () => {
  it('exits 130 and leaves no process and no scratch folder', async () => {
    write(`-- @hang\n${FILE}`);
    const before = readdirSync(folder);
    const { child, ended } = start(['check', 'File.lean'], { TMPDIR: folder });
    const hanging = (): string[] => processesUnder(folder).filter((line) => line.includes('setInterval'));
    for (let waited = 0; waited < 30_000 && hanging().length === 0; waited += 50) await sleep(50);
    expect(hanging()).not.toEqual([]);
    child.kill('SIGINT');
    expect(await ended).toMatchObject({ status: 130, stdout: '' });
    for (let waited = 0; waited < 5000 && processesUnder(folder).length > 0; waited += 50) await sleep(50);
    expect(processesUnder(folder)).toEqual([]);
    expect(readdirSync(folder)).toEqual(before);
  }, 60_000);
});

describe('check with a real Lean that runs out of memory', () => {
  it('exits 4 and names the setting to raise', async (context) => {
    const real = { ...oldLean(context), LEMMAHEAD_HOME: join(folder, 'home') };
    await trustLean(real.LEMMAHEAD_HOME, folder, real);
    const grow = 'def grow : Nat → List Nat → List Nat\n  | 0, l => l\n  | n+1, l => grow n (n :: l)\n';
    write(`${grow}#eval (grow 1000000000 []).length\n`);
    writeFileSync(join(folder, 'lemmahead.toml'), '[lean]\nmemory = 1000\n');
    const { status, json } = lemmaheadJson(['check', 'File.lean'], { cwd: folder, env: real });
    expect([status, json.files[0].verdict, json.files[0].why]).toEqual([4, 'unchecked', 'outOfMemory']);
    expect(json.files[0].next).toContain('lean.memory');
  }, 120_000);
});
