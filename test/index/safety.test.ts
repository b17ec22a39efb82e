import { execFileSync, spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { hostname } from 'node:os';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { describe, expect, test } from 'vitest';
import { BINARY } from '../binary.ts';
import { Failure } from '../../src/base/errors.ts';
import { lockIndex } from '../../src/index/build-lock.ts';
import { openIndex } from '../../src/index/open.ts';
import { verifyIndex } from '../../src/index/verify.ts';
import { buildRoots } from './build-request.ts';
import { indexContent } from './index-content.ts';
import { seededRandom } from './random-library.ts';
import { temporaryFolder, writeFiles } from './temporary.ts';

/** About 1.5 MB: enough for a build with threads. */
function largeLibrary(root: string): string {
  const files: Record<string, string> = {};
  for (let f = 0; f < 60; f++) {
    files[`Big/F${f}.lean`] = Array.from(
      { length: 300 },
      (_, i) =>
        `/-- Number ${i}. -/\ntheorem big_${f}_${i} (a b : Nat) (h : a ≤ b) : a + ${i} ≤ b + ${i} := by omega\n`,
    ).join('\n');
  }
  return writeFiles(root, files);
}

const hasOldRows = (index: string): boolean => {
  const opened = openIndex(index);
  try {
    return opened.idsByName('old').length === 1;
  } finally {
    opened.close();
  }
};

async function killBuilds(lane: number, times: number): Promise<void> {
  const folder = temporaryFolder();
  const index = join(folder, 'index.sqlite');
  const root = writeFiles(join(folder, 'lib'), { 'Old.lean': 'theorem old : 1 = 1 := rfl\n' });
  for (let i = 0; i < 30; i++) writeFiles(root, { [`F${i}.lean`]: `theorem t${i} : ${i} = ${i} := rfl\n` });
  await buildRoots(index, { Lib: root });
  const random = seededRandom(lane);
  for (let kills = 1; kills <= times; kills++) {
    const child = spawn(process.execPath, [join(import.meta.dirname, 'build-until-killed.ts'), index, root], {
      stdio: ['ignore', 'pipe', 'inherit'],
    });
    const exited = once(child, 'exit');
    await Promise.race([once(child.stdout, 'data'), exited]);
    await wait(random(60));
    child.kill('SIGKILL');
    await exited;
    expect(hasOldRows(index), `lane ${lane}, after ${kills} kills`).toBe(true);
  }
  await buildRoots(index, { Lib: root });
  expect(verifyIndex(index).faults).toEqual([]);
  const rebuilt = join(folder, 'rebuilt.sqlite');
  await buildRoots(rebuilt, { Lib: root });
  expect(indexContent(index)).toEqual(indexContent(rebuilt));
  expect(readdirSync(folder).toSorted()).toEqual(['index.sqlite', 'lib', 'rebuilt.sqlite']);
}

describe('an index during a build', () => {
  test('is readable after kill -9 at 100 random moments, and the next build succeeds without repair', async () => {
    // Four lanes of 25, because starting processes takes most of the time.
    await Promise.all([1, 2, 3, 4].map((lane) => killBuilds(lane, 25)));
  }, 300_000);

  test('is unchanged after an abort, which takes effect at once and leaves no files', async () => {
    const folder = temporaryFolder();
    const index = join(folder, 'index.sqlite');
    await buildRoots(index, {
      Lib: writeFiles(join(folder, 'small'), { 'Old.lean': 'theorem old : 1 = 1 := rfl\n' }),
    });
    const root = largeLibrary(join(folder, 'large'));
    for (const delay of [0, 50, 150, 400]) {
      const controller = new AbortController();
      const build = buildRoots(index, { Lib: root }, { signal: controller.signal });
      const ended = build.then(
        () => 'built',
        (error: unknown) => error,
      );
      await wait(delay);
      controller.abort(new Error('interrupted'));
      const outcome = await ended;
      if (outcome !== 'built') expect(outcome).toMatchObject({ message: 'interrupted' });
      if (outcome !== 'built') expect(hasOldRows(index)).toBe(true);
      expect(readdirSync(folder).toSorted()).toEqual(['index.sqlite', 'large', 'small']);
    }
    await buildRoots(index, { Lib: root });
    expect(verifyIndex(index).faults).toEqual([]);
  }, 60_000);

  test('is unchanged if the disk is full, and the error says so', async (context) => {
    const folder = temporaryFolder();
    const disk = join(folder, 'disk');
    mkdirSync(disk);
    try {
      execFileSync('mount', ['-t', 'tmpfs', '-o', 'size=2m', 'tmpfs', disk], { stdio: 'ignore' });
    } catch {
      return context.skip('mounting a small tmpfs requires root');
    }
    try {
      const index = join(disk, 'index.sqlite');
      const small = writeFiles(join(folder, 'small'), { 'Old.lean': 'theorem old : 1 = 1 := rfl\n' });
      await buildRoots(index, { Lib: small });
      const large = largeLibrary(join(folder, 'large'));
      const failure = await buildRoots(index, { Lib: large }).catch((error: unknown) => error);
      expect(failure).toBeInstanceOf(Failure);
      expect((failure as Failure).detail).toMatchObject({ exit: 'missing', code: 'disk-full' });
      expect(hasOldRows(index)).toBe(true);
      expect(readdirSync(disk)).toEqual(['index.sqlite']);
    } finally {
      execFileSync('umount', ['-l', disk]);
    }
  }, 60_000);
});

describe('a file size limit', () => {
  test('is reported like a full disk', () => {
    const folder = temporaryFolder();
    const root = largeLibrary(join(folder, 'large'));
    const index = join(folder, 'index.sqlite');
    const build = [process.execPath, BINARY, 'index', 'build', '--root', `Lib=${root}`, '--out', index];
    const { status, stderr } = spawnSync('sh', ['-c', 'ulimit -f 100; exec "$@"', 'sh', ...build], {
      encoding: 'utf8',
      env: { LEMMAHEAD_HOME: folder, NO_COLOR: '1' },
    });
    expect([status, stderr]).toEqual([3, expect.stringContaining('is full')]);
    expect(existsSync(index)).toBe(false);
  }, 60_000);
});

describe('the lock of an index', () => {
  test('names the living process that holds it', () => {
    const index = join(temporaryFolder(), 'index.sqlite');
    const lock = lockIndex(index);
    expect(() => lockIndex(index)).toThrow(`is being built by process ${process.pid} on ${hostname()}`);
    lock.release();
    lockIndex(index).release();
    expect(existsSync(`${index}.lock`)).toBe(false);
  });

  test.each([
    ['a dead process', (pid: number) => JSON.stringify({ pid, since: '2026-01-01', host: hostname(), began: '1' })],
    [
      'another process that got the same number',
      () => JSON.stringify({ pid: process.pid, since: '2026-01-01', host: hostname(), began: '1' }),
    ],
    ['no process, because it is empty', () => ''],
  ])('of %s is taken over', async (_whose, content) => {
    const index = join(temporaryFolder(), 'index.sqlite');
    const child = spawn(process.execPath, ['--version'], { stdio: 'ignore' });
    await once(child, 'exit');
    writeFileSync(`${index}.lock`, content(child.pid!));
    const lock = lockIndex(index);
    expect(JSON.parse(readFileSync(`${index}.lock`, 'utf8'))).toMatchObject({ pid: process.pid });
    lock.release();
  });

  test('of a zombie process is taken over', async (context) => {
    if (process.platform !== 'linux') return context.skip('requires /proc');
    const index = join(temporaryFolder(), 'index.sqlite');
    // The parent executes another program before the child ends, so it never waits for the child.
    const parent = spawn('sh', ['-c', 'sleep 2 & echo $!; exec sleep 60'], { stdio: ['ignore', 'pipe', 'ignore'] });
    try {
      const [output] = (await once(parent.stdout, 'data')) as [Buffer];
      const pid = Number(output.toString());
      await expect.poll(() => readFileSync(`/proc/${pid}/stat`, 'utf8'), { timeout: 20_000 }).toContain(') Z ');
      writeFileSync(`${index}.lock`, JSON.stringify({ pid, since: '2026-01-01', host: hostname(), began: '' }));
      lockIndex(index).release();
    } finally {
      parent.kill('SIGKILL');
    }
  }, 30_000);

  test('of another host is respected', () => {
    const index = join(temporaryFolder(), 'index.sqlite');
    writeFileSync(`${index}.lock`, JSON.stringify({ pid: 1, since: '2026-01-01', host: 'elsewhere', began: '' }));
    expect(() => lockIndex(index)).toThrow('process 1 on elsewhere, since 2026-01-01');
  });
});
