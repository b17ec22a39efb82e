/** A scratch folder is removed, at once or at the next start, even if an untrusted process damaged it. */
import { execFileSync, spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  renameSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { diskUse } from '../../src/lean/process/disk-use.ts';
import { removeScratch, sweepScratch } from '../../src/lean/process/scratch-folder.ts';

const MAKER = fileURLToPath(new URL('make-scratch-and-wait.ts', import.meta.url));

const fresh = (): string => mkdtempSync(join(tmpdir(), 'lemmahead-remove-'));

describe('removeScratch', () => {
  it('removes folders deeper than the maximum path length', async () => {
    const folder = fresh();
    const name = 'a'.repeat(200);
    execFileSync('sh', ['-c', `i=0; while [ $i -lt 60 ]; do mkdir ${name} && cd ${name} || exit 0; i=$((i+1)); done`], {
      cwd: folder,
    });
    await expect(rm(folder, { recursive: true, force: true })).rejects.toThrow('ENAMETOOLONG');
    await removeScratch(folder);
    expect(existsSync(folder)).toBe(false);
  });

  it('removes a folder that replaced a file, without permissions, with a name that is not UTF-8', async () => {
    const folder = fresh();
    const inside = join(folder, 'Subject.lean');
    mkdirSync(inside);
    writeFileSync(Buffer.concat([Buffer.from(`${inside}/`), Buffer.from([0xff])]), '');
    execFileSync('chmod', ['000', inside]);
    await removeScratch(inside);
    expect(existsSync(inside)).toBe(false);
    await removeScratch(folder);
    expect(existsSync(folder)).toBe(false);
  });

  it('ignores a missing folder', async () => {
    const folder = fresh();
    await removeScratch(folder);
    await expect(removeScratch(folder)).resolves.toBeUndefined();
  });
});

describe.skipIf(process.platform !== 'linux')('sweepScratch after a killed lemmahead', () => {
  let temporary: string;
  const makers: ChildProcess[] = [];
  beforeEach(() => {
    temporary = fresh();
  });
  afterEach(() => {
    for (const maker of makers.splice(0)) maker.kill('SIGKILL');
    rmSync(temporary, { recursive: true, force: true });
  });

  /** The folder that another process created, and a function that kills that process. */
  async function made(): Promise<{ folder: string; kill: () => Promise<unknown> }> {
    const maker = spawn(process.execPath, [MAKER], {
      env: { TMPDIR: temporary },
      stdio: ['ignore', 'pipe', 'inherit'],
    });
    makers.push(maker);
    const [line] = (await once(maker.stdout.setEncoding('utf8'), 'data')) as [string];
    const exited = once(maker, 'exit');
    return { folder: line.trim(), kill: () => (maker.kill('SIGKILL'), exited) };
  }

  it('removes its folder at the next start and keeps those of running processes', async () => {
    const [dead, living] = [await made(), await made()];
    await dead.kill();
    expect(readdirSync(temporary).toSorted()).toEqual(
      [dead.folder, living.folder].map((path) => basename(path)).toSorted(),
    );
    const next = await made();
    expect(existsSync(dead.folder)).toBe(false);
    expect(readdirSync(living.folder)).toEqual(['Subject.lean']);
    expect(readdirSync(next.folder)).toEqual(['Subject.lean']);
  });

  it('keeps entries with another name, links, files, and folders of another PID namespace', async () => {
    const dead = await made();
    await dead.kill();
    const [, , space, pid, began, random] = basename(dead.folder).split('-');
    const name = (...parts: unknown[]): string => join(temporary, ['lemmahead', 'judge', ...parts].join('-'));
    const other = join(temporary, 'lemmahead-notes');
    const elsewhere = name('0123abcd', pid, began, random);
    const link = name(space, pid, began, 'linked');
    const file = name(space, pid, began, 'inFile');
    renameSync(dead.folder, other);
    mkdirSync(elsewhere);
    symlinkSync(other, link);
    writeFileSync(file, '');
    await sweepScratch(temporary);
    expect(readdirSync(temporary)).toHaveLength(4);
    expect(readdirSync(other)).toEqual(['Subject.lean']);
  });

  it('removes the folder of an older process with the same PID', async () => {
    const { folder } = await made();
    const [first, purpose, space, pid, , random] = basename(folder).split('-');
    const older = join(temporary, [first, purpose, space, pid, 1, random].join('-'));
    mkdirSync(older);
    await sweepScratch(temporary);
    expect(existsSync(older)).toBe(false);
    expect(existsSync(folder)).toBe(true);
  });

  it('ignores a missing temporary folder', async () => {
    await expect(sweepScratch(join(temporary, 'not there'))).resolves.toBeUndefined();
  });
});

describe('diskUse', () => {
  it('counts disk blocks and the number of entries', () => {
    const folder = fresh();
    expect(diskUse(folder, [], Infinity)).toEqual({ bytes: 0, largest: 0 });
    mkdirSync(join(folder, 'inner'));
    writeFileSync(join(folder, 'inner', 'large'), Buffer.alloc(1_000_000, 1));
    const { bytes, largest } = diskUse(folder, [], Infinity);
    expect(largest).toBe(1_000_000);
    expect(bytes).toBeGreaterThan(1_000_000);
    for (let k = 0; k < 100; k++) writeFileSync(join(folder, `${k}`), '');
    expect(diskUse(folder, [], Infinity).bytes).toBeGreaterThan(bytes + 1_000_000);
    rmSync(folder, { recursive: true });
  });

  it('returns Infinity for unreadable folders and does not follow links', () => {
    const folder = fresh();
    symlinkSync('/usr', join(folder, 'link'));
    expect(diskUse(folder, [], Infinity).largest).toBe(0);
    const name = 'a'.repeat(200);
    execFileSync('bash', ['-c', `for i in {1..30}; do mkdir ${name}; cd ${name}; done`], { cwd: folder });
    expect(diskUse(folder, [], Infinity).bytes).toBe(Infinity);
    execFileSync('rm', ['-rf', folder]);
  });
});
