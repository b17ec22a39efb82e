/** Attempts of a candidate to break out: each runs at one sandbox level and is checked from outside. */
import { spawn } from 'node:child_process';
import { existsSync, mkdirSync, mkdtempSync, readFileSync, realpathSync, rmSync, writeFileSync } from 'node:fs';
import { createServer, type AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { basename, dirname, join } from 'node:path';
import { MAX_PROCESSES } from '../../src/lean/process/confine.ts';
import { runProcess, type ProcessLimits, type ProcessOutcome } from '../../src/lean/process/process.ts';
import type { SandboxLevel } from '../../src/lean/process/sandbox-levels.ts';
import { aliveWith, until } from './alive.ts';

/** The folders of a fake user, all below one temporary folder. */
export interface FakeUser {
  home: string;
  project: string;
  scratch: string;
  run: (code: string, args?: string[], limits?: ProcessLimits) => Promise<ProcessOutcome>;
  runCommand: (command: string, args: string[], limits: ProcessLimits) => Promise<ProcessOutcome>;
}

export interface Attempt {
  /** Completes 'a candidate tries to …'. */
  what: string;
  succeeds: (here: FakeUser) => Promise<boolean>;
}

const KEY = 'sk-canary-of-the-sandbox-tests';

export const ATTEMPTS: readonly Attempt[] = [
  { what: 'reach a server on the network', succeeds: reachesNetwork },
  {
    what: "read a file in the user's home",
    succeeds: ({ home, run }) => prints(run(READ, [join(home, 'diary.txt')]), 'private'),
  },
  { what: "write a file in the user's home", succeeds: ({ home, run }) => writes(run, join(home, '.profile')) },
  {
    what: 'change a compiled module in `.lake`',
    succeeds: ({ project, run }) => writes(run, join(project, '.lake/build/lib/lean/Dep.olean')),
  },
  { what: "write a file next to the user's", succeeds: ({ project, run }) => writes(run, join(project, 'Other.lean')) },
  {
    what: 'read the project',
    succeeds: ({ project, run }) => prints(run(READ, [join(project, 'File.lean')]), 'theorem'),
  },
  { what: 'write in the scratch folder', succeeds: ({ scratch, run }) => writes(run, join(scratch, 'out.olean')) },
  { what: 'leave a daemon running (`setsid`)', succeeds: (here) => leavesDaemon(here, 'process.env') },
  { what: 'leave a daemon running that clears its environment', succeeds: (here) => leavesDaemon(here, '{}') },
  { what: 'end another process of the user', succeeds: endsOther },
  {
    what: 'find a key in its own environment',
    succeeds: ({ run }) => prints(run('process.stdout.write(JSON.stringify(process.env))'), KEY),
  },
  {
    what: 'find a key in the environment of lemmahead, by `/proc`',
    succeeds: ({ run }) => prints(run(READ, [`/proc/${process.pid}/environ`]), 'PATH='),
  },
  {
    what: 'allocate 2 GB with a limit of 1 GB',
    succeeds: async ({ runCommand }) => {
      const args = ['bs=2000000000', 'count=1', 'if=/dev/zero', 'of=/dev/null'];
      const outcome = await runCommand('dd', args, { memoryBytes: 1_000_000_000 });
      return outcome.kind === 'exited' && outcome.exitCode === 0;
    },
  },
  { what: 'write in shared memory (`/dev/shm`)', succeeds: writesSharedMemory },
  { what: 'write a file of 600 MB in the scratch folder', succeeds: ({ run }) => completes(run(HUGE_FILE)) },
  { what: 'fill the scratch folder with 1.5 GB in files', succeeds: ({ run }) => completes(run(MANY_LARGE)) },
  { what: 'fill it with 1.5 GB in files that it deletes at once', succeeds: ({ run }) => completes(run(DELETED)) },
  { what: 'create 10,000 small files', succeeds: ({ run }) => completes(run(MANY_SMALL)) },
  { what: 'keep the check waiting with a background child', succeeds: keepsWaiting },
];

const IN_SCRATCH = `
  const { appendFileSync, closeSync, openSync, unlinkSync, writeFileSync, writeSync } = require('node:fs');
  process.chdir(process.env.TMPDIR);
  const block = Buffer.alloc(50_000_000);
`;
const HUGE_FILE = `${IN_SCRATCH} for (let k = 0; k < 12; k++) appendFileSync('huge', block);`;
const MANY_LARGE = `${IN_SCRATCH} for (let k = 0; k < 30; k++) writeFileSync('large' + k, block);`;
const MANY_SMALL = `${IN_SCRATCH} for (let k = 0; k < 10_000; k++) closeSync(openSync('small' + k, 'w'));`;
/** The file stays open for a while, as if a program worked with it. */
const DELETED = `${IN_SCRATCH}
  for (let k = 0; k < 30; k++) {
    const file = openSync('deleted', 'w');
    unlinkSync('deleted');
    writeSync(file, block);
  }
  setTimeout(() => {}, 2000);
`;

async function completes(running: Promise<ProcessOutcome>): Promise<boolean> {
  const outcome = await running;
  if (outcome.kind !== 'exited' && outcome.kind !== 'tooMuchDisk')
    throw new Error(`unexpected outcome: ${outcome.kind}`);
  return outcome.kind === 'exited' && outcome.exitCode === 0;
}

async function writesSharedMemory({ scratch, run }: FakeUser): Promise<boolean> {
  const file = join('/dev/shm', basename(dirname(scratch)));
  try {
    return await writes(run, file);
  } finally {
    rmSync(file, { force: true });
  }
}

/** The child holds the output open, in its own session and without the mark; it ends by itself after two minutes. */
async function keepsWaiting({ scratch, runCommand }: FakeUser): Promise<boolean> {
  const script = 'env -i setsid sh -c "sleep 120; : $1" sh "$1" & echo done';
  const outcome = await runCommand('/bin/sh', ['-c', script, 'sh', scratch], {});
  for (const id of aliveWith(scratch)) process.kill(id, 'SIGKILL');
  return outcome.kind !== 'exited';
}

const READ = `process.stdout.write(require('node:fs').readFileSync(process.argv[1], 'latin1'))`;
const WRITE = `require('node:fs').writeFileSync(process.argv[1], 'changed by the candidate')`;

async function prints(running: Promise<ProcessOutcome>, text: string): Promise<boolean> {
  const outcome = await running;
  return outcome.kind === 'exited' && outcome.stdout.includes(text);
}

async function writes(run: FakeUser['run'], file: string): Promise<boolean> {
  await run(WRITE, [file]);
  return existsSync(file) && readFileSync(file, 'utf8') === 'changed by the candidate';
}

async function reachesNetwork({ run }: FakeUser): Promise<boolean> {
  const server = createServer((socket) => socket.end('welcome')).listen(0, '127.0.0.1');
  await new Promise((resolve) => server.once('listening', resolve));
  const { port } = server.address() as AddressInfo;
  try {
    const connect = `require('node:net').connect(${port}, '127.0.0.1').on('data', (d) => process.stdout.write(d)).on('error', () => {})`;
    return await prints(run(connect), 'welcome');
  } finally {
    server.close();
  }
}

/** Time to wait for a killed process before it counts as escaped. */
const DYING_MS = 1000;

/** The daemon ends by itself after twenty seconds. */
async function leavesDaemon({ scratch, run }: FakeUser, environment: string): Promise<boolean> {
  const sign = join(scratch, 'started');
  const daemon = `require('node:fs').writeFileSync(${JSON.stringify(sign)}, ''); setTimeout(() => {}, 20_000)`;
  await run(`
    const options = { detached: true, stdio: 'ignore', env: ${environment} };
    const child = require('node:child_process').spawn(process.execPath, ['-e', ${JSON.stringify(daemon)}], options);
    child.unref();
    const wait = setInterval(() => { if (require('node:fs').existsSync(${JSON.stringify(sign)})) clearInterval(wait) }, 10);
  `);
  if (!existsSync(sign)) throw new Error('the daemon did not start');
  const escaped = !(await until(() => aliveWith(sign).length === 0, DYING_MS));
  for (const id of aliveWith(sign)) process.kill(id, 'SIGKILL');
  return escaped;
}

async function endsOther({ scratch, run }: FakeUser): Promise<boolean> {
  const word = `// other process of ${scratch}`;
  const other = spawn(process.execPath, ['-e', `setTimeout(() => {}, 20_000) ${word}`], { stdio: 'ignore' });
  try {
    await run(`process.kill(${other.pid}, 'SIGKILL')`);
    return await until(() => aliveWith(word).length === 0, DYING_MS);
  } finally {
    other.kill('SIGKILL');
  }
}

/** Starts one process more than the limit, which all live until the shell ends. Also tries to raise the limit first. */
export async function startsManyProcesses({ runCommand }: FakeUser): Promise<boolean> {
  const script = `
    { echo 100000 > /proc/sys/kernel/pid_max; } 2>/dev/null
    n=0
    while [ $n -le ${MAX_PROCESSES} ]; do sleep 60 & n=$((n + 1)); done
    echo all`;
  return prints(runCommand('/bin/sh', ['-c', script], {}), 'all');
}

/** Runs every attempt at `level`, each in new folders; returns one result per attempt, in the order of `ATTEMPTS`. */
export async function runAttempts(level: SandboxLevel): Promise<boolean[]> {
  const answers: boolean[] = [];
  process.env['ANTHROPIC_API_KEY'] = KEY;
  try {
    for (const { succeeds } of ATTEMPTS) answers.push(await withFakeUser(level, succeeds));
  } finally {
    delete process.env['ANTHROPIC_API_KEY'];
  }
  return answers;
}

export async function withFakeUser(level: SandboxLevel, use: (here: FakeUser) => Promise<boolean>): Promise<boolean> {
  const folder = realpathSync(mkdtempSync(join(tmpdir(), 'lemmahead-tries-')));
  const [home, scratch] = [join(folder, 'home'), join(folder, 'scratch')];
  const project = join(home, 'project');
  mkdirSync(join(project, '.lake/build/lib/lean'), { recursive: true });
  mkdirSync(scratch);
  writeFileSync(join(home, 'diary.txt'), 'private');
  writeFileSync(join(project, 'File.lean'), 'theorem t : True := trivial');
  writeFileSync(join(project, '.lake/build/lib/lean/Dep.olean'), 'compiled');
  const runCommand: FakeUser['runCommand'] = (command, args, limits) =>
    runProcess({
      command,
      args,
      cwd: project,
      environment: { PATH: '/usr/bin:/bin', HOME: home },
      timeoutMs: 60_000,
      // 'none' represents a system that cannot set limits.
      limits: level === 'none' ? {} : limits,
      confinement: { level, scratch, readable: [project, realpathSync(process.execPath)] },
      signal: new AbortController().signal,
    });
  const run: FakeUser['run'] = (code, args = [], limits = {}) =>
    runCommand(realpathSync(process.execPath), ['-e', code, '--', ...args], limits);
  try {
    return await use({ home, project, scratch, run, runCommand });
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}
