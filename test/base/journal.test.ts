/** What a kill leaves of a file that is written line by line, or atomically. */
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import fc from 'fast-check';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { completeLines, Journal } from '../../src/base/journal.ts';
import { writeAtomically } from '../../src/base/atomic-write.ts';

let folder: string;

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'lemmahead-journal-'));
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

/** Writes the words in one session: open, append, close. */
function write(path: string, words: readonly string[]): void {
  const journal = new Journal(path);
  for (const word of words) journal.append({ word });
  journal.close();
}

describe('Journal', () => {
  it('resumes after the last complete line if the file was cut at any byte', () => {
    const path = join(folder, 'lines.jsonl');
    const words = fc.array(fc.string({ unit: fc.constantFrom('a', '∀', '\n', '"', '𝔸') }), { maxLength: 6 });
    fc.assert(
      fc.property(words, words, fc.nat(), (before, after, at) => {
        rmSync(path, { force: true });
        write(path, before);
        const bytes = readFileSync(path);
        const cut = bytes.subarray(0, at % (bytes.length + 1));
        writeFileSync(path, cut);
        const complete = cut.toString('latin1').split('\n').length - 1;
        expect(completeLines(path)).toEqual(before.slice(0, complete).map((word) => JSON.stringify({ word })));
        write(path, after);
        const expected = [...before.slice(0, complete), ...after];
        expect(readFileSync(path, 'utf8')).toBe(expected.map((word) => `${JSON.stringify({ word })}\n`).join(''));
      }),
    );
  });

  it('creates the file with the requested permissions', () => {
    const path = join(folder, 'lines.jsonl');
    new Journal(path, 0o600).close();
    expect(statSync(path).mode & 0o777).toBe(0o600);
  });
});

describe('writeAtomically', () => {
  it('replaces the old file and leaves no temporary file', () => {
    const path = join(folder, 'file.json');
    writeAtomically(path, 'first', 0o600);
    writeAtomically(path, 'second', 0o600);
    expect(readFileSync(path, 'utf8')).toBe('second');
    expect(statSync(path).mode & 0o777).toBe(0o600);
    expect(readdirSync(folder)).toEqual(['file.json']);
  });

  it('leaves the target unchanged if it cannot be replaced', () => {
    const path = join(folder, 'taken');
    mkdirSync(join(path, 'inside'), { recursive: true });
    expect(() => writeAtomically(path, 'text')).toThrow();
    expect(readdirSync(path)).toEqual(['inside']);
  });
});
