/** What a kill leaves of a file that is written line by line, or whole. */
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import fc from 'fast-check';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { Journal, wholeLines } from '../../src/base/journal.ts';
import { writeAtomically } from '../../src/base/atomic-write.ts';

let folder: string;

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'lemmahead-journal-'));
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

/** As one sitting of a program that writes them. */
function write(path: string, words: readonly string[]): void {
  const journal = new Journal(path);
  for (const word of words) journal.append({ word });
  journal.close();
}

describe('a journal', () => {
  it('goes on behind the last whole line, whatever byte it was cut at', () => {
    const path = join(folder, 'lines.jsonl');
    const words = fc.array(fc.string({ unit: fc.constantFrom('a', '∀', '\n', '"', '𝔸') }), { maxLength: 6 });
    fc.assert(
      fc.property(words, words, fc.nat(), (before, after, at) => {
        rmSync(path, { force: true });
        write(path, before);
        const bytes = readFileSync(path);
        const cut = bytes.subarray(0, at % (bytes.length + 1));
        writeFileSync(path, cut);
        const whole = cut.toString('latin1').split('\n').length - 1;
        expect(wholeLines(path)).toEqual(before.slice(0, whole).map((word) => JSON.stringify({ word })));
        write(path, after);
        const kept = [...before.slice(0, whole), ...after];
        expect(readFileSync(path, 'utf8')).toBe(kept.map((word) => `${JSON.stringify({ word })}\n`).join(''));
      }),
    );
  });

  it('is of its owner alone where that is asked for', () => {
    const path = join(folder, 'lines.jsonl');
    new Journal(path, 0o600).close();
    expect(statSync(path).mode & 0o777).toBe(0o600);
  });
});

describe('a file that is written whole', () => {
  it('takes the place of what was there and leaves nothing beside it', () => {
    const path = join(folder, 'file.json');
    writeAtomically(path, 'first', 0o600);
    writeAtomically(path, 'second', 0o600);
    expect(readFileSync(path, 'utf8')).toBe('second');
    expect(statSync(path).mode & 0o777).toBe(0o600);
    expect(readdirSync(folder)).toEqual(['file.json']);
  });

  it('leaves what was there where it cannot take its place', () => {
    const path = join(folder, 'taken');
    mkdirSync(join(path, 'inside'), { recursive: true });
    expect(() => writeAtomically(path, 'text')).toThrow();
    expect(readdirSync(path)).toEqual(['inside']);
  });
});
