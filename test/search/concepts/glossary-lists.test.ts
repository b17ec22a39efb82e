/** The lists of the glossary for concepts: their format, and what they answer. */
import { expect, it } from 'vitest';
import { glossaryRows, parseRows } from '../../../src/index/words/glossary-file.ts';
import { cues } from '../../../src/search/concepts/cues.ts';
import { fieldsOfModule, modulesOfField } from '../../../src/search/concepts/fields-of-mathematics.ts';
import { normalForm } from '../../../src/search/concepts/normal-form.ts';
import { spellings } from '../../../src/search/concepts/spellings.ts';
import { synonymGroups, synonymsOf } from '../../../src/search/concepts/synonym-groups.ts';

/** The phrases of each row of a list. */
const PHRASES = [
  ['fields.jsonl', (row) => [row.text('field'), ...row.optionalTexts('names')]],
  ['spellings.jsonl', (row) => row.texts('terms')],
  ['synonyms.jsonl', (row) => row.texts('terms')],
  ['cues.jsonl', (row) => row.texts('cues')],
] as const satisfies [string, Parameters<typeof glossaryRows<string[]>>[1]][];

it.each(PHRASES)('%s has no phrase without a word and no phrase twice in a row', (file, phrasesOfRow) => {
  const rows = glossaryRows(file, phrasesOfRow);
  expect(rows.length).toBeGreaterThan(50);
  for (const phrases of rows) {
    const keys = phrases.map(normalForm);
    expect(keys, phrases.join()).not.toContain('');
    expect(new Set(keys).size, phrases.join()).toBe(keys.length);
  }
});

it('the groups of synonyms have two phrases or more', () => {
  expect(synonymGroups().withKey(normalForm('onto'))[0]!.length).toBeGreaterThan(1);
  for (const terms of glossaryRows('synonyms.jsonl', (row) => row.texts('terms'))) {
    expect(terms.length, terms.join()).toBeGreaterThan(1);
  }
});

it('every included field has a row', () => {
  const names = new Set(glossaryRows('fields.jsonl', (row) => row.text('field')));
  for (const name of glossaryRows('fields.jsonl', (row) => row.optionalTexts('includes')).flat()) {
    expect(names).toContain(name);
  }
});

it('a malformed row is an error with its place', () => {
  const text = '{"terms": ["a"]}\n\n{"terms": "a"}\n';
  expect(() => parseRows(text, 'list.jsonl', (row) => row.texts('terms'))).toThrow(/^list\.jsonl:3: terms must be/u);
  expect(() => parseRows('nothing', 'list.jsonl', (row) => row)).toThrow('list.jsonl:1: not a JSON object');
});

it('fieldsOfModule gives the field of the longest prefix first', () => {
  expect(fieldsOfModule('Mathlib.Combinatorics.SimpleGraph.Basic')).toEqual(['graph theory', 'combinatorics']);
  expect(fieldsOfModule('Mathlib.Combinatorics.SimpleGraphs')).toEqual(['combinatorics']);
});

it('a module of an unknown package is in the field of its first two parts', () => {
  expect(fieldsOfModule('Abacus.Beads.Order.Basic')).toEqual(['Abacus.Beads']);
  expect(fieldsOfModule('Abacus')).toEqual(['Abacus']);
  expect(modulesOfField('Abacus.Beads')).toEqual(['Abacus.Beads']);
});

it('modulesOfField knows fields by several names, in any form, and several fields in a text', () => {
  const graphs = modulesOfField('graph theory');
  expect(graphs[0]).toBe('Mathlib.Combinatorics.SimpleGraph');
  expect(modulesOfField('Simple graph')).toEqual(graphs);
  const two = modulesOfField('order, analysis');
  expect(two).toContain('Mathlib.Order');
  expect(two).toContain('Mathlib.Analysis');
  expect(modulesOfField('the theory of finite groups')).toContain('Mathlib.GroupTheory');
  expect(modulesOfField('cookery')).toEqual([]);
  expect(modulesOfField(' ')).toEqual([]);
});

it('modulesOfField includes the modules of the fields that a field contains', () => {
  expect(modulesOfField('algebra')).toEqual(expect.arrayContaining(modulesOfField('group theory').slice(0, 1)));
});

it('spellings are known by any form of their terms and found in a text', () => {
  const [spelling] = spellings().withKey(normalForm('the order of groups'));
  expect(spelling).toMatchObject({ write: 'Nat.card G', names: ['Nat.card'] });
  const found = spellings().inText('Let $V$ be a finite-dimensional vector space over a field.');
  expect(found.map(({ surface }) => surface)).toEqual(['finite dimensional vector space', 'vector space']);
});

it('a power is no term', () => {
  expect(spellings().inText('$p^2 + x^n = z^n$')).toEqual([]);
  expect(spellings().inText(String.raw`the ball in $\mathbb{R}^n$`)).toHaveLength(1);
});

it('synonymsOf gives the other phrases of a notion', () => {
  expect(synonymsOf(normalForm('Hausdorff spaces'))).toContain('T2 space');
  expect(synonymsOf(normalForm('Hausdorff spaces'))).not.toContain('Hausdorff space');
  expect(synonymsOf(normalForm('cookery'))).toEqual([]);
});

it('cues are found in applied problems and not in statements about structures', () => {
  const story = cues().inText('Six people at a party shake hands. How many ways are there to colour their hats?');
  expect(story.flatMap(({ row }) => row.names)).toEqual(
    expect.arrayContaining(['SimpleGraph', 'SimpleGraph.Coloring']),
  );
  expect(story.map(({ row }) => row.role)).toContain('question');
  expect(cues().inText('Every finite subgroup of the unit group of a field is cyclic.')).toEqual([]);
});
