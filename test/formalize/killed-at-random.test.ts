/**
 * `formalize` and `concepts build`, killed at random points and continued until they end: the result is that of an
 * uninterrupted run, and no answer that was kept is paid for again. KILLS sets the number of kills of each; spec: 200 in
 * all. KILLS_SEED makes other points.
 */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { cpSync, existsSync, globSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { makeRandom } from '../../src/base/random.ts';
import { openConceptBase } from '../../src/concepts/open-base.ts';
import { BINARY } from '../binary.ts';
import { SOURCES, scriptedAnswers } from '../concepts-by-model/lantern-library.ts';
import { buildRoots } from '../index/build-request.ts';
import { writeFiles } from '../index/temporary.ts';
import { type ModelServer, startModelServer } from '../llm/model-server.ts';
import { buildHarbour, PROBLEM, RIGHT, scriptedModel } from './harbour.ts';

const KILLS = Number(process.env['KILLS'] ?? 3);
const SEED = Number(process.env['KILLS_SEED'] ?? 1);
/** A loaded machine needs some seconds for each start. */
const TIMEOUT = 60_000 + KILLS * 30_000;

const root = mkdtempSync(join(tmpdir(), 'lemmahead-kills-'));
beforeAll(async () => {
  await buildHarbour(join(root, 'harbour'));
  writeFiles(join(root, 'lantern', 'sources'), SOURCES);
  await buildRoots(join(root, 'lantern', 'index.sqlite'), { Port: join(root, 'lantern', 'sources') });
});
afterAll(() => rmSync(root, { recursive: true, force: true }));

interface Ended {
  status: number | null;
  stdout: string;
  ms: number;
}

/** Runs until the end, or until it is killed: some milliseconds after that many more requests. */
async function session(
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
const keptIn = (folder: string): number => globSync('home/**/answers/??/*.json', { cwd: folder }).length;
const hasRun = (folder: string): boolean => globSync('home/**/runs/*/run.jsonl', { cwd: folder }).length > 0;

/** Kills it at random points, and begins again after each end, until `KILLS` were made. Returns the number of ends. */
async function killed(
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

it(
  'formalize is resumed',
  async () => {
    const statement = `\`\`\`lean\ntheorem t ${RIGHT} := by sorry\n\`\`\``;
    const server = await startModelServer(scriptedModel({ formalize: statement }));
    const model = ['--model', 'local/m', '--base-url', server.baseUrl];
    try {
      const ends = await killed('formalize', 'harbour', server, {
        begin: (folder) =>
          hasRun(folder)
            ? ['runs', 'resume', 'last']
            : ['formalize', PROBLEM, ...model, '--check', 'none', '-n', '6', '--index', join(folder, 'index.sqlite')],
        resultOf: (_, stdout) => {
          const { pack, candidates, chosen, counts } = JSON.parse(stdout);
          return { pack, candidates, chosen, asked: counts.asked, answers: counts.answers };
        },
      });
      expect(ends).toBeGreaterThan(0);
    } finally {
      await server.close();
    }
  },
  TIMEOUT,
);

it(
  'concepts build goes on',
  async () => {
    const server = await startModelServer(scriptedAnswers);
    const model = ['--model', 'scripted/m', '--base-url', server.baseUrl];
    try {
      const ends = await killed('build', 'lantern', server, {
        begin: () => ['concepts', 'build', ...model, '--back-translate', 'all', '--extract', '--explain'],
        resultOf: (folder) => {
          const path = join(folder, 'index.concepts.sqlite');
          expect(existsSync(path)).toBe(true);
          const base = openConceptBase(path);
          try {
            return { rows: base.modelRows(), concepts: base.all('SELECT * FROM concepts ORDER BY key') };
          } finally {
            base.close();
          }
        },
      });
      expect(ends).toBeGreaterThan(0);
    } finally {
      await server.close();
    }
  },
  TIMEOUT,
);
