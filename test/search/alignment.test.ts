import { expect, it } from 'vitest';
import { makeNotationTable } from '../../src/lean/term/notation-table.ts';
import { Locals } from '../../src/lean/term/context.ts';
import { parseTerm } from '../../src/lean/term/parser.ts';
import { align } from '../../src/search/alignment.ts';

const read = (text: string) =>
  parseTerm(text, { table: makeNotationTable([]), locals: new Locals(), isOpen: () => true, module: null });
const missesOf = (pattern: string, tree: string): number => align(read(pattern), read(tree)).misses;

it('align finds no difference where a pattern unifies, also with dot notation and more implicit arguments', () => {
  expect(missesOf('?a + ?b = ?b + ?a', 'X + Y * Z = Y * Z + X')).toBe(0);
  expect(missesOf('Nat.succ ?a ≤ ?b', 'succ X ≤ Y')).toBe(0);
});

it('align counts what differs, less if only one head does', () => {
  const [same, head, other] = ['f X (g Y)', 'k X (g Y)', 'Z'].map((tree) => align(read('f X (g Y)'), read(tree)));
  expect(same!.misses).toBe(0);
  expect(head!.misses).toBeGreaterThan(0);
  expect(head!.hits).toBeGreaterThan(other!.hits);
  expect(other!.hits).toBe(0);
});

it('align requires the same term for the same variable', () => {
  expect(missesOf('?a + ?a', 'X + Y')).toBeGreaterThan(missesOf('?a + ?a', 'X + X'));
});
