import { mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { runProcess, type ProcessRequest } from '../../src/lean/process/process.ts';

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'lemmahead-process-'));
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

const NEVER = new AbortController().signal;

function node(code: string, more: Partial<ProcessRequest> = {}): ProcessRequest {
  return {
    command: process.execPath,
    args: ['-e', code],
    cwd: folder,
    environment: {},
    timeoutMs: 20_000,
    signal: NEVER,
    ...more,
  };
}

/** A parent that starts a child in its group, writes the child's PID and waits with it. */
const FAMILY = `
  const child = require('node:child_process').spawn(process.execPath, ['-e', 'setInterval(() => {}, 1000)'], { stdio: 'inherit' });
  require('node:fs').writeFileSync('pid', String(child.pid));
  setInterval(() => {}, 1000);
`;

function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return !/^State:\s+Z/m.test(readFileSync(`/proc/${pid}/status`, 'utf8'));
  } catch {
    return false;
  }
}

async function grandchild(): Promise<number> {
  for (let waited = 0; waited < 10_000; waited += 50) {
    try {
      const pid = Number(readFileSync(join(folder, 'pid'), 'utf8'));
      if (pid > 0) return pid;
    } catch {
      // not written yet
    }
    await sleep(50);
  }
  throw new Error('the child wrote no process id');
}

async function expectGone(pid: number): Promise<void> {
  for (let waited = 0; waited < 3000 && isAlive(pid); waited += 50) await sleep(50);
  expect(isAlive(pid)).toBe(false);
}

