import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { LibraryIndex } from '../../src/index/library-index.ts';
import { openIndex } from '../../src/index/open.ts';
import { retrieval } from '../../src/prove/retrieve.ts';
import type { Premise } from '../../src/prove/portfolio.ts';
import { findHoles } from '../../src/verify/hole/holes.ts';
import { lemmahead } from '../cli/spawn.ts';

const GRID = fileURLToPath(new URL('../../fixtures/prove/grid', import.meta.url));
const file = join(GRID, 'Grid.lean');
const text = readFileSync(file, 'utf8');

let folder: string;
let index: LibraryIndex;
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'lemmahead-retrieve-'));
  const path = join(folder, 'index.sqlite');
  expect(lemmahead(['index', 'build', '--root', `Grid=${GRID}`, '--out', path]).status).toBe(0);
  index = openIndex(path);
});
afterAll(() => {
  index.close();
  rmSync(folder, { recursive: true, force: true });
});

async function retrieved(at: number, goal: string, limit = 10): Promise<Premise[]> {
  const hole = findHoles(text)[at];
  if (hole === undefined) throw new Error('no such hole');
  return retrieval({ index, file, limit })({ text, hole, goal: () => Promise.resolve(goal) }, goal);
}

async function namesRetrieved(at: number, goal: string, limit?: number): Promise<string[]> {
  return (await retrieved(at, goal, limit)).map(({ name }) => name);
}

describe('retrieval', () => {
  it('brings what rewrites the goal, best first, and never the hole itself', async () => {
    const names = await namesRetrieved(2, 'm n : Nat\n⊢ area m n + area m n = area n m + area m n');
    expect(names[0]).toBe('Grid.area_turned');
    expect(names).not.toContain('Grid.area_of_both');
  });

  it('brings nothing that stands below the hole', async () => {
    const names = await namesRetrieved(0, 'm n : Nat\n⊢ area m n + area m n = area n m + area m n');
    expect(names).toContain('Grid.area_turned');
    expect(names).not.toContain('Grid.area_of_both');
    expect(names).not.toContain('Grid.fits_and_fills');
  });

  it('brings statements only, and no more than it is asked for', async () => {
    const goal = 'm n : Nat\n⊢ area m n = area n m';
    expect(await namesRetrieved(2, goal)).not.toContain('Grid.area');
    expect(await namesRetrieved(2, goal, 1)).toEqual(['Grid.area_turned']);
  });

  it('writes a name as it is written there', async () => {
    const [premise] = await retrieved(2, 'm n : Nat\n⊢ area m n = area n m');
    expect(premise).toMatchObject({ name: 'Grid.area_turned', writeAs: 'area_turned' });
  });

  it('reads as words what is no goal', async () => {
    expect(await namesRetrieved(2, 'a grid turned by a quarter')).toContain('Grid.area_turned');
    expect(await namesRetrieved(2, '⊢ ')).toEqual([]);
  });
});
