/** The concept base of a small library: what it finds, and that it does not depend on the order of files. */
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import Database from 'better-sqlite3';
import { describe, expect, it } from 'vitest';
import { conceptBaseContent } from '../../src/builders/concepts/concept-base-content.ts';
import { trainTranslations } from '../../src/builders/concepts/train-translations.ts';
import { openConceptBase, type ConceptBase } from '../../src/concepts/open-base.ts';
import type { ConceptDecision } from '../../src/library/concept-decisions.ts';
import { openIndex } from '../../src/index/open.ts';
import { normalForm } from '../../src/search/concepts/normal-form.ts';
import { buildPack } from '../../src/formalize/build-pack.ts';
import { StageAsker } from '../../src/formalize/stage-asker.ts';
import { rankDefinitions } from '../../src/search/concepts/rank-definitions.ts';
import { rankMeanings } from '../../src/search/concepts/rank-meanings.ts';
import { searchConcepts } from '../../src/search/concepts/search-concepts.ts';
import { buildRoots } from '../index/build-request.ts';
import { temporaryFolder, writeFiles } from '../index/temporary.ts';
import { HARBOUR, PLUMBING } from './harbour-sources.ts';
import { writeConceptBase } from './write-concept-base.ts';

/** A class that stands on another one, and a type; phrases are too rare for the translation table. */
const GARDEN = `class Garden (α : Type) where
  size : Nat

class Lawn (α : Type) where
  width : Nat

class Fenced (α : Type) where
  height : Nat

structure Pond where
  depth : Nat

theorem lawn_one {α : Type} [Garden α] [Lawn α] (a : α) : a = a := rfl
theorem lawn_two {α : Type} [Garden α] [Lawn α] (a b : α) (h : a = b) : b = a := h.symm
theorem pond_one {α : Type} [Garden α] (a : α) (p : Pond) : (a, p) = (a, p) := rfl
`;

const UNKNOWN = { package: 'Own', statementHash: '' };

async function buildBase(
  files: Record<string, string>,
  decisions: readonly ConceptDecision[] = [],
): Promise<{ base: ConceptBase; path: string; indexPath: string }> {
  const folder = temporaryFolder();
  writeFiles(join(folder, 'sources'), files);
  const indexPath = join(folder, 'index.sqlite');
  await buildRoots(indexPath, { Own: join(folder, 'sources') });
  const index = openIndex(indexPath);
  const path = join(folder, 'index.concepts.sqlite');
  const lists = [{ title: 'depth of a ship', names: ['Harbour.draught'], external: 'Q12345' }];
  writeConceptBase(path, conceptBaseContent(index, lists, decisions));
  index.close();
  return { base: openConceptBase(path), path, indexPath };
}

const FILES = { 'Harbour.lean': HARBOUR, 'Plumbing.lean': PLUMBING };

