/**
 * Commands with a model that are killed at random points and begun again until they end: the result is that of an
 * uninterrupted command, and no answer that was kept is paid for again. KILLS sets the number of kills of each; KILLS_SEED
 * makes other points.
 */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { cpSync, globSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { expect } from 'vitest';
import { makeRandom } from '../src/base/random.ts';
import { BINARY } from './binary.ts';
import type { ModelServer } from './llm/model-server.ts';

export const KILLS = Number(process.env['KILLS'] ?? 3);
export const SEED = Number(process.env['KILLS_SEED'] ?? 1);
/** A loaded machine needs some seconds for each start. */
export const KILL_TIMEOUT = 60_000 + KILLS * 30_000;

export interface Ended {
  status: number | null;
  stdout: string;
  ms: number;
}

/** Runs until the end, or until it is killed: some milliseconds after that many more requests. */
export async function session(
  args: string[],
  { folder, server, kill }: { folder: string; server: ModelServer; kill: { requests: number; ms: number } | null },
): Promise<Ended> {
  const start = performance.now();
  const before = server.seen.length;
  const home = join(folder, 'home');
  const env = { PATH: process.env['PATH'], LEMMAHEAD_HOME: home, LEMMAHEAD_INDEX: join(folder, 'index.sqlite') };
  const child = spawn(process.execPath, [BINARY, ...args, '--json'], { cwd: folder, env });
  let stdout = '';
  child.stdout.on('data', (piece: Buffer) => (stdout += piece.toString()));
  child.stderr.resume();
  const closed = once(child, 'close');
  let since: number | null = null;
  const watch = setInterval(() => {
    if (kill === null || server.seen.length - before < kill.requests) return;
    since ??= performance.now();
    if (performance.now() - since >= kill.ms) child.kill('SIGKILL');
  }, 2);
  await closed;
  clearInterval(watch);
  return { status: child.exitCode, stdout, ms: performance.now() - start };
}

/** Answers that are kept; each was paid for. */
export const keptIn = (folder: string): number => globSync('home/**/answers/??/*.json', { cwd: folder }).length;

/** Kills it at random points on copies of `root/library`, again after each end, until `KILLS` were made; returns the number of ends. */
export async function killed(
  root: string,
  name: string,
  library: string,
  server: ModelServer,
  { begin, resultOf }: { begin: (folder: string) => string[]; resultOf: (folder: string, stdout: string) => unknown },
): Promise<number> {
  const fresh = (number: number): string => {
    const folder = join(root, `${name}-${number}`);
    cpSync(join(root, library), folder, { recursive: true });
    return folder;
  };
  const whole = fresh(0);
  const uninterrupted = await session(begin(whole), { folder: whole, server, kill: null });
  expect(uninterrupted.status).toBe(0);
  const expected = resultOf(whole, uninterrupted.stdout);
  const needed = server.seen.length;
  expect(keptIn(whole)).toBe(needed);
  const random = makeRandom(SEED);
  let kills = 0;
  let ends = 0;
  while (kills < KILLS || ends === 0) {
    const folder = fresh(ends + 1);
    for (;;) {
      const kept = keptIn(folder);
      const before = server.seen.length;
      // Half of them anywhere, half of them while the model answers.
      const isAtRequest = random() < 0.5;
      const requests = isAtRequest ? Math.floor(random() * (needed - kept)) + 1 : 0;
      const ms = random() * (isAtRequest ? 30 : uninterrupted.ms);
      const ended = await session(begin(folder), { folder, server, kill: kills < KILLS ? { requests, ms } : null });
      const asked = server.seen.length - before;
      expect([asked <= needed - kept, asked, needed - kept]).toEqual([true, asked, needed - kept]);
      if (ended.status !== null) {
        expect([ended.status, resultOf(folder, ended.stdout)]).toEqual([0, expected]);
        break;
      }
      kills++;
      if (kills % 10 === 0) process.stderr.write(`${name}: ${kills} kills, ${ends} ends\n`);
    }
    ends++;
    rmSync(folder, { recursive: true, force: true });
  }
  process.stderr.write(`${name}: ${kills} kills, ${ends} ends\n`);
  return ends;
}
