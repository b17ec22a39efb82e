/**
 * Measures build time and size of an index: cold, with nothing changed, with one file changed. For comparison, also
 * measures the `sqlite3` shell loading the same rows into the same tables, and reference work in one thread
 * (`yardsticks.ts`). Works on a copy of the sources.
 *
 *   node bench/build.ts --root Mathlib=PATH [--root …] [--runs N] [--out FOLDER]     writes build.json and build.md
 */
import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { appendFileSync, cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { percentile } from '../src/bench/metrics.ts';
import { listSources } from '../src/index/source-files.ts';
import { SCHEMA, SCHEMA_INDEXES } from '../src/index/schema.ts';
import { BIN, machine, readFlags, table, toJson } from './harness.ts';
import { findByRegex, writeRows } from './yardsticks.ts';

interface Measurement {
  what: string;
  /** Target from the issue, or null. */
  bar: string | null;
  seconds: number[];
  /** Peak resident memory, in MB. */
  residentMb: number | null;
}

const SAMPLE_MS = 20;

async function measure(what: string, bar: string | null, command: string[], input = ''): Promise<Measurement> {
  const start = performance.now();
  const child = spawn(command[0]!, command.slice(1), { stdio: ['pipe', 'ignore', 'inherit'] });
  let peak = 0;
  const timer = setInterval(() => (peak = Math.max(peak, peakResident(child.pid!))), SAMPLE_MS);
  child.stdin.end(input);
  const [code] = (await once(child, 'exit')) as [number];
  clearInterval(timer);
  if (code !== 0) throw new Error(`${command.join(' ')} ended with ${code}`);
  return { what, bar, seconds: [(performance.now() - start) / 1000], residentMb: peak };
}

/** The kernel's high-water mark in MB; 0 if the process has ended or the system has no /proc. */
function peakResident(pid: number): number {
  try {
    const kilobytes = /VmHWM:\s+(\d+)/.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1];
    return Number(kilobytes ?? 0) / 1024;
  } catch {
    return 0;
  }
}

/** Copies the sources that an index would read, so they can be modified. */
function copySources(
  roots: readonly string[],
  folder: string,
): { arguments: string[]; paths: string[]; bytes: number; sample: string; dual: string } {
  const paths: string[] = [];
  let bytes = 0;
  let sample = '';
  let dual = '';
  const copied = roots.map((root) => {
    const [name, path] = [root.slice(0, root.indexOf('=')), root.slice(root.indexOf('=') + 1)];
    const target = join(folder, name);
    for (const file of listSources({ name, root: path, rev: 'unknown', kind: 'root' }).files) {
      cpSync(join(path, file.path), join(target, file.path), { preserveTimestamps: true });
      paths.push(join(target, file.path));
      bytes += file.size;
      if (file.size > 10_000 && sample === '') sample = join(target, file.path);
      if (dual === '' && readFileSync(join(path, file.path), 'utf8').includes('\n@[to_dual'))
        dual = join(target, file.path);
    }
    return `${name}=${target}`;
  });
  return { arguments: copied.flatMap((root) => ['--root', root]), paths, bytes, sample, dual };
}

const TABLES = [
  'meta',
  'packages',
  'files',
  'expansions',
  'scopes',
  'decls',
  'row_columns',
  'mentions',
  'notations',
  'postings',
  'problems',
];

const shellScript = (index: string): string => `
PRAGMA page_size = 8192; PRAGMA journal_mode = OFF; PRAGMA synchronous = OFF; PRAGMA cache_size = -65536;
ATTACH '${index.replaceAll("'", "''")}' AS source;
${SCHEMA}
BEGIN;
${TABLES.map((name) => `INSERT INTO main.${name} SELECT * FROM source.${name};`).join('\n')}
INSERT INTO decls_fts (rowid, name, signature, doc) SELECT id, name, signature, doc FROM main.decls;
${SCHEMA_INDEXES}
COMMIT;
`;

