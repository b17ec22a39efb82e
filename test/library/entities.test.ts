/** Entities in the JSON of AutoMathKG are read, stored and written with all attributes. */
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { loadEntities, loadEntity } from '../../src/library/entities.ts';
import { openLibrary, type Library } from '../../src/library/library.ts';
import type { Document, Piece } from '../../src/sources/document.ts';
import { documentOf, piece, refersTo } from './made-document.ts';
import { readAutoMathKg } from '../../src/sources/datasets/read-automathkg.ts';
import { ENTITY_TYPES, FIELDS, TACTICS, type Entity, type EntityText } from '../../src/sources/entity.ts';
import { formatOf } from '../../src/sources/formats.ts';

/** What the paper's Table 2 says, in the shape of its Table B3. */
const SYMMETRIC_GROUP = {
  id: 17,
  type: 'definition',
  label: 'Definition:Symmetric Group',
  title: 'Symmetric Group',
  field: 'algebra',
  contents: ['Let $S$ be a set.', 'Let $\\Gamma(S)$ denote the set of permutations on $S$.'],
  bodylist: [{ description: 'Let $S$ be a set.', action: 'premise' }],
  refs: ['Definition:Permutation', 'Definition:Set'],
  references_tactics: { 'Definition:Permutation': 'definition', 'Definition:Set': 'premise' },
  source: 'ProofWiki',
  proofs: [],
  solutions: [],
  in_refs: {},
  in_ref_ids: [],
  out_refs: {},
  out_ref_ids: [],
};

let folder: string;
let library: Library;
let sources = 0;

beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'lemmahead-entities-'));
  library = openLibrary(join(folder, 'library.sqlite'), { writable: true });
});
afterAll(() => {
  library.close();
  rmSync(folder, { recursive: true });
});

/** Reads a file of entities into a source of its own. */
function stored(json: string): Entity[] {
  const path = join(folder, 'entities.json');
  writeFileSync(path, json);
  expect(formatOf(path)).toBe('automathkg');
  const source = `source ${++sources}`;
  library.addDocument(readAutoMathKg(path), { source, name: 'entities', path, readBy: 'test' });
  return loadEntities(library.database, [source]);
}

const withoutIds = ({ id: _id, in_ref_ids: _in, out_ref_ids: _out, ...entity }: Entity) => entity;

const string = fc.string({ unit: 'grapheme', maxLength: 6 }).map((text) => text.normalize());
const LABELS = ['Set', 'Group', 'Lagrange', 'Exercise 1', 'Unknown'];

const entityText = fc
  .record({
    contents: fc.array(
      string.filter((text) => text.trim() !== ''),
      { minLength: 1, maxLength: 3 },
    ),
    bodylist: fc.array(fc.record({ description: string, action: fc.constantFrom(...TACTICS) }), { maxLength: 2 }),
    roles: fc.uniqueArray(fc.record({ label: fc.constantFrom(...LABELS), role: fc.constantFrom(...TACTICS) }), {
      selector: ({ label }) => label,
      maxLength: 3,
    }),
  })
  .map(({ roles, ...text }): EntityText => ({
    ...text,
    refs: roles.map(({ label }) => label),
    references_tactics: Object.fromEntries(roles.map(({ label, role }) => [label, role])),
  }));

const entity = fc
  .record({
    type: fc.constantFrom(...ENTITY_TYPES),
    label: fc.constantFrom(...LABELS.slice(0, 4)),
    title: string,
    field: fc.option(fc.constantFrom(...FIELDS)),
    statement: entityText,
    source: fc.constantFrom('ProofWiki', 'textbook'),
    others: fc.array(entityText, { maxLength: 3 }),
  })
  .map(({ statement, others, ...rest }) => ({
    ...rest,
    ...statement,
    proofs: rest.type === 'problem' ? [] : others,
    solutions: rest.type === 'problem' ? others : [],
  }));

