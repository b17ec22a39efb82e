/** Runs lemmahead as a process, with an environment that contains only what a test sets. */
import { type ChildProcess, spawn, spawnSync } from 'node:child_process';
import { mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import type { Readable } from 'node:stream';
import { BINARY, COMPILE_CACHE } from '../binary.ts';
import { requireDocumented, requireDocumentedEvent } from './documented.ts';

const BARE = {
  PATH: dirname(process.execPath),
  NO_COLOR: '1',
  ...COMPILE_CACHE,
};

export interface Spawned {
  stdout: string;
  stderr: string;
  status: number | null;
}

export interface SpawnOptions {
  cwd?: string;
  /** Added to the minimal environment. */
  env?: Record<string, string>;
  input?: string;
  timeoutMs?: number;
  /** Runs as this user and group; only root may set it. */
  user?: number;
  /** The `main.ts` of another source tree; the built binary by default. */
  main?: string;
}

/** Each call has its own empty LEMMAHEAD_HOME unless `env` sets one. */
export function lemmahead(
  args: string[],
  { cwd = tmpdir(), env = {}, input, timeoutMs = 60_000, main = BINARY, user }: SpawnOptions = {},
): Spawned {
  const home = env.LEMMAHEAD_HOME ?? mkdtempSync(join(tmpdir(), 'lemmahead-home-'));
  const { stdout, stderr, status } = spawnSync(process.execPath, [main, ...args], {
    cwd,
    env: { ...BARE, HOME: home, LEMMAHEAD_HOME: home, ...env },
    encoding: 'utf8',
    input: input ?? '',
    timeout: timeoutMs,
    maxBuffer: 64 * 1024 * 1024,
    ...(user === undefined ? {} : { uid: user, gid: user }),
  });
  return checked(args, { stdout, stderr, status });
}

/** Every JSON object and every event that a test makes a command print must be as documented. */
function checked(args: string[], spawned: Spawned): Spawned {
  if (args.includes('--json') && spawned.stdout.startsWith('{')) requireDocumented(JSON.parse(spawned.stdout));
  if (args.includes('--json-stream')) {
    for (const line of spawned.stdout.split('\n').slice(0, -1)) requireDocumentedEvent(JSON.parse(line));
  }
  return spawned;
}

/** As `lemmahead` with `--json`; returns the parsed stdout. */
export function lemmaheadJson(args: string[], options: SpawnOptions = {}): { status: number | null; json: any } {
  const { stdout, status } = lemmahead([...args, '--json'], options);
  return { status, json: JSON.parse(stdout) };
}

/** As `lemmahead`, but asynchronous, so that a server in this process can answer it. */
export async function lemmaheadMeanwhile(
  args: string[],
  { cwd = tmpdir(), env = {} }: SpawnOptions = {},
): Promise<Spawned> {
  const home = env.LEMMAHEAD_HOME ?? mkdtempSync(join(tmpdir(), 'lemmahead-home-'));
  const child = spawn(process.execPath, [BINARY, ...args], {
    cwd,
    env: { ...BARE, HOME: home, LEMMAHEAD_HOME: home, ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  const [stdout, stderr, status] = await Promise.all([
    readAll(child.stdout),
    readAll(child.stderr),
    new Promise<number | null>((resolve) => child.on('close', resolve)),
  ]);
  return checked(args, { stdout, stderr, status });
}

async function readAll(stream: Readable): Promise<string> {
  let text = '';
  for await (const chunk of stream.setEncoding('utf8')) text += chunk as string;
  return text;
}

/** Starts lemmahead with `--json` and exactly this environment. `ended`: also if it is killed; then the status is null. */
export function startLemmahead(
  args: string[],
  { cwd, env }: { cwd: string; env: Record<string, string> },
): { child: ChildProcess; ended: Promise<Pick<Spawned, 'status' | 'stdout'>> } {
  const child = spawn(process.execPath, [BINARY, ...args, '--json'], { cwd, env });
  let stdout = '';
  child.stdout.setEncoding('utf8').on('data', (chunk: string) => (stdout += chunk));
  const ended = new Promise<Pick<Spawned, 'status' | 'stdout'>>((resolve) =>
    child.on('close', (status) => resolve({ status, stdout })),
  );
  return { child, ended };
}
