/** Workers and checks as processes, with a fake Lean and a real PostgreSQL. */
import { type ChildProcess, spawn } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import type { TestContext } from 'vitest';
import { BINARY, COMPILE_CACHE } from '../binary.ts';
import { lemmaheadMeanwhile, type Spawned } from '../cli/spawn.ts';
import { fakeLean } from '../verify/fake-lean.ts';
import { trustLean } from '../verify/trusted-lean.ts';
import { PASSWORD, postgres, type TestServer } from './postgres.ts';

export interface Machine {
  folder: string;
  env: Record<string, string>;
  server: TestServer;
  url: string;
  /** Runs lemmahead with the queue. */
  run: (args: string[], more?: Record<string, string>) => Promise<Spawned>;
  /** As `run` with `--json`. */
  json: (args: string[], more?: Record<string, string>) => Promise<{ status: number | null; json: any }>;
  write: (name: string, text: string) => void;
  /** Resolves when the worker takes units. */
  worker: (args?: string[]) => Promise<Worker>;
  start: (args: string[]) => ChildProcess;
}

export interface Worker {
  id: string;
  child: ChildProcess;
  ended: Promise<number | null>;
  /** What it printed on stderr. */
  messages: () => string;
}

/**
 * A folder with a Lean whose judge is trusted, and a queue in a new database. `own`: a server for this test alone. `lean`: the
 * variables of a real Lean. `isTrusted`: whether the judge counts as tested.
 */
export async function machine(
  context: TestContext,
  { own, lean, isTrusted = true }: { own?: TestServer; lean?: Record<string, string>; isTrusted?: boolean } = {},
): Promise<Machine> {
  const server = own ?? (await postgres(context));
  const url = server.url(await server.makeDatabase());
  const folder = mkdtempSync(join(tmpdir(), 'lemmahead-queue-'));
  const env = {
    ...(lean ?? { PATH: fakeLean(folder).bin }),
    ...{ HOME: folder, LEMMAHEAD_HOME: join(folder, 'home'), NO_COLOR: '1' },
    ...{ LEMMAHEAD_QUEUE: url, LEMMAHEAD_QUEUE_PASSWORD: PASSWORD },
    ...COMPILE_CACHE,
  };
  if (isTrusted) await trustLean(env.LEMMAHEAD_HOME, folder, env);
  const children: ChildProcess[] = [];
  context.onTestFinished(() => {
    for (const child of children) child.kill('SIGKILL');
    rmSync(folder, { recursive: true, force: true });
  });
  const start = (args: string[]): ChildProcess => {
    const child = spawn(process.execPath, [BINARY, ...args], { cwd: folder, env });
    children.push(child);
    return child;
  };
  const run: Machine['run'] = (args, more = {}) => lemmaheadMeanwhile(args, { cwd: folder, env: { ...env, ...more } });
  return {
    ...{ folder, env, server, url, run, start },
    json: async (args, more) => {
      const { stdout, status } = await run([...args, '--json'], more);
      return { status, json: JSON.parse(stdout) };
    },
    write: (name, text) => writeFileSync(join(folder, name), text),
    worker: async (args = []) => {
      const child = start(['worker', '--json-stream', ...args]);
      let stderr = '';
      child.stderr!.setEncoding('utf8').on('data', (text: string) => (stderr += text));
      const ended = new Promise<number | null>((resolve) => child.on('close', resolve));
      const id = await new Promise<string>((resolve, reject) => {
        createInterface({ input: child.stdout! }).on('line', (line) => {
          const event = JSON.parse(line) as { event: string; worker: string };
          if (event.event === 'ready') resolve(event.worker);
        });
        child.on('close', () => reject(new Error(`The worker ended: ${stderr}`)));
      });
      return { id, child, ended, messages: () => stderr };
    },
  };
}
