/**
 * Measures real checks by the workers of a queue: filled problems of the proving set, judged by the old Lean. Each worker is
 * a process that checks one file at a time. Also checks that the verdicts are those of this machine without a queue.
 * Usage: OLD_LEAN=PATH node bench/queue/checks.ts [--workers 1,2] [--files 60] [--rounds 3] [--json FILE] [--markdown FILE].
 * LEMMAHEAD_HOME: a folder in which the judge has passed its self-test; otherwise the first worker runs it.
 */
import { type ChildProcess, execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { delimiter, dirname, join } from 'node:path';
import { createInterface } from 'node:readline';
import { PASSWORD, startServer } from '../../test/queue/postgres.ts';
import { BIN, machine, oldLeanBinary, readFlags, REPORT_FLAGS, table, timed, writeReport } from '../harness.ts';
import { compileLibrary } from '../prove/compiled-library.ts';

const values = readFlags({
  workers: { type: 'string', default: '1,2' },
  files: { type: 'string', default: '60' },
  rounds: { type: 'string', default: '3' },
  ...REPORT_FLAGS,
});
const SET = join(import.meta.dirname, '..', 'prove');
const SHIM = join(import.meta.dirname, '..', '..', 'fixtures', 'lean-shim');

interface Report {
  files: { file: string; verdict: string; worker: string | null }[];
}

const env: Record<string, string | undefined> = {
  ...process.env,
  PATH: [SHIM, dirname(process.execPath), process.env['PATH']].join(delimiter),
  LEMMAHEAD_QUEUE_PASSWORD: PASSWORD,
};

/** Files of the set with their holes filled by the author's proofs. */
function writeFilled(folder: string, count: number): string[] {
  const { problems } = JSON.parse(readFileSync(join(SET, 'problems.json'), 'utf8')) as {
    problems: { id: string; file: string; proofs: string[] }[];
  };
  return problems.slice(0, count).map(({ id, file, proofs }) => {
    const text = readFileSync(join(SET, file), 'utf8');
    const proof = proofs[0]!.replaceAll(/^/gmu, '  ');
    const path = join(folder, `${id}.lean`);
    writeFileSync(path, text.replace(/\bby\s+sorry\b|\bsorry\b/u, `by\n${proof}`));
    return path;
  });
}

function check(files: readonly string[], queue: string): Promise<Report> {
  return new Promise((resolve, reject) => {
    const args = [BIN, 'check', ...files, '--json', ...(queue === '' ? [] : ['--queue', queue])];
    const options = { cwd: SET, env: { ...env, LEMMAHEAD_QUEUE: '' }, maxBuffer: 2 ** 28 };
    execFile(process.execPath, args, options, (error, stdout, stderr) => {
      if (stdout === '') reject(new Error(stderr, { cause: error }));
      else resolve(JSON.parse(stdout) as Report);
    });
  });
}

async function startWorker(url: string): Promise<ChildProcess> {
  const args = [BIN, 'worker', '--json-stream', '--queue', url];
  const child = spawn(process.execPath, args, { cwd: SET, env, stdio: ['ignore', 'pipe', 'inherit'] });
  for await (const line of createInterface({ input: child.stdout })) if (line.includes('"ready"')) return child;
  throw new Error('The worker ended.');
}

compileLibrary(oldLeanBinary());
// In the project of the set, so that its modules are found.
const folder = mkdtempSync(join(SET, 'filled-'));
const server = await startServer();
const rows: { workers: number; seconds: number[]; perSecond: number }[] = [];
let differs = 0;
try {
  const files = writeFilled(folder, Number(values.files));
  const verdicts = ({ files: all }: Report): string[] => all.map(({ verdict }) => verdict);
  const local = verdicts(await check(files, ''));
  const counts = values.workers.split(',').map(Number);
  // The rounds alternate, so that a change of the machine's load meets all.
  for (let round = 0; round < Number(values.rounds); round++) {
    for (const count of counts) {
      const url = server.url(await server.makeDatabase());
      const workers: ChildProcess[] = [];
      for (let at = 0; at < count; at++) workers.push(await startWorker(url));
      // The first units find the queue, which is new to the workers.
      await check(files.slice(0, count), url);
      const times: number[] = [];
      const report = await timed(times, () => check(files, url));
      differs += verdicts(report).filter((verdict, at) => verdict !== local[at]).length;
      for (const worker of workers) worker.kill('SIGTERM');
      await Promise.all(workers.map((worker) => once(worker, 'close')));
      const row = rows.find(({ workers: each }) => each === count) ?? { workers: count, seconds: [], perSecond: 0 };
      if (!rows.includes(row)) rows.push(row);
      row.seconds.push(times[0]! / 1000);
      row.perSecond = files.length / Math.min(...row.seconds);
    }
  }
  const accepted = local.filter((verdict) => verdict === 'accepted').length;
  const base = Math.min(...rows[0]!.seconds);
  const lines = [
    ...table(
      ['workers', 'seconds per round', 'checks per second', `times ${rows[0]!.workers} worker`],
      rows.map(({ workers, seconds, perSecond }) => [
        workers,
        seconds.map((each) => each.toFixed(1)).join(' · '),
        perSecond.toFixed(2),
        (base / Math.min(...seconds)).toFixed(2),
      ]),
    ),
    '',
    `${files.length} files, ${accepted} accepted; verdicts that differ from those without a queue: ${differs}.`,
  ];
  writeReport(values, { machine: machine(), files: files.length, accepted, differs, rows }, `${lines.join('\n')}\n`);
} finally {
  await server.close();
  rmSync(folder, { recursive: true, force: true });
}
