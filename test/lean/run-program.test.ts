/** Programs of a model in the sandbox. */
import { once } from 'node:events';
import { readFileSync, writeFileSync } from 'node:fs';
import { type AddressInfo, createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { programsUnavailable, runProgram } from '../../src/lean/process/run-program.ts';

const { signal } = new AbortController();
const unavailable = await programsUnavailable(signal);

const run = async (program: string, skip: (why: string) => void) => {
  if (unavailable !== null) skip(`needs programs in a sandbox: ${unavailable}`);
  return runProgram(program, signal);
};

it('prints an answer', async ({ skip }) => {
  expect(await run('from math import lcm\nprint(lcm(6, 8))', skip)).toEqual({ output: '24\n', failure: null });
});

it('reaches no server', async ({ skip }) => {
  let connections = 0;
  const server = createServer(() => connections++).listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  const outcome = await run(`import socket\nsocket.create_connection(("127.0.0.1", ${port}), 2)`, skip);
  server.close();
  expect([outcome, connections]).toEqual([{ output: '', failure: expect.stringMatching(/Error/u) }, 0]);
});

it('reads and writes no file outside of its folder', async ({ skip }) => {
  const file = join(tmpdir(), 'lemmahead-secret.txt');
  writeFileSync(file, 'secret');
  for (const mode of ['r', 'w']) {
    const outcome = await run(`print(open(${JSON.stringify(file)}, "${mode}"))`, skip);
    expect(outcome).toEqual({ output: '', failure: expect.stringMatching(/Error/u) });
  }
  expect(readFileSync(file, 'utf8')).toBe('secret');
});

const PROCESS = 'PermissionError: a program may start no process';

it.for<[string, string, string]>([
  ['loops', 'while True: pass', 'it ran longer than 2 s'],
  ['forks', 'import os\nos.fork()', PROCESS],
  ['starts a process', 'import subprocess\nsubprocess.run(["/bin/true"])', PROCESS],
  ['starts another', 'import os\nos.posix_spawn("/bin/true", ["true"], {})', PROCESS],
  ['becomes another', 'import os\nos.execv("/bin/true", ["true"])', PROCESS],
  ['calls the C library', 'import ctypes\nctypes.CDLL(None).getpid()', 'ImportError: ctypes can call nothing here'],
  ['prints too much', 'print("x" * 10**6)', 'it printed more than 65536 bytes'],
  ['takes too much memory', 'x = bytearray(10**10)', 'MemoryError'],
  ['fails', 'raise ValueError("no answer")', 'ValueError: no answer'],
])('stops one that %s', async ([, program, failure], { skip }) => {
  if (unavailable !== null) skip(`needs programs in a sandbox: ${unavailable}`);
  const output = failure.startsWith('it printed') ? 'x'.repeat(65_536) : '';
  expect(await runProgram(program, signal, 2000)).toEqual({ output, failure });
});
