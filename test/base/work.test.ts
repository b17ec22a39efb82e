/** The runner of long jobs: order, concurrency, failures, aborts, and resuming after a kill. */
import { execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { appendFileSync, existsSync, mkdtempSync, readFileSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setImmediate, setTimeout as pause } from 'node:timers/promises';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { LocalWork, runUnits, type Job } from '../../src/base/work.ts';

interface Numbered {
  id: number;
}

const unitsOf = (ids: readonly number[]): Numbered[] => ids.map((id) => ({ id }));
const sorted = (numbers: readonly number[]): number[] => numbers.toSorted((a, b) => a - b);
const range = (count: number): number[] => [...Array(count).keys()];

/** A job that stores its results in order of completion. */
function jobOf(units: readonly Numbered[], options: Partial<Job<Numbered, string>> = {}) {
  const stored: string[] = [];
  const work = new LocalWork<Numbered, string>(units, (_, result) => void stored.push(result));
  const ids = (leased: readonly Numbered[]): string => leased.map(({ id }) => id).join('+');
  const signal = new AbortController().signal;
  return { job: { work, concurrency: 1, signal, run: ids, ...options }, stored, work };
}

test('each unit runs once, in order, in batches, within the concurrency limit', async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.array(fc.nat(9), { maxLength: 20 }),
      fc.integer({ min: 1, max: 5 }),
      fc.integer({ min: 1, max: 4 }),
      async (ids, concurrency, batch) => {
        const started: number[] = [];
        let running = 0;
        const { job, stored } = jobOf(unitsOf(ids), {
          ...{ concurrency, batch },
          run: async (units) => {
            expect(units.length).toBeLessThanOrEqual(batch);
            expect(++running).toBeLessThanOrEqual(concurrency);
            started.push(...units.map(({ id }) => id));
            for (const { id } of units) for (let turn = 0; turn < id; turn++) await setImmediate();
            running--;
            return units.map(({ id }) => id).join('+');
          },
        });
        await runUnits(job);
        expect(started).toEqual([...new Set(ids)]);
        expect(sorted(stored.flatMap((each) => each.split('+').map(Number)))).toEqual(sorted([...new Set(ids)]));
      },
    ),
  );
});

test('a failed unit with a result of its own does not end the job', async () => {
  const done: [string, number][] = [];
  const { job, stored } = jobOf(unitsOf([1, 2, 3]), {
    run: ([unit]) => (unit!.id === 2 ? Promise.reject(new Error('it is bad')) : `${unit!.id}`),
    failed: ([unit], error) => `${unit!.id}: ${(error as Error).message}`,
    onDone: (result, count) => done.push([result, count]),
  });
  await runUnits(job);
  expect(stored).toEqual(['1', '2: it is bad', '3']);
  expect(done.map(([, count]) => count)).toEqual([1, 2, 3]);
});

test('the first other error ends the job: running units are stored, and the rest stays for the next session', async () => {
  let started = 0;
  const { job, stored, work } = jobOf(unitsOf(range(10)), {
    concurrency: 2,
    run: async ([unit]) => {
      started++;
      if (unit!.id === 3) throw new Error('the key is refused');
      await setImmediate();
      return `${unit!.id}`;
    },
    failed: () => null,
  });
  await expect(runUnits(job)).rejects.toThrow('the key is refused');
  expect(stored).toHaveLength(started - 1);
  const rest = work.lease(99).map(({ id }) => id);
  expect(sorted([...stored.map(Number), ...rest])).toEqual(range(10));
  expect(rest).toContain(3);
});

test('an error of the store ends the job, and later results are still stored', async () => {
  const stored: number[] = [];
  const work = new LocalWork<Numbered, number>(unitsOf(range(4)), async (_, result) => {
    await setImmediate();
    if (result === 1) throw new Error('the disk is full');
    stored.push(result);
  });
  const { signal } = new AbortController();
  const job = { work, signal, concurrency: 4, run: ([unit]: readonly Numbered[]) => unit!.id };
  await expect(runUnits(job)).rejects.toThrow('the disk is full');
  expect(stored).toEqual([0, 2, 3]);
});

test('after an abort no unit starts', async () => {
  const stop = new AbortController();
  const { job, stored } = jobOf(unitsOf(range(5)), {
    signal: stop.signal,
    run: ([unit]) => {
      if (unit!.id === 1) stop.abort(new Error('interrupted'));
      return `${unit!.id}`;
    },
  });
  await expect(runUnits(job)).rejects.toThrow('interrupted');
  expect(stored).toEqual(['0', '1']);
});

/** A job in its own process, whose store is a file with one line per unit. It starts where an earlier process stopped. */
const SCRIPT = `
import { appendFileSync, existsSync, readFileSync } from 'node:fs';
import { setTimeout as pause } from 'node:timers/promises';
import { LocalWork, runUnits } from '${join(import.meta.dirname, '..', '..', 'src', 'base', 'work.ts')}';
const [file, log] = process.argv.slice(2);
const done = new Set(existsSync(file) ? readFileSync(file, 'utf8').split('\\n').slice(0, -1) : []);
const units = Array.from({ length: 60 }, (_, at) => ({ id: 'unit ' + at })).filter(({ id }) => !done.has(id));
const work = new LocalWork(units, ([unit]) => appendFileSync(file, unit.id + '\\n'));
const run = async ([unit]) => {
  appendFileSync(log, unit.id + '\\n');
  await pause(5);
};
await runUnits({ work, concurrency: 3, signal: new AbortController().signal, run });
`;

test('a job killed at any point resumes: every unit is finished once, and at most the running ones are repeated', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'lemmahead-work-'));
  const [script, file, log] = [join(folder, 'job.ts'), join(folder, 'done'), join(folder, 'log')];
  writeFileSync(script, SCRIPT);
  appendFileSync(file, '');
  const lines = (path: string): string[] =>
    existsSync(path) ? readFileSync(path, 'utf8').split('\n').slice(0, -1) : [];
  let kills = 0;
  for (const least of [5, 20, 41]) {
    const child = spawn(process.execPath, [script, file, log], { stdio: 'ignore' });
    const exit = once(child, 'exit');
    while (lines(file).length < least) await pause(2);
    child.kill('SIGKILL');
    await exit;
    kills++;
  }
  const before = lines(file).length;
  expect(before).toBeLessThan(60);
  execFileSync(process.execPath, [script, file, log]);
  expect(lines(file)).toHaveLength(60);
  expect(new Set(lines(file)).size).toBe(60);
  expect(lines(log).length).toBeLessThanOrEqual(60 + 3 * kills);
}, 60_000);