describe('the concept base of a library', () => {
  it('links concepts to definitions by names, docstrings and lists', async () => {
    const { base } = await buildBase(FILES);
    const meaningsOf = (phrase: string) =>
      base.meanings(normalForm(phrase)).map(({ definition, origin }) => [base.definition(definition).name, origin]);
    expect(meaningsOf('draught')).toEqual([
      ['Harbour.draught', 'name'],
      ['Plumbing.Draught', 'name'],
    ]);
    expect(meaningsOf('ship depth')).toEqual([['Harbour.draught', 'list']]);
    expect(meaningsOf('quay')).toContainEqual(['Harbour.Quay', 'name']);
    expect(base.referencesOf(base.numberOf('Harbour.draught')!)).toEqual([
      { source: 'stacks', tag: '00AB', note: 'second part' },
      { source: 'wikidata', tag: 'Q12345', note: '' },
    ]);
    expect(base.annotation(base.numberOf('Harbour.draught')!)).toEqual({
      text: 'The *draught* of a ship.',
      origin: 'docstring',
      model: null,
    });
    base.close();
  });

  it('learns what a phrase of theorems means', async () => {
    const { base } = await buildBase(FILES);
    const [best] = rankDefinitions(base, 'Show that every sheltered quay is safe.');
    expect(base.definition(best!.definition).name).toMatch(/^Harbour\.Quay/);
    expect(base.translations(normalForm('sheltered quay')).length).toBeGreaterThan(0);
    base.close();
  });

  it('adds what statements about the classes of a text also name', async () => {
    const { base } = await buildBase({ 'Garden.lean': GARDEN });
    const namesFor = (text: string, companions: boolean) =>
      rankDefinitions(base, text, { table: true, phrases: true, glossary: false, companions }).map(
        (each) => base.definition(each.definition).name,
      );
    expect(namesFor('Every lawn is green.', false)).toEqual(['Lawn']);
    expect(namesFor('Every lawn is green.', true)).toEqual(['Lawn', 'Garden']);
    // No class is named, so nothing that has instances is meant.
    expect(namesFor('Every pond is green.', true)).toEqual(['Pond']);
    base.close();
  });

  it('keeps the order of equal definitions in a pack, whatever found them first', async () => {
    const more = Array.from(
      { length: 30 },
      (_, at) => `theorem lawn${at} {α : Type} [Garden α] [Lawn α] : ${at} = ${at} := rfl\n`,
    );
    const { base, indexPath } = await buildBase({ 'Garden.lean': GARDEN + more.join('') });
    const index = openIndex(indexPath);
    const answers = [
      '{"class": "explicit", "concepts": [{"name": "lawn", "quote": "lawn"}]}',
      '{"terms": [], "names": ["Garden"]}',
    ];
    const asker = new StageAsker(async (_, read) => read(answers.shift() ?? 'no order'));
    const request = {
      statement: 'Every lawn is green.',
      without: [],
      rewrite: 'never',
      limit: 2,
      examples: 0,
    } as const;
    const { candidates, definitions } = await buildPack(request, index, base, asker);
    expect(candidates.map(({ name }) => name)).toEqual(['Garden', 'Lawn']);
    expect(definitions.map(({ row, score }) => [row.name, score])).toEqual([
      ['Lawn', 0.5],
      ['Garden', 0.5],
    ]);
    index.close();
    base.close();
  });

  it('searches the noun of a participle as the participle', async () => {
    const { base, indexPath } = await buildBase({ 'Garden.lean': GARDEN });
    const index = openIndex(indexPath);
    const [best] = await rankMeanings(index, base, 'fencedness', null);
    expect(base.definition(best!.definition).name).toBe('Fenced');
    // The stemmer reads the two words as different ones; the base alone has no place in the search.
    expect(best!.addends.search).toBeGreaterThan(0);
    index.close();
    base.close();
  });

  it('finds the meaning of a term and names the others', async () => {
    const { base, indexPath } = await buildBase(FILES);
    const index = openIndex(indexPath);
    const { groups, otherMeanings } = await searchConcepts(index, base, 'draught of a ship', { limit: 1, field: null });
    expect(groups.flatMap(({ variants }) => variants).map((each) => base.definition(each.definition).name)).toEqual([
      'Harbour.draught',
    ]);
    expect(otherMeanings.map((number) => base.definition(number).name)).toEqual(['Plumbing.Draught']);
    index.close();
    base.close();
  });

  it('applies what the user says, last', async () => {
    const key = normalForm('draught');
    const { base, indexPath } = await buildBase(FILES, [
      { key, phrase: 'draught', name: 'Harbour.draught', kind: 'does not mean', ...UNKNOWN },
      { key, phrase: 'draught', name: 'Harbour.Quay', kind: 'means', ...UNKNOWN },
      { key, phrase: 'draught', name: 'Harbour.gone', kind: 'means', ...UNKNOWN },
    ]);
    const index = openIndex(indexPath);
    const { groups } = await searchConcepts(index, base, 'draught', { limit: 10, field: null });
    const names = groups.flatMap(({ variants }) => variants).map((each) => base.definition(each.definition).name);
    expect(names[0]).toBe('Harbour.Quay');
    expect(names).toContain('Plumbing.Draught');
    expect(names).not.toContain('Harbour.draught');
    expect(base.meanings(key).map(({ origin }) => origin)).toEqual(['user', 'name']);
    index.close();
    base.close();
  });

  it('looks up what the user says names the same concept', async () => {
    const named = (kind: 'same as' | 'also called', phrase: string, other: string): ConceptDecision => ({
      kind,
      key: normalForm(phrase),
      phrase,
      other: { key: normalForm(other), phrase: other },
    });
    const { base, indexPath } = await buildBase(FILES, [
      named('also called', 'draught', 'Tiefgang'),
      named('also called', 'Tiefgang', 'calado'),
      named('same as', 'draught', 'quay'),
    ]);
    const index = openIndex(indexPath);
    const namesFor = async (term: string) => {
      const { groups } = await searchConcepts(index, base, term, { limit: 3, field: null });
      return groups.flatMap(({ variants }) => variants).map((each) => base.definition(each.definition).name);
    };
    const merged = await namesFor('draught');
    expect(merged).toEqual(expect.arrayContaining(['Harbour.draught', 'Harbour.Quay', 'Plumbing.Draught']));
    for (const term of ['quay', 'Tiefgang', 'calado']) expect(await namesFor(term), term).toEqual(merged);
    expect(base.concept(normalForm('calado'))?.name).toBe('draught');
    const [best] = rankDefinitions(base, 'Every calado is small.');
    expect(base.definition(best!.definition).name).toMatch(/draught|Draught|Quay/);
    index.close();
    base.close();
  });

  it('has the same bytes when it is built again, and for any order of the files', async () => {
    const one = await buildBase(FILES);
    const other = await buildBase({ 'Plumbing.lean': PLUMBING, 'Harbour.lean': HARBOUR });
    expect(readFileSync(one.path).equals(readFileSync(other.path))).toBe(true);
    one.base.close();
    other.base.close();
  });

  it('without a definition that it refers to is damaged, not guessed', async () => {
    const { base, path } = await buildBase(FILES);
    const [meaning] = base.meanings(normalForm('draught'));
    base.close();
    const database = new Database(path);
    database.pragma('foreign_keys = OFF');
    database.prepare('DELETE FROM definitions WHERE number = ?').run(meaning!.definition);
    database.close();
    const damaged = openConceptBase(path);
    expect(() => damaged.annotation(meaning!.definition)).toThrow(/cannot be read/u);
    expect(() => damaged.definition(meaning!.definition)).toThrow(/cannot be read/u);
    damaged.close();
  });

  it('leaves a file that is not a concept base unchanged', () => {
    const path = join(temporaryFolder(), 'notes.txt');
    writeFileSync(path, 'my notes');
    const content = {
      definitions: [],
      concepts: [],
      names: new Map(),
      references: [],
      translations: new Map(),
      companions: [],
      modelRows: [],
      meta: {},
    };
    expect(() => writeConceptBase(path, content)).toThrow('is a file that is not a concept base');
    expect(readFileSync(path, 'utf8')).toBe('my notes');
    expect(() => openConceptBase(path)).toThrow('cannot be read');
    expect(() => openConceptBase(`${path}.missing`)).toThrow('There is no concept base');
  });
});

describe('the translation table', () => {
  const pairs = [
    { phrases: Int32Array.of(0), definitions: [0] },
    { phrases: Int32Array.of(0, 1), definitions: [0, 1] },
    { phrases: Int32Array.of(1), definitions: [1] },
    { phrases: Int32Array.of(0, 1), definitions: [1, 0] },
  ];

  it('explains each definition by the phrase that always comes with it', () => {
    const [first, second] = trainTranslations(pairs, 2);
    expect(first![0]!.definition).toBe(0);
    expect(second![0]!.definition).toBe(1);
    for (const { probability } of [...first!, ...second!]) expect(probability).toBeLessThan(1);
  });

  it('is less certain of a phrase of fewer texts', () => {
    const often = trainTranslations([...pairs, ...pairs, ...pairs], 2);
    expect(often[0]![0]!.probability).toBeGreaterThan(trainTranslations(pairs, 2)[0]![0]!.probability);
  });
});
