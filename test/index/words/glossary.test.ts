/** The glossary: its lines, and that a declaration of that name is found by what it says. */
import { readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { makeWordAnalyser } from '../../../src/index/words/analyser.ts';
import { glossaryHash, glossaryText } from '../../../src/index/words/glossary.ts';
import { searchText } from '../../../src/search/text.ts';
import { type FakeDeclaration, makeFakeIndex } from '../../search/fake-index.ts';

const lines = readFileSync(new URL('../../../glossary/mathlib.jsonl', import.meta.url), 'utf8')
  .trimEnd()
  .split('\n');
const entries = lines.map((line) => JSON.parse(line) as { name: string; text: string[] });

const LONGEST = 30;

it('has short phrases for each name, each name once, in order', () => {
  expect(entries.length).toBeGreaterThan(2000);
  expect(new Set(entries.map(({ name }) => name)).size).toBe(entries.length);
  for (const { name, text } of entries) {
    expect(Object.keys({ name, text })).toEqual(['name', 'text']);
    expect(text.length, name).toBeGreaterThan(0);
    for (const phrase of text) {
      expect(phrase.trim(), name).toBe(phrase);
      expect(phrase.split(/\s+/u).length, `${name}: ${phrase}`).toBeLessThanOrEqual(LONGEST);
      expect((phrase.match(/\$/gu) ?? []).length % 2, `${name}: ${phrase}`).toBe(0);
    }
  }
});

it('is known by a hash of sixteen digits', () => {
  expect(glossaryHash()).toMatch(/^[0-9a-f]{16}$/u);
});

it('says nothing of what it does not have', () => {
  expect(glossaryText('Matrix.trace')).toMatch(/diagonal/u);
  expect(glossaryText('Meadow.trace')).toBeUndefined();
  expect(glossaryText('constructor')).toBeUndefined();
});

it('lets a declaration be found by words that its sources do not hold', () => {
  const declarations: FakeDeclaration[] = [
    { name: 'Matrix.trace', kind: 'def', signature: 'def Matrix.trace (A : Matrix n n R) : R' },
    { name: 'Matrix.diag', kind: 'def', signature: 'def Matrix.diag (A : Matrix n n R) (i : n) : R' },
    { name: 'Meadow.trace', kind: 'def', signature: 'def Meadow.trace (A : Meadow n n R) : R' },
  ];
  const index = makeFakeIndex({ declarations, analysers: [makeWordAnalyser] });
  const [first] = searchText(index, 'sum of the diagonal entries', { limit: 3, explain: false, allow: null });
  expect(index.row(first!.id)!.name).toBe('Matrix.trace');
});
