import { mkdirSync, mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { makeRandom } from '../../src/base/random.ts';
import type { LibraryIndex } from '../../src/index/library-index.ts';
import { openIndex } from '../../src/index/open.ts';
import { searchPattern } from '../../src/search/pattern.ts';
import { buildRoots } from '../index/build-request.ts';

/** Many more statements than are parsed without applying the sieve. */
const STATEMENTS = 1500;

const random = makeRandom(11);
const pick = <T>(from: readonly T[]): T => from[Math.floor(random() * from.length)]!;

/** Spellings of each term; all terms are different. */
const SPELLINGS = [
  'x',
  'y',
  'f x',
  'f y',
  'g x y',
  'g (f x) y',
  'x + y',
  'y - x',
  'f (x + y)',
  'x⁻¹',
  '‖x‖',
  'x.size',
  '2',
].map((plain) => [`(${plain})`, `((${plain}))`, `((${plain}) : ℝ)`]);
const spell = (of: readonly string[]) => pick(of);

let index: LibraryIndex;
const squares: string[] = [];
const swapped: string[] = [];

beforeAll(async () => {
  const root = mkdtempSync(join(tmpdir(), 'lemmahead-sieve-'));
  const lines = ['variable (f : ℝ → ℝ) (g : ℝ → ℝ → ℝ) (x y : ℝ)'];
  for (let i = 0; i < STATEMENTS; i++) {
    const [a, b] = [pick(SPELLINGS), random() < 0.2 ? null : pick(SPELLINGS)];
    const other = b ?? a;
    if (i % 2 === 0) {
      lines.push(`theorem square_${i} : g x y < ${spell(a)} * ${spell(other)} := sorry`);
      if (a === other) squares.push(`square_${i}`);
    } else {
      const [c, d] = random() < 0.3 ? [other, a] : [pick(SPELLINGS), pick(SPELLINGS)];
      lines.push(`theorem swap_${i} (h : ${spell(a)} ≤ ${spell(other)}) : ${spell(d)} ≥ ${spell(c)} := sorry`);
      // `d ≥ c` is `c ≤ d`.
      if (c === other && d === a) swapped.push(`swap_${i}`);
    }
  }
  mkdirSync(join(root, 'Orchard'));
  writeFileSync(join(root, 'Orchard', 'Rows.lean'), `${lines.join('\n')}\n`);
  const path = join(root, 'index.sqlite');
  await buildRoots(path, { Orchard: root });
  index = openIndex(path);
});

afterAll(() => index.close());

function find(pattern: string): string[] {
  const found = searchPattern(index, pattern, { limit: STATEMENTS, explain: false, allow: null });
  return index.nameRows(found.map(({ id }) => id)).map(({ name }) => name);
}

describe('a pattern with a repeated variable, among many candidates', () => {
  it('finds each matching statement, for any spelling of the operands', () => {
    expect(find('?a * ?a').toSorted()).toEqual(squares.toSorted());
    expect(squares.length).toBeGreaterThan(100);
  });

  it('matches variables shared by two operators, also if an operator is written reversed', () => {
    expect(find('?a ≤ ?b → ?b ≤ ?a').toSorted()).toEqual(swapped.toSorted());
    expect(swapped.length).toBeGreaterThan(100);
  });

  it('rejects a pattern that requires and excludes the same part', () => {
    expect(() => find('f, -f')).toThrow('requires this and excludes it');
    expect(() => find('_ * _, x, -(_ * _)')).toThrow('requires this and excludes it');
    expect(find('_ * _, -(_ * _ + _)').length).toBeGreaterThan(100);
  });
});
