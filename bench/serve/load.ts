/**
 * Measures the throughput and latency of searches on the server: alone, and while a new index is built and replaces the
 * old one. Queries are drawn from the index without repetition; the server caches no answers. Run `npm run build` first.
 *
 *   node bench/serve/load.ts --index FILE --root Mathlib=PATH [--requests 20000] [--clients 32] [--builds 1] [--seed 1]
 *     [--json FILE] [--markdown FILE]
 */
import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { copyFileSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { Agent, request } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import Database from 'better-sqlite3';
import { forEachConcurrent } from '../../src/base/for-each-concurrent.ts';
import { percentile } from '../../src/bench/metrics.ts';
import { BIN, machine, readFlags, REPORT_FLAGS, table, toJson } from '../harness.ts';
import { drawQueries } from './queries.ts';

const values = readFlags(
  {
    index: { type: 'string' },
    root: { type: 'string', multiple: true, default: [] },
    requests: { type: 'string', default: '20000' },
    clients: { type: 'string', default: '32' },
    builds: { type: 'string', default: '1' },
    seed: { type: 'string', default: '1' },
    ...REPORT_FLAGS,
  },
  ['index'],
);

interface Sent {
  milliseconds: number;
  status: number;
  isDuringBuild: boolean;
}

interface Server {
  url: URL;
  process: ChildProcess;
}

async function startServer(index: string): Promise<Server> {
  const child = spawn(process.execPath, [BIN, 'serve', '--port', '0', '--index', index, '--json-stream'], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const [line] = (await once(createInterface(child.stdout), 'line')) as [string];
  return { url: new URL((JSON.parse(line) as { url: string }).url), process: child };
}

/** Returns the HTTP status, or 0 if there was no answer. */
function search(url: URL, agent: Agent, query: string): Promise<number> {
  const body = JSON.stringify({ query, k: 10 });
  return new Promise((resolve) => {
    const headers = { 'content-type': 'application/json', 'content-length': Buffer.byteLength(body) };
    const sent = request(new URL('/search', url), { method: 'POST', agent, headers }, (answer) => {
      answer.resume();
      answer.on('end', () => resolve(answer.statusCode ?? 0));
      answer.on('error', () => resolve(0));
    });
    sent.on('error', () => resolve(0));
    sent.end(body);
  });
}

/** Current resident memory in MB, as counted by the kernel. */
function residentOf(pid: number): number {
  return Number(/VmRSS:\s+(\d+)/u.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1] ?? 0) / 1024;
}

interface Builds {
  /** Whether a build is running. */
  isRunning: boolean;
  seconds: number[];
  failed: number;
}

async function rebuild(index: string, roots: readonly string[], builds: Builds): Promise<void> {
  const start = performance.now();
  builds.isRunning = true;
  // An older reader version forces a full rebuild.
  const database = new Database(index);
  database.prepare("UPDATE meta SET value = 'older' WHERE key = 'reader'").run();
  database.close();
  const rootFlags = roots.flatMap((root) => ['--root', root]);
  const child = spawn(process.execPath, [BIN, 'index', 'build', '--out', index, '--quiet', ...rootFlags], {
    stdio: ['ignore', 'ignore', 'inherit'],
  });
  const [code] = (await once(child, 'exit')) as [number | null];
  builds.isRunning = false;
  builds.seconds.push((performance.now() - start) / 1000);
  if (code !== 0) builds.failed++;
}

interface Phase {
  what: string;
  requests: number;
  failed: number;
  perSecond: number;
  median: number;
  p99: number;
  most: number;
}

function phase(what: string, sent: readonly Sent[], seconds: number): Phase {
  const times = sent.map(({ milliseconds }) => milliseconds);
  const at = (p: number): number => Math.round(percentile(times, p));
  const failed = sent.filter(({ status }) => status !== 200).length;
  const perSecond = Math.round(sent.length / seconds);
  return { what, requests: sent.length, failed, perSecond, median: at(0.5), p99: at(0.99), most: at(1) };
}

const { index: original, root: roots } = values;
const folder = mkdtempSync(join(tmpdir(), 'lemmahead-load-'));
const index = join(folder, 'index.sqlite');
copyFileSync(original, index);
const queries = drawQueries(index, Number(values.requests), Number(values.seed));
const clients = Number(values.clients);
const server = await startServer(index);
const agent = new Agent({ keepAlive: true, maxSockets: clients });
try {
  // The first searches load data that all others use.
  for (const query of ['warm up', 'warming up by words']) await search(server.url, agent, query);
  const sent: Sent[] = [];
  const memory: number[] = [];
  const builds: Builds = { isRunning: false, seconds: [], failed: 0 };
  const inBuild = { seconds: 0, since: 0 };
  const buildCount = roots.length === 0 ? 0 : Number(values.builds);
  // No build runs in the first quarter and after the last build.
  const isBuildDue = (count: number): boolean =>
    !builds.isRunning &&
    builds.seconds.length < buildCount &&
    count > (queries.length * (builds.seconds.length + 1)) / 4;
  let currentBuild: Promise<void> = Promise.resolve();
  const start = performance.now();
  await forEachConcurrent(queries, clients, async (query) => {
    if (isBuildDue(sent.length)) {
      inBuild.since = performance.now();
      currentBuild = rebuild(index, roots, builds).then(() => {
        inBuild.seconds += (performance.now() - inBuild.since) / 1000;
      });
    }
    const isDuringBuild = builds.isRunning;
    const sentAt = performance.now();
    const status = await search(server.url, agent, query);
    sent.push({ milliseconds: performance.now() - sentAt, status, isDuringBuild });
    if (sent.length % 1000 === 0) {
      memory.push(Math.round(residentOf(server.process.pid!)));
      process.stderr.write(`${sent.length} of ${queries.length}, ${memory.at(-1)} MB\n`);
    }
  });
  const seconds = (performance.now() - start) / 1000;
  await currentBuild;
  const alone = sent.filter(({ isDuringBuild }) => !isDuringBuild);
  const during = sent.filter(({ isDuringBuild }) => isDuringBuild);
  const phases = [phase('all', sent, seconds)];
  if (during.length > 0) {
    phases.push(phase('no build running', alone, seconds - inBuild.seconds));
    phases.push(phase('while an index is built and replaced', during, inBuild.seconds));
  }
  const report = { ...machine(), clients, seed: Number(values.seed), phases, builds, memory };
  const text = [
    `${clients} clients, ${queries.length} distinct queries, ${report.cpus} processors, shared with the clients.`,
    '',
    ...table(
      ['', 'requests', 'failed', 'per second', 'median ms', '99th percentile ms', 'max ms'],
      phases.map((each) => Object.values(each) as unknown[]),
    ),
    '',
    `Resident memory, every 1,000 requests: ${memory.join(', ')} MB. Builds: ${builds.seconds.map((each) => each.toFixed(1)).join(', ')} s, ${builds.failed} failed.`,
    '',
  ].join('\n');
  process.stdout.write(text);
  if (values.json !== undefined) writeFileSync(values.json, toJson(report));
  if (values.markdown !== undefined) writeFileSync(values.markdown, text);
} finally {
  agent.destroy();
  server.process.kill('SIGTERM');
  await once(server.process, 'exit');
  rmSync(folder, { recursive: true, force: true });
}
