import { mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { findRun, listRunIds, makeRunFolder, runBefore } from '../../src/prove/run/folder.ts';

const NOW = new Date('2026-11-22T05:30:12.345Z');

let home: string;
beforeEach(() => {
  home = mkdtempSync(join(tmpdir(), 'lemmahead-runs-'));
});
afterEach(() => rmSync(home, { recursive: true, force: true }));

describe('run folders', () => {
  it('sort in creation order, also within a second', () => {
    const made = Array.from({ length: 20 }, () => makeRunFolder(home, NOW).id);
    expect(made.toSorted()).toEqual(made);
    expect(listRunIds(home)).toEqual(made);
    expect(findRun(home, 'last').id).toBe(made.at(-1));
    expect(runBefore(join(home, 'runs', made[5]!))).toBe(made[4]);
    expect(runBefore(join(home, 'runs', made[0]!))).toBe(null);
  });

  it('use the next second if one is full', () => {
    mkdirSync(join(home, 'runs', '20261122-053012-ffff'), { recursive: true });
    expect(makeRunFolder(home, NOW).id).toMatch(/^20261122-053013-[0-9a-f]{4}$/);
  });

  it('are distinguished from other folders', () => {
    for (const name of ['notes', '.tmp']) mkdirSync(join(home, 'runs', name), { recursive: true });
    expect(listRunIds(home)).toEqual([]);
  });
});