describe('entities of AutoMathKG', () => {
  test('keep the 16 attributes of the example of the paper', () => {
    const [found] = stored(JSON.stringify([SYMMETRIC_GROUP]));
    expect(Object.keys(found!).toSorted()).toEqual(Object.keys(SYMMETRIC_GROUP).toSorted());
    expect(withoutIds(found!)).toEqual(withoutIds(SYMMETRIC_GROUP as unknown as Entity));
  });

  test('written again are the same, for any entities', () => {
    const entities = fc.uniqueArray(entity, { selector: ({ label }) => label, maxLength: 4 });
    fc.assert(
      fc.property(entities, fc.boolean(), (given, asLines) => {
        const json = asLines ? given.map((each) => `${JSON.stringify(each)}\n`).join('') : JSON.stringify(given);
        fc.pre(given.length > 0);
        const first = stored(json);
        expect(first.map(({ in_refs: _in, out_refs: _out, ...rest }) => withoutIds(rest as Entity))).toEqual(
          given.map((each) => ({ ...each })),
        );
        expect(stored(JSON.stringify(first)).map(withoutIds)).toEqual(first.map(withoutIds));
      }),
      { numRuns: 60 },
    );
  });

  test('refer to definitions and theorems only; the role in the statement counts', () => {
    const text = (roles: EntityText['references_tactics']): EntityText => {
      return { contents: ['Text.'], bodylist: [], refs: Object.keys(roles), references_tactics: roles };
    };
    const [set, theorem, problem] = stored(
      JSON.stringify([
        { type: 'definition', label: 'Set', ...text({}) },
        {
          type: 'theorem',
          label: 'Union',
          ...text({ Set: 'premise' }),
          proofs: [text({ Set: 'lemma', Task: 'lemma' })],
        },
        { type: 'problem', label: 'Task', ...text({ Union: 'deduction', Nothing: 'premise' }) },
      ]),
    );
    expect(theorem!.in_refs).toEqual({ Set: 'premise' });
    expect(set!.out_refs).toEqual({ Union: 'premise' });
    expect(set!.out_ref_ids).toEqual([theorem!.id]);
    expect(problem!.in_refs).toEqual({ Union: 'deduction' });
    expect(problem!.out_refs).toEqual({});
  });

  test('leave to rules what the file leaves out, and may have any label', () => {
    const text = (label: string, other: string): object => {
      return { type: 'theorem', label, contents: ['Text.'], refs: [other] };
    };
    const [one, two] = stored(JSON.stringify([text('constructor', 'toString'), text('toString', 'constructor')]));
    expect(Object.entries(one!.in_refs)).toEqual([['toString', 'deduction']]);
    expect(Object.entries(two!.out_refs)).toEqual([['constructor', 'deduction']]);
    const [first] = loadEntities(library.database, [`source ${sources}`]);
    const values = loadEntity(library.database, first!.id)!.attributes.all();
    expect(values.map(({ name }) => name)).toEqual(['type', 'contents', 'refs']);
  });

  test.each([
    ['{"type": "theorem", "label": "A", "contents": "text"}', 'Entity 1: contents: '],
    ['[{"type": "axiom", "label": "A", "contents": []}]', 'Entity 1: type: '],
    ['{"type": "theorem", "label": "A", "contents": []}\n{', 'Line 2 is not JSON'],
  ])('%s is rejected', (json, reason) => {
    const path = join(folder, 'wrong.json');
    writeFileSync(path, json);
    expect(() => readAutoMathKg(path)).toThrow(
      expect.objectContaining({
        detail: expect.objectContaining({ reason: expect.stringContaining(reason) as string }) as object,
      }) as Error,
    );
  });

  test('called by another label than their first keep their references when they are read again', () => {
    const facts = { attributes: [{ part: 0, name: 'references_tactics' as const, value: { 'item-1': 'premise' } }] };
    const add = (name: string, pieces: Piece[]): void => {
      library.addDocument(documentOf(pieces), { source: 'labels', name, path: join(folder, name), readBy: 'test' });
    };
    add('one', [
      piece('z-lemma', { labels: ['z-lemma', 'item-1'] }),
      piece('user', { ...refersTo('item-1'), facts }),
      piece('twice'),
    ]);
    add('two', [piece('twice')]);
    const first = loadEntities(library.database, ['labels']);
    expect(first.map(({ label }) => label)).toEqual(['z-lemma', 'user', 'one#twice', 'two#twice']);
    expect(first[1]!.refs).toEqual(['z-lemma']);
    expect(first[1]!.in_refs).toEqual({ 'z-lemma': 'premise' });
    expect(stored(JSON.stringify(first)).map(withoutIds)).toEqual(first.map(withoutIds));
  });

  test('that are referred to by two labels, or share one with an item of a remark, are read again alike', () => {
    const roles = (value: Record<string, 'lemma' | 'premise'>): Pick<Piece, 'facts'> => ({
      facts: { attributes: [{ part: 0, name: 'references_tactics', value }] },
    });
    const pieces = [
      piece('z-lemma', { labels: ['z-lemma', 'item-1'] }),
      piece('both', { ...refersTo('z-lemma', 'item-1'), ...roles({ 'z-lemma': 'lemma', 'item-1': 'premise' }) }),
      piece('remark', { kind: 'remark', labels: ['remark', 'item-2'] }),
      piece('of-remark', { ...refersTo('item-2'), ...roles({ 'item-2': 'premise' }) }),
    ];
    const add = (name: string, own: Piece[]): void => {
      library.addDocument(documentOf(own), { source: 'shared', name, path: join(folder, name), readBy: 'test' });
    };
    add('part#1', pieces);
    add('part#2', [piece('item-2')]);
    const first = loadEntities(library.database, ['shared']);
    expect(first.map(({ label }) => label)).toEqual(['z-lemma', 'both', 'remark', 'of-remark', 'part#2#item-2']);
    expect(first[1]!.in_refs).toEqual({ 'z-lemma': 'lemma' });
    expect(first[3]!.in_refs).toEqual({});
    expect(stored(JSON.stringify(first)).map(withoutIds)).toEqual(first.map(withoutIds));
  });

  test('have one label, whether all or one is loaded; of several sources, each label is of one entity', () => {
    for (const source of ['old edition', 'new edition']) {
      const add = (name: string, pieces: Piece[]): void => {
        library.addDocument(documentOf(pieces), { source, name, path: join(folder, name), readBy: 'test' });
      };
      add('one', [piece('twice'), piece(`only in ${source}`)]);
      add('two', [piece('twice'), piece('user', refersTo('twice'))]);
    }
    for (const [chosen, label] of [
      [['new edition'], 'one#twice'],
      [['old edition', 'new edition'], 'new edition:one#twice'],
    ] as const) {
      const all = loadEntities(library.database, chosen);
      expect(all.map((each) => each.label)).toContain(label);
      expect(new Set(all.map((each) => each.label)).size).toBe(all.length);
      for (const each of all) expect(loadEntity(library.database, each.id, chosen)!.entity).toEqual(each);
    }
    const [first] = loadEntities(library.database, ['new edition']);
    expect(loadEntity(library.database, first!.id, ['old edition'])).toBeNull();
  });

  test('get no reference when they are read again from one that led nowhere, or to a passage', () => {
    const roles: Pick<Piece, 'facts'> = {
      facts: { attributes: [{ part: 0, name: 'references_tactics', value: { intro: 'premise', shared: 'lemma' } }] },
    };
    const add = (name: string, pieces: Piece[], externals: Document['externals'] = []): void => {
      const document = documentOf(pieces, { externals });
      library.addDocument(document, { source: 'strays', name, path: join(folder, name), readBy: 'test' });
    };
    const other = piece('other', { ...refersTo('intro', 'shared', 'far-key'), ...roles });
    add('one', [piece('intro', { kind: 'passage', called: '' }), other], [{ prefix: 'far-', document: 'far' }]);
    add('two', [piece('intro'), piece('shared'), piece('far-key')]);
    add('three', [piece('z', { labels: ['z', 'shared'] })]);
    const first = loadEntities(library.database, ['strays']);
    expect(first.flatMap(({ in_ref_ids: ids }) => ids)).toEqual([]);
    const again = stored(JSON.stringify(first));
    expect(again.flatMap(({ in_ref_ids: ids }) => ids)).toEqual([]);
    expect(again.map(withoutIds)).toEqual(first.map(withoutIds));
  });

  test('are referred to by a label that becomes unique when another document loses it', () => {
    const add = (name: string, pieces: Piece[]): void => {
      library.addDocument(documentOf(pieces), { source: 'lost', name, path: join(folder, name), readBy: 'test' });
    };
    const referred = (): number[] => loadEntities(library.database, ['lost']).flatMap((each) => each.in_ref_ids);
    add('one', [piece('two'), piece('other')]);
    add('two', [piece('two')]);
    add('three', [piece('user', refersTo('two'))]);
    expect(referred()).toEqual([]);
    add('one', [piece('other')]);
    expect(referred()).toHaveLength(1);
  });
});
