/** How processes started by lemmahead end, at each sandbox level, including when lemmahead itself is killed. */
import { spawn } from 'node:child_process';
import { mkdtempSync, readFileSync, realpathSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { BINARY } from '../binary.ts';
import { runProcess, startProcess, type ProcessOutcome, type ProcessRequest } from '../../src/lean/process/process.ts';
import type { SandboxLevel } from '../../src/lean/process/sandbox-levels.ts';
import { aliveWith, until } from './alive.ts';
import { program } from './fake-toolchain.ts';
import { oldLean } from './old-lean.ts';
import { needsSandbox } from './needs-sandbox.ts';

const PARENT = fileURLToPath(new URL('run-until-killed.ts', import.meta.url));

let folder: string;
beforeEach(() => {
  folder = realpathSync(mkdtempSync(join(tmpdir(), 'lemmahead-death-')));
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

/** Unique number of seconds to sleep, which identifies the processes of one test. */
const newNumber = (): string => `6${process.pid}${Math.trunc(Math.random() * 1e6)}`;

/** Three processes: one waits for another, the third has its own session. */
const family = (seconds: string): string => `sleep ${seconds} & setsid sleep ${seconds} & sleep ${seconds}`;

const sleepers = (seconds: string): number => aliveWith(`sleep\0${seconds}`).length;

const LEVELS: readonly SandboxLevel[] = ['limits', 'namespaces', 'bubblewrap'];

describe.skipIf(process.platform !== 'linux').each(LEVELS)('processes at level %s', { timeout: 120_000 }, (level) => {
  const seconds = newNumber();
  afterEach(() => {
    for (const id of aliveWith(seconds)) process.kill(id, 'SIGKILL');
  });

  const request = (signal: AbortSignal, timeoutMs: number): ProcessRequest => ({
    command: '/bin/sh',
    args: ['-c', family(seconds)],
    cwd: folder,
    environment: { PATH: '/usr/bin:/bin' },
    timeoutMs,
    confinement: { level, scratch: folder, readable: [] },
    signal,
  });

  it('do not outlive a lemmahead killed with SIGKILL', async (context) => {
    await needsSandbox(context, level);
    const parent = spawn(process.execPath, [PARENT, level, folder, family(seconds)], { stdio: 'ignore' });
    try {
      expect(await until(() => sleepers(seconds) === 3), 'it starts').toBe(true);
      parent.kill('SIGKILL');
      expect(await until(() => sleepers(seconds) === 0), 'all have ended').toBe(true);
      expect(await until(() => aliveWith(folder).length === 0), 'the sandbox too').toBe(true);
    } finally {
      parent.kill('SIGKILL');
    }
  });

  it('do not outlive a lemmahead killed while the sandbox is being set up', async (context) => {
    await needsSandbox(context, level);
    for (let round = 0; round < 5; round++) {
      const parent = spawn(process.execPath, [PARENT, level, folder, family(seconds)], { stdio: 'ignore' });
      // The parent's command line contains the word too; a second process is the first one that it started.
      expect(await until(() => aliveWith(seconds).length > 1, 20_000, 2), 'it starts').toBe(true);
      parent.kill('SIGKILL');
      expect(await until(() => aliveWith(seconds).length === 0), 'all have ended').toBe(true);
    }
  });

  it('leave no descendants when cancelled or timed out', async (context) => {
    await needsSandbox(context, level);
    const controller = new AbortController();
    const running = runProcess(request(controller.signal, 60_000));
    expect(await until(() => sleepers(seconds) === 3)).toBe(true);
    controller.abort();
    expect(await running).toEqual({ kind: 'cancelled' });
    expect(await until(() => sleepers(seconds) === 0)).toBe(true);
    expect((await runProcess(request(new AbortController().signal, 1000))).kind).toBe('timedOut');
    expect(await until(() => sleepers(seconds) === 0)).toBe(true);
  });

  it('can be used interactively: input, output, memory, and kill', async (context) => {
    await needsSandbox(context, level);
    const node = realpathSync(process.execPath);
    const code = `
      const kept = Buffer.alloc(100_000_000, 1);
      process.stdin.on('data', (line) => process.stdout.write('received ' + line + kept[0]));
    `;
    const conversation = startProcess({
      ...request(new AbortController().signal, Infinity),
      command: node,
      args: ['-e', code],
      confinement: { level, scratch: folder, readable: [node] },
    });
    let received = '';
    conversation.onStdout((chunk) => (received += chunk.toString()));
    expect(conversation.write('hello ')).toBe(true);
    expect(await until(() => received === 'received hello 1')).toBe(true);
    expect(conversation.residentBytes()).toBeGreaterThan(100_000_000);
    conversation.kill();
    expect(await conversation.ended).toEqual({ kind: 'cancelled' });
    expect(conversation.write('more')).toBe(false);
  });

  it('report their end in the same way as without a sandbox', async (context) => {
    await needsSandbox(context, level);
    const run = (script: string, more: Partial<ProcessRequest> = {}): Promise<ProcessOutcome> =>
      runProcess({ ...request(new AbortController().signal, 20_000), args: ['-c', script], ...more });
    expect(await run('echo out; echo err >&2; exit 7')).toMatchObject({
      exitCode: 7,
      stdout: 'out\n',
      stderr: 'err\n',
    });
    expect(await run('kill -SEGV $$')).toMatchObject({ kind: 'exited', exitCode: null, signal: 'SIGSEGV' });
    expect(await run('kill -KILL $$')).toMatchObject({ kind: 'exited', exitCode: null, signal: 'SIGKILL' });
    // A process that sends itself the signal of a limit, or exits with its number, has not reached the limit.
    expect(await run('kill -XCPU $$')).toMatchObject({ kind: 'exited', signal: 'SIGXCPU' });
    expect(await run('kill -XFSZ $$')).toMatchObject({ kind: 'exited', signal: 'SIGXFSZ' });
    expect((await run('exit 152')).kind).toBe('exited');
    expect((await run('while :; do :; done', { limits: { cpuSeconds: 1 } })).kind).toBe('timedOut');
    // Whether the shell still goes on depends on when the disk is looked at.
    await run('head -c 2000000 /dev/zero > big', { limits: { fileBytes: 100_000 } });
    expect(statSync(join(folder, 'big')).size).toBe(100_000);
    expect((await run('yes', { maxOutput: 100_000 })).kind).toBe('tooMuchOutput');
    expect((await run('exit 0', { command: 'no-such-program' })).kind).toBe('cannotLaunch');
  });

  it('distinguish a real Lean that runs out of memory from one that fails', async (context) => {
    await needsSandbox(context, level);
    const { OLD_LEAN: lean } = oldLean(context);
    const prefix = dirname(dirname(lean));
    const check = (text: string): Promise<ProcessOutcome> => {
      const file = join(folder, 'File.lean');
      writeFileSync(file, text);
      return runProcess({
        command: lean,
        args: [file],
        cwd: folder,
        environment: { LEAN_PATH: join(prefix, 'lib', 'lean') },
        timeoutMs: 60_000,
        limits: { memoryBytes: 800_000_000 },
        confinement: { level, scratch: folder, readable: [prefix] },
        signal: new AbortController().signal,
      });
    };
    const hungry = 'partial def grow (l : List Nat) : Nat := grow (1 :: 2 :: 3 :: 4 :: l)\n#eval grow []\n';
    expect((await check(hungry)).kind).toBe('outOfMemory');
    expect(await check('theorem t : 1 = 2 := rfl')).toMatchObject({ kind: 'exited', exitCode: 1 });
    expect(await check('theorem t : 1 = 1 := rfl')).toMatchObject({ kind: 'exited', exitCode: 0, stdout: '' });
  });
});

describe.skipIf(process.platform !== 'linux')('lemmahead check, killed while Lean runs', () => {
  it.each(['SIGKILL', 'SIGINT'] as const)('by %s leaves no Lean process', async (signal) => {
    const seconds = newNumber();
    const bin = join(folder, 'lean', 'bin');
    program(
      join(bin, 'lean'),
      `if (process.argv[2] === '--version') console.log('Lean (version 4.33.0, x86_64-unknown-linux-gnu, commit 0123, Release)');
       else require('node:child_process').spawnSync('sleep', ['${seconds}']);`,
    );
    const file = join(folder, 'File.lean');
    writeFileSync(file, 'theorem t : True := trivial\n');
    const environment = { PATH: `${bin}:/usr/bin:/bin`, HOME: folder, LEMMAHEAD_HOME: join(folder, 'data') };
    const command = spawn(process.execPath, [BINARY, 'check', file, '--level', 'compile'], {
      cwd: folder,
      env: environment,
      stdio: 'ignore',
    });
    try {
      expect(await until(() => sleepers(seconds) === 1), 'Lean starts').toBe(true);
      command.kill(signal);
      expect(await until(() => sleepers(seconds) === 0), 'Lean has ended').toBe(true);
      expect(await until(() => aliveWith(folder).length === 0), 'and everything else').toBe(true);
      expect(readFileSync(file, 'utf8')).toBe('theorem t : True := trivial\n');
    } finally {
      command.kill('SIGKILL');
      for (const id of aliveWith(seconds)) process.kill(id, 'SIGKILL');
    }
  });
});