describe('runProcess', () => {
  it('returns exit code and both outputs', async () => {
    const outcome = await runProcess(node(`console.log('out'); console.error('err'); process.exitCode = 3`));
    expect(outcome).toEqual({ kind: 'exited', exitCode: 3, signal: null, stdout: 'out\n', stderr: 'err\n' });
  });

  it('passes arguments unchanged, without a shell', async () => {
    const outcome = await runProcess(
      node('', {
        args: ['-e', 'console.log(JSON.stringify(process.argv.slice(1)))', '--', '$HOME; echo *', 'two words'],
      }),
    );
    expect(outcome).toMatchObject({ kind: 'exited', stdout: '["$HOME; echo *","two words"]\n' });
  });

  it('gives the child exactly the given variables', async () => {
    process.env['LEMMAHEAD_TEST_CANARY'] = 'sings';
    const outcome = await runProcess(
      node('console.log(JSON.stringify(process.env))', { environment: { LEAN_PATH: '/x' } }),
    );
    delete process.env['LEMMAHEAD_TEST_CANARY'];
    if (outcome.kind !== 'exited') throw new Error(outcome.kind);
    // LEMMAHEAD_FAMILY is the mark that identifies descendants.
    expect(JSON.parse(outcome.stdout)).toEqual({ LEAN_PATH: '/x', LEMMAHEAD_FAMILY: expect.any(String) });
  });

  it('distinguishes a process killed by a signal from one that exited', async () => {
    const outcome = await runProcess(node(`process.kill(process.pid, 'SIGSEGV'); setInterval(() => {}, 1000)`));
    expect(outcome).toMatchObject({ kind: 'exited', exitCode: null, signal: 'SIGSEGV' });
  });

  it('reports a program that cannot be launched', async () => {
    const nothing = await runProcess(node('', { command: 'no-such-lean', environment: { PATH: folder } }));
    expect(nothing.kind).toBe('cannotLaunch');
    const notExecutable = join(folder, 'lean');
    writeFileSync(notExecutable, 'text', { mode: 0o644 });
    expect((await runProcess(node('', { command: notExecutable }))).kind).toBe('cannotLaunch');
    expect((await runProcess(node('', { cwd: join(folder, 'gone') }))).kind).toBe('cannotLaunch');
  });

  it('stops at the time limit, with every descendant', async () => {
    const running = runProcess(node(FAMILY, { timeoutMs: 1500 }));
    const pid = await grandchild();
    expect(isAlive(pid)).toBe(true);
    expect((await running).kind).toBe('timedOut');
    await expectGone(pid);
  });

  it('stops when cancelled, with every descendant', async () => {
    const controller = new AbortController();
    const running = runProcess(node(FAMILY, { signal: controller.signal }));
    const pid = await grandchild();
    controller.abort();
    expect(await running).toEqual({ kind: 'cancelled' });
    await expectGone(pid);
  });

  it('does not start if already cancelled', async () => {
    const outcome = await runProcess(node(FAMILY, { signal: AbortSignal.abort() }));
    expect(outcome).toEqual({ kind: 'cancelled' });
  });

  it('kills processes that remain in the group', async () => {
    const daemon = `
      const child = require('node:child_process').spawn(process.execPath, ['-e', 'setInterval(() => {}, 1000)'], { stdio: 'ignore' });
      child.unref();
      console.log(child.pid);
    `;
    const outcome = await runProcess(node(daemon));
    if (outcome.kind !== 'exited') throw new Error(outcome.kind);
    await expectGone(Number(outcome.stdout));
  });

  it('kills processes that left the group and the session', async () => {
    const daemon = `
      const child = require('node:child_process').spawn(process.execPath, ['-e', 'setInterval(() => {}, 1000)'], { stdio: 'inherit', detached: true });
      child.unref();
      require('node:fs').writeFileSync('pid', String(child.pid));
    `;
    const outcome = await runProcess(node(daemon));
    expect(outcome.kind).toBe('exited');
    await expectGone(await grandchild());
  });

  it('loses no output while this process is busy, and does not wait for a process that holds the pipe open', async () => {
    const running = runProcess(node(`process.stdout.write('x'.repeat(150_000))`));
    await sleep(20);
    for (const end = Date.now() + 1500; Date.now() < end;);
    expect(await running).toMatchObject({ kind: 'exited', exitCode: 0, stdout: 'x'.repeat(150_000) });
    // Without the mark and in its own session, it is not found.
    const hidden = `
      const options = { stdio: 'inherit', detached: true, env: {} };
      require('node:child_process').spawn(process.execPath, ['-e', 'setTimeout(() => {}, 5000)'], options).unref();
    `;
    const start = Date.now();
    expect((await runProcess(node(hidden))).kind).toBe('exited');
    expect(Date.now() - start).toBeLessThan(4000);
  });

  it('passes standard input', async () => {
    const code = `process.stdout.write('received ' + require('node:fs').readFileSync(0, 'utf8'))`;
    expect(await runProcess(node(code, { input: 'nonce' }))).toMatchObject({ exitCode: 0, stdout: 'received nonce' });
  });

  it('distinguishes running out of memory from failing', async () => {
    // Lean's message when an allocation fails.
    const hungry = `
      const kept = [];
      try { for (;;) kept.push(Buffer.alloc(50_000_000, 1)) } catch { console.error('INTERNAL PANIC: out of memory'); process.exit(1) }
    `;
    const limits = { memoryBytes: 3_000_000_000 };
    expect((await runProcess(node(hungry, { limits }))).kind).toBe('outOfMemory');
    const words = `console.error('INTERNAL PANIC: out of memory'); process.exit(1)`;
    expect(await runProcess(node(words, { limits }))).toMatchObject({ kind: 'exited', exitCode: 1 });
    const failing = await runProcess(node('process.exitCode = 1', { limits }));
    expect(failing).toMatchObject({ kind: 'exited', exitCode: 1 });
  });

  it('stops at the CPU time limit before the wall clock limit', async () => {
    const outcome = await runProcess(node('for (;;);', { limits: { cpuSeconds: 1 } }));
    expect(outcome.kind).toBe('timedOut');
  });

  it('does not mistake the signal of a limit for reaching the limit', async () => {
    for (const signal of ['SIGXCPU', 'SIGKILL']) {
      const code = `process.kill(process.pid, '${signal}'); setInterval(() => {}, 1000)`;
      const limits = { cpuSeconds: 60 };
      expect(await runProcess(node(code, { limits }))).toMatchObject({ kind: 'exited', exitCode: null, signal });
    }
  });

  it('limits the size of written files', async () => {
    const code = `require('node:fs').writeFileSync('big', Buffer.alloc(1_000_000))`;
    const outcome = await runProcess(node(code, { limits: { fileBytes: 100_000 } }));
    if (outcome.kind !== 'exited') throw new Error(outcome.kind);
    expect([outcome.exitCode, outcome.signal]).not.toEqual([0, null]);
    expect(statSync(join(folder, 'big')).size).toBeLessThanOrEqual(100_000);
  });

  it('stops a process that ignores write errors and continues to write', async () => {
    const outcome = await runProcess(
      node(`for (;;) try { require('node:fs').writeSync(1, 'x'.repeat(999)) } catch {}`, { maxOutput: 100_000 }),
    );
    expect(outcome.kind).toBe('tooMuchOutput');
  });

  it('stops a process that writes without end', async () => {
    const outcome = await runProcess(
      node(`const line = 'x'.repeat(999) + '\\n'; for (;;) require('node:fs').writeSync(1, line)`, {
        maxOutput: 100_000,
      }),
    );
    if (outcome.kind !== 'tooMuchOutput') throw new Error(outcome.kind);
    expect(outcome.stdout).toHaveLength(100_000);
  });
});
