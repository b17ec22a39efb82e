/** Reading files without an end. */
import { mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { readBounded, readBoundedText } from '../../src/base/read-bounded.ts';

const folder = mkdtempSync(join(tmpdir(), 'lemmahead-bounded-'));

test('reads a whole file of more than one chunk', () => {
  const path = join(folder, 'file');
  const content = Buffer.from(Array.from({ length: 3_000_001 }, (_, at) => at % 251));
  writeFileSync(path, content);
  expect(readBounded(path).equals(content)).toBe(true);
  expect(readBounded(path, content.length).length).toBe(content.length);
});

test('refuses a file that is too long, and a device that never ends', () => {
  const path = join(folder, 'long');
  writeFileSync(path, 'abcd');
  expect(() => readBounded(path, 3)).toThrow('It has more than 3 bytes.');
  expect(() => readBounded('/dev/zero', 5_000_000)).toThrow('It has more than 5000000 bytes.');
});

test('a folder cannot be read', () => {
  expect(() => readBounded(folder)).toThrow('EISDIR');
});

test('text in another encoding is refused', () => {
  const path = join(folder, 'text');
  writeFileSync(path, 'Poincaré');
  expect(readBoundedText(path)).toBe('Poincaré');
  writeFileSync(path, 'Poincaré', 'latin1');
  expect(() => readBoundedText(path)).toThrow('It is not text in UTF-8.');
});
