import { spawnSync } from 'node:child_process';
import {
  chmodSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  readdirSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import {
  readUserFile,
  replaceUserFile,
  requireWritable,
  temporaryPath,
  writeOtherFile,
} from '../../src/lean/user-file.ts';

let folder: string;
let path: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'lemmahead-file-'));
  path = join(folder, 'A.lean');
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

const code = (value: string) => expect.objectContaining({ detail: expect.objectContaining({ code: value }) });

describe("the user's file", () => {
  it('keeps its bytes: BOM, CRLF and characters beyond the first plane', async () => {
    const bytes = Buffer.from('\uFEFFtheorem 𝓝 : 1 = 1 := sorry\r\n', 'utf8');
    writeFileSync(path, bytes);
    const file = await readUserFile(path);
    await replaceUserFile(file, file.text.replace('sorry', 'rfl'));
    expect(readFileSync(path, 'utf8')).toBe('\uFEFFtheorem 𝓝 : 1 = 1 := rfl\r\n');
    await replaceUserFile(await readUserFile(path), file.text);
    expect(readFileSync(path).equals(bytes)).toBe(true);
  });

  it('keeps its mode and its links, without leftover temporary files', async () => {
    writeFileSync(path, 'sorry');
    chmodSync(path, 0o640);
    const link = join(folder, 'Link.lean');
    symlinkSync(path, link);
    await replaceUserFile(await readUserFile(link), 'rfl');
    expect(readFileSync(path, 'utf8')).toBe('rfl');
    expect(statSync(path).mode & 0o777).toBe(0o640);
    expect(readdirSync(folder).toSorted()).toEqual(['A.lean', 'Link.lean']);
  });

  it('is not written if it has changed since it was read', async () => {
    writeFileSync(path, 'sorry');
    const file = await readUserFile(path);
    writeFileSync(path, 'sorry -- edited');
    await expect(replaceUserFile(file, 'rfl')).rejects.toEqual(code('file-changed'));
    expect(readFileSync(path, 'utf8')).toBe('sorry -- edited');
  });

  it('must exist, be a file, and be UTF-8', async () => {
    await expect(readUserFile(path)).rejects.toEqual(code('file-unreadable'));
    mkdirSync(path);
    await expect(readUserFile(path)).rejects.toEqual(code('file-unreadable'));
    writeFileSync(join(folder, 'B.lean'), Buffer.from([0x73, 0xff, 0xfe]));
    await expect(readUserFile(join(folder, 'B.lean'))).rejects.toEqual(code('file-not-utf8'));
  });

  it('is rejected above a few megabytes, before it is read', async () => {
    writeFileSync(path, '-- long\n'.repeat(2_500_000));
    await expect(readUserFile(path)).rejects.toEqual(code('file-too-large'));
    await expect(readUserFile(path)).rejects.toThrow('A.lean has 20 MB; files of more than 4.0 MB are not read.');
  });

  it('is reported as unwritable in advance: a folder, a file in a missing folder, a read-only file', async () => {
    const rejected = (of: Promise<void>) => expect(of).rejects.toEqual(code('file-unwritable'));
    await requireWritable(path, 'elsewhere');
    expect(readdirSync(folder)).toEqual([]);
    await rejected(requireWritable(folder, 'elsewhere'));
    await rejected(requireWritable(join(folder, 'none', 'A.lean'), 'elsewhere'));
    await rejected(writeOtherFile(folder, 'rfl'));
    // The user root may write everything.
    if (process.getuid?.() === 0) return;
    writeFileSync(path, 'sorry', { mode: 0o444 });
    await rejected(requireWritable(path, 'inPlace'));
    await rejected(replaceUserFile(await readUserFile(path), 'rfl'));
    expect(readFileSync(path, 'utf8')).toBe('sorry');
  });

  it('is written without the temporary files that killed processes left', async () => {
    const ended = spawnSync('true').pid;
    for (const pid of [ended, process.ppid]) writeFileSync(temporaryPath(join(folder, 'B.lean'), pid), 'half');
    writeFileSync(join(folder, '.mine.lemmahead'), 'kept');
    await writeOtherFile(path, 'rfl');
    const running = basename(temporaryPath(join(folder, 'B.lean'), process.ppid));
    expect(readdirSync(folder).toSorted()).toEqual([running, '.mine.lemmahead', 'A.lean'].toSorted());
  });

  it('is unchanged if no temporary file can be written next to it', async () => {
    writeFileSync(path, 'sorry');
    const file = await readUserFile(path);
    mkdirSync(temporaryPath(path, process.pid));
    await expect(replaceUserFile(file, 'rfl')).rejects.toEqual(code('file-unwritable'));
    expect(readFileSync(path, 'utf8')).toBe('sorry');
  });
});
