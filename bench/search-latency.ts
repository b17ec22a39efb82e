/**
 * Measures the latency of a search, as a full process and within one. Usage: node bench/search-latency.ts --index FILE
 * [--name Nat.add_comm] [--runs 21] [--queries FILE.jsonl …] [--json FILE] [--markdown FILE]. Build dist/ first.
 * Each line of a query file is JSON with a `query`. If ripgrep is installed, it is measured over the roots in the index.
 */
import { spawnSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { basename } from 'node:path';
import { fileURLToPath } from 'node:url';
import { openIndex } from '../src/index/open.ts';
import type { LibraryIndex } from '../src/index/library-index.ts';
import { searchLibrary } from '../src/search/search.ts';
import { BIN, machine, quantile, readFlags, REPORT_FLAGS, table, timed, writeReport } from './harness.ts';

interface Timing {
  what: string;
  runs: number;
  median_ms: number;
  p95_ms: number;
  most_ms: number;
}

const values = readFlags(
  {
    index: { type: 'string' },
    name: { type: 'string', default: 'Nat.add_comm' },
    runs: { type: 'string', default: '21' },
    queries: { type: 'string', multiple: true, default: [] },
    ...REPORT_FLAGS,
  },
  ['index'],
);

const DIST = fileURLToPath(new URL('../dist/main.js', import.meta.url));

const ENVIRONMENT = { ...process.env, LEMMAHEAD_INDEX: values.index };

function timing(what: string, times: number[]): Timing {
  const [median_ms, p95_ms, most_ms] = [0.5, 0.95, 1].map((p) => quantile(times, p)) as [number, number, number];
  return { what, runs: times.length, median_ms, p95_ms, most_ms };
}

/** Wall time of a full process, after one warm-up run. Null if the program is not installed. */
function timeProcess(what: string, command: string, args: string[], runs: number): Timing | null {
  const times: number[] = [];
  for (let run = -1; run < runs; run++) {
    const start = performance.now();
    const { error, status, stderr } = spawnSync(command, args, {
      env: ENVIRONMENT,
      encoding: 'utf8',
      maxBuffer: 1 << 28,
    });
    if (error !== undefined) return null;
    if (status !== 0) throw new Error(`${command} ${args.join(' ')} exited ${status}: ${stderr}`);
    if (run >= 0) times.push(performance.now() - start);
  }
  return timing(what, times);
}

/** Measures searches within this process, with a warm index. */
async function timeQueries(index: LibraryIndex, what: string, queries: string[]): Promise<Timing> {
  const options = { as: null, limit: 10, filters: {}, explain: false, fold: null };
  await searchLibrary(index, queries[0] ?? 'add', options);
  const times: number[] = [];
  for (const query of queries) {
    await timed(times, () => searchLibrary(index, query, options));
  }
  return timing(what, times);
}

function readQueries(file: string): string[] {
  const lines = readFileSync(file, 'utf8').split('\n');
  return lines.filter((line) => line.trim() !== '').map((line) => (JSON.parse(line) as { query: string }).query);
}

function toMarkdown(timings: Timing[]): string {
  const rows = timings.map(({ what, runs, median_ms, p95_ms, most_ms }) => [what, runs, median_ms, p95_ms, most_ms]);
  return [...table(['measured', 'runs', 'median ms', '95th percentile ms', 'max ms'], rows), ''].join('\n');
}

if (!existsSync(DIST)) throw new Error('dist/ is missing: npm run build');
const runs = Number(values.runs);
const index = openIndex(values.index);
const roots = index.all<{ root: string }>('SELECT root FROM packages').map(({ root }) => root);
const last = values.name.slice(values.name.lastIndexOf('.') + 1);
const timings = [
  timeProcess(
    `lemmahead search ${values.name}, full process`,
    process.execPath,
    [BIN, 'search', values.name, '--index', values.index],
    runs,
  ),
  timeProcess(
    `completion of ${values.name} in a shell, full process`,
    process.execPath,
    [BIN, '__complete', 'declaration', values.name],
    runs,
  ),
  timeProcess('lemmahead --version, full process', process.execPath, [BIN, '--version'], runs),
  timeProcess(`rg -n -w ${last} over the same trees`, 'rg', ['-n', '-w', '-g', '*.lean', last, ...roots], runs),
].filter((each) => each !== null);
for (const file of values.queries)
  timings.push(await timeQueries(index, `in process, ${basename(file)}`, readQueries(file)));
index.close();
const markdown = toMarkdown(timings);
const report = { schema: 'lemmahead/bench-latency@1', ...machine(), timings };
writeReport(values, report, markdown);
