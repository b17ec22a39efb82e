/** What a stranger's process can make of its scratch folder, and that it goes away all the same. */
import { execFileSync } from 'node:child_process';
import { existsSync, mkdirSync, mkdtempSync, writeFileSync } from 'node:fs';
import { rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { removeScratch } from '../../src/lean/process/scratch-folder.ts';

const fresh = (): string => mkdtempSync(join(tmpdir(), 'lemmahead-remove-'));

describe('a scratch folder is removed', () => {
  it('with folders deeper than a path may be long', async () => {
    const folder = fresh();
    const name = 'a'.repeat(200);
    execFileSync('sh', ['-c', `i=0; while [ $i -lt 60 ]; do mkdir ${name} && cd ${name} || exit 0; i=$((i+1)); done`], {
      cwd: folder,
    });
    await expect(rm(folder, { recursive: true, force: true })).rejects.toThrow('ENAMETOOLONG');
    await removeScratch(folder);
    expect(existsSync(folder)).toBe(false);
  });

  it('with a folder where a file was, without rights, and a name that is not UTF-8', async () => {
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

  it('where there is none', async () => {
    const folder = fresh();
    await removeScratch(folder);
    await expect(removeScratch(folder)).resolves.toBeUndefined();
  });
});
