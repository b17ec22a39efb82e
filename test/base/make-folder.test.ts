import { existsSync, mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { makeFolder } from '../../src/base/make-folder.ts';

const folder = mkdtempSync(join(tmpdir(), 'lemmahead-folder-'));

it('makes a folder with those above it, and accepts one that exists', () => {
  makeFolder(join(folder, 'a', 'b'));
  makeFolder(join(folder, 'a', 'b'));
  expect(existsSync(join(folder, 'a', 'b'))).toBe(true);
});

it('fails where a file is in the way, and where nothing can be made', () => {
  writeFileSync(join(folder, 'file'), '');
  expect(() => makeFolder(join(folder, 'file'))).toThrow('EEXIST');
  expect(() => makeFolder(join(folder, 'file', 'a', 'b'))).toThrow('ENOTDIR');
  expect(() => makeFolder('/proc/nothing/a')).toThrow('ENOENT');
});
