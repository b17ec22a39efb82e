/** The glossary: its file format, and that its texts make declarations searchable. */
import { readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { wordAnalyser } from '../../../src/index/words/analyser.ts';
import { glossaryHash, glossaryText } from '../../../src/index/words/glossary.ts';
import { searchText } from '../../../src/search/text.ts';
import { type FakeDeclaration, makeFakeIndex } from '../../search/fake-index.ts';

const lines = readFileSync(new URL('../../../glossary/mathlib.jsonl', import.meta.url), 'utf8')
  .trimEnd()
  .split('\n');
const entries = lines.map((line) => JSON.parse(line) as { name: string; text: string[] });

const MAX_WORDS = 30;

it('the glossary has short phrases for each name, and each name once', () => {
  expect(entries.length).toBeGreaterThan(2000);
  expect(new Set(entries.map(({ name }) => name)).size).toBe(entries.length);
  for (const { name, text } of entries) {
    expect(Object.keys({ name, text })).toEqual(['name', 'text']);
    expect(text.length, name).toBeGreaterThan(0);
    for (const phrase of text) {
      expect(phrase.trim(), name).toBe(phrase);
      expect(phrase.split(/\s+/u).length, `${name}: ${phrase}`).toBeLessThanOrEqual(MAX_WORDS);
      expect((phrase.match(/\$/gu) ?? []).length % 2, `${name}: ${phrase}`).toBe(0);
    }
  }
});

it('glossaryHash has sixteen digits', () => {
  expect(glossaryHash()).toMatch(/^[0-9a-f]{16}$/u);
});

it('glossaryText returns undefined for an unknown name', () => {
  expect(glossaryText('Matrix.trace')).toMatch(/diagonal/u);
  expect(glossaryText('Meadow.trace')).toBeUndefined();
  expect(glossaryText('constructor')).toBeUndefined();
});

it('a declaration is found by glossary words that are not in its source', () => {
  const declarations: FakeDeclaration[] = [
    { name: 'Matrix.trace', kind: 'def', signature: 'def Matrix.trace (A : Matrix n n R) : R' },
    { name: 'Matrix.diag', kind: 'def', signature: 'def Matrix.diag (A : Matrix n n R) (i : n) : R' },
    { name: 'Meadow.trace', kind: 'def', signature: 'def Meadow.trace (A : Meadow n n R) : R' },
  ];
  const index = makeFakeIndex({ declarations, analysers: [wordAnalyser(null)] });
  const [first] = searchText(index, 'sum of the diagonal entries', { limit: 3, explain: false, allow: null });
  expect(index.row(first!.id)!.name).toBe('Matrix.trace');
});