async function runAll(roots: string[], runs: number): Promise<{ report: object; measurements: Measurement[] }> {
  const folder = mkdtempSync(join(tmpdir(), 'lemmahead-bench-'));
  try {
    const sources = copySources(roots, folder);
    const index = join(folder, 'index.sqlite');
    const build = [process.execPath, BIN, 'index', 'build', '--quiet', '--out', index, ...sources.arguments];
    const measurements: Measurement[] = [];
    const record = (measurement: Measurement): void => {
      const same = measurements.find(({ what }) => what === measurement.what);
      if (same === undefined) measurements.push(measurement);
      else {
        same.seconds.push(...measurement.seconds);
        same.residentMb = Math.max(same.residentMb ?? 0, measurement.residentMb ?? 0);
      }
    };
    const yardstick = (what: string, seconds: number): void =>
      record({ what, bar: null, seconds: [seconds], residentMb: null });
    for (let run = 0; run < runs; run++) {
      rmSync(index, { force: true });
      record(await measure('cold build without vectors', '≤ 12 s, ≤ 800 MB', [...build, '--no-vectors']));
      rmSync(index);
      record(await measure('cold build with vectors', '≤ 25 s, ≤ 1000 MB', build));
      yardstick('one thread finds declarations by a regex', findByRegex(sources.paths));
      yardstick(
        'one thread writes the same number of rows with FTS5, at most 260,000',
        writeRows(index, join(folder, 'yardstick.sqlite')),
      );
      record(await measure('nothing changed', '≤ 1 s', build));
      appendFileSync(sources.sample, `\n/-- Run ${run}. -/\ntheorem bench_run_${run} : ${run} = ${run} := rfl\n`);
      record(await measure('one file changed', '≤ 2 s', build));
      if (sources.dual !== '') {
        const statement = `bench_sup_${run} (a b : α) : a ⊔ b = b ⊔ a`;
        appendFileSync(sources.dual, `\n@[to_dual bench_inf_${run}]\ntheorem ${statement} := sup_comm a b\n`);
        record(await measure('one file with @[to_dual] changed', '≤ 2 s', build));
      }
      const shell = join(folder, 'shell.sqlite');
      rmSync(shell, { force: true });
      if (spawnSync('sqlite3', ['-version']).status === 0) {
        record(await measure('sqlite3 shell, same rows and tables', null, ['sqlite3', shell], shellScript(index)));
      }
    }
    const report = {
      schema: 'lemmahead/bench-build@1',
      files: sources.paths.length,
      sourceMb: sources.bytes / 1e6,
      indexMb: statSync(index).size / 1e6,
      ...machine(),
      measurements,
    };
    return { report, measurements };
  } finally {
    rmSync(folder, { recursive: true });
  }
}

function markdown(report: object, measurements: Measurement[]): string {
  const { files, sourceMb, indexMb, cpus: count, cpu } = report as Record<string, number | string>;
  const rows = measurements.map(({ what, bar, seconds, residentMb }) => [
    ...[what, `${percentile(seconds, 0.5).toFixed(2)} s`, `${Math.min(...seconds).toFixed(2)} s`],
    ...[residentMb === null ? '' : `${residentMb.toFixed(0)} MB`, bar ?? ''],
  ]);
  return `# Building an index
${files} files, ${Number(sourceMb).toFixed(1)} MB of source; index with vectors ${Number(indexMb).toFixed(1)} MB (bar: ≤ 400 MB). ${count} × ${cpu}.

${table(['what', 'median', 'best', 'peak resident', 'bar'], rows).join('\n')}
`;
}

const values = readFlags(
  {
    root: { type: 'string', multiple: true },
    runs: { type: 'string', default: '1' },
    out: { type: 'string', default: '.' },
  },
  ['root'],
);
const { report, measurements } = await runAll(values.root, Number(values.runs));
mkdirSync(values.out, { recursive: true });
writeFileSync(join(values.out, 'build.json'), toJson(report));
writeFileSync(join(values.out, 'build.md'), markdown(report, measurements));
process.stdout.write(markdown(report, measurements));
