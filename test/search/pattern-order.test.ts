/** The order of the declarations that match a pattern. */
import { mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { LibraryIndex } from '../../src/index/library-index.ts';
import { machineryTest } from '../../src/index/machinery.ts';
import { openIndex } from '../../src/index/open.ts';
import { searchPattern } from '../../src/search/pattern.ts';
import { buildRoots } from '../index/build-request.ts';
import { writeFiles } from '../index/temporary.ts';
import { openAbacus, openGarden } from './shape-fixture.ts';

let index: LibraryIndex;

beforeAll(async () => {
  index = await openGarden();
});

afterAll(() => index.close());

function find(pattern: string): string[] {
  const found = searchPattern(index, pattern, { limit: 100, explain: false, allow: null });
  return index.nameRows(found.map(({ id }) => id)).map(({ name }) => name.replace(/^Garden\./u, ''));
}

describe('matches of a pattern', () => {
  it.each(['Garden.Ripening.ripe (_ + _)', 'ripe (_ + _)', 'ripe (?a + ?b)'])(
    'are general before special, and in the conclusion before in a premise: %s',
    (pattern) => {
      const found = find(pattern);
      const laws = found.filter((name) => name.startsWith('ripe_'));
      expect(laws[0]).toBe('ripe_add');
      expect(laws.indexOf('ripe_add_nat')).toBeLessThan(laws.indexOf('ripe_add_zero'));
      expect(found.filter((name) => name !== 'Weed.ripe_add_step').at(-1)).toBe('eq_of_ripe');
    },
  );

  it('are whole conclusions before parts', () => {
    const whole = ['ripe_add', 'ripe_add_nat', 'ripe_add_self', 'ripe_add_zero'];
    for (const pattern of ['ripe _ = _', 'ripe (_ + _) = _'])
      expect(find(pattern).slice(0, 4).toSorted(), pattern).toEqual(whole);
  });

  it('are whole conclusions before sides of an ↔ that are as general', async () => {
    const folder = mkdtempSync(join(tmpdir(), 'lemmahead-sides-'));
    const laws = [
      'theorem a (p q : Plot) : Wide p q ↔ True := sorry',
      'theorem b (p : Plot) (h : p.x = p.y) : Wide p p := sorry',
    ];
    writeFiles(folder, {
      'Field.lean': [
        'structure Plot where',
        '  x : Nat',
        '  y : Nat',
        'def Wide (p q : Plot) : Prop := sorry',
        ...laws,
      ].join('\n'),
    });
    const path = join(folder, 'index.sqlite');
    await buildRoots(path, { Field: folder });
    const field = openIndex(path);
    const found = searchPattern(field, '|- Wide _ _', { limit: 9, explain: false, allow: null });
    expect(field.nameRows(found.map(({ id }) => id)).map(({ name }) => name)).toEqual(['b', 'a']);
    field.close();
  });

  it('are lemmas of the library before those of its tactics', () => {
    for (const pattern of ['ripe (_ + _)', 'Garden.Ripening.ripe', '⊢ ripe _ = _'])
      expect(find(pattern).at(-1), pattern).toBe('Weed.ripe_add_step');
  });
});

describe('machinery', () => {
  it('is a folder of programs for Lean, with the lemmas in it', async () => {
    const isMachinery = machineryTest(index);
    expect(['Garden.Tactic.Weed', 'Garden.Tactic.WeedLemmas'].map(isMachinery)).toEqual([true, true]);
    expect(['Garden.Ripe', 'Garden.Basic'].map(isMachinery)).toEqual([false, false]);
    const abacus = await openAbacus();
    const modules = abacus.all<{ module: string }>('SELECT module FROM files').map(({ module }) => module);
    expect(modules.filter(machineryTest(abacus))).toEqual([]);
    abacus.close();
  });
});
