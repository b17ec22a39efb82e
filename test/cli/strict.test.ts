/** `index build --strict`: an unreadable part is omitted, and with `--strict` the exit code is 1. */
import { existsSync, mkdirSync, mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { lemmahead, lemmaheadJson } from './spawn.ts';

const SOUND = 'theorem sound (a : Nat) : a = a := rfl\n';
const BROKEN =
  'theorem before (a : Nat) : a = a := rfl\n/- a comment that never ends\ntheorem within : True := trivial\n';

function library(files: Record<string, string>): string {
  const folder = mkdtempSync(join(tmpdir(), 'lemmahead-strict-'));
  mkdirSync(join(folder, 'Grove'));
  for (const [name, text] of Object.entries(files)) writeFileSync(join(folder, 'Grove', name), text);
  return folder;
}

function build(folder: string, ...flags: string[]) {
  const index = join(folder, 'index.sqlite');
  const args = ['index', 'build', '--root', `Grove=${folder}`, '--out', index, ...flags];
  return { index, args, ...lemmaheadJson(args) };
}

describe('index build --strict', () => {
  test('exits 1 if a part could not be read; the rest is indexed', () => {
    const folder = library({ 'Sound.lean': SOUND, 'Broken.lean': BROKEN });
    const strict = build(folder, '--strict');
    expect(strict.status).toBe(1);
    expect(strict.json.problems).toMatchObject([
      { path: join(folder, 'Grove', 'Broken.lean'), line: 2, is_unread: true },
    ]);
    expect(strict.json.declarations).toBe(2);
    for (const name of ['sound', 'before'])
      expect(lemmahead(['search', name, '--as', 'name', '--index', strict.index]).status, name).toBe(0);
  });

  test('lists each problem with its position, as does the same build without --strict, which exits 0', () => {
    const folder = library({ 'Sound.lean': SOUND, 'Broken.lean': BROKEN });
    const { args } = build(folder);
    for (const [flags, status] of [
      [[], 0],
      [['--strict'], 1],
    ] as const) {
      const result = lemmahead([...args, '--rehash', ...flags]);
      expect(result.status).toBe(status);
      expect(result.stdout).toMatch(/Grove\/Broken\.lean:2: .*not closed/u);
      expect(result.stdout.includes('so --strict exits with 1')).toBe(status === 1);
    }
  });

  test('exits 0 if everything was read, even if a name is declared twice', () => {
    const { status, json, index } = build(library({ 'One.lean': SOUND, 'Two.lean': SOUND }), '--strict');
    expect(json.problems).not.toEqual([]);
    expect(status).toBe(0);
    expect(existsSync(index)).toBe(true);
  });
});
