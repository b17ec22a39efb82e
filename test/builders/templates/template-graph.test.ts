/** Graphs of templates: names of theorems, builders without a model, what must hold, and how the library stores them. */
import { mkdtempSync, readFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { labelledGraph } from '../../../src/builders/templates/from-labelled.ts';
import { documentGraph } from '../../../src/builders/templates/from-library.ts';
import {
  cleanData,
  cleanText,
  graphItemRecord,
  type GraphItemRecord,
  MAX_STEPS,
  type TemplateRecord,
} from '../../../src/builders/templates/graph-records.ts';
import { readSeeds } from '../../../src/builders/templates/seed-problems.ts';
import { splitSteps } from '../../../src/builders/templates/split-steps.ts';
import { graphViolations, openGraph, recordsOf, saveGraph } from '../../../src/builders/templates/template-graph.ts';
import { normalTheoremName, TheoremNodes } from '../../../src/builders/templates/theorem-names.ts';
import { loadEntities } from '../../../src/library/entities.ts';
import { allowedEntries } from '../../../src/library/filter-entries.ts';
import { entityHeads } from '../../../src/library/knowledge-rows.ts';
import { openLibrary, type Library } from '../../../src/library/library.ts';
import { templateGraphs } from '../../../src/library/template-graphs.ts';
import { NO_FILTER } from '../../../src/search/library/search-entries.ts';
import { ROOT } from '../../architecture/source-files.ts';
import { documentOf, piece, refersTo } from '../../library/made-document.ts';

const LABELLED = readFileSync(join(ROOT, 'fixtures', 'problems', 'labelled.jsonl'), 'utf8');

const opened = (): Library =>
  openLibrary(join(mkdtempSync(join(tmpdir(), 'lemmahead-templates-')), 'l.sqlite'), { writable: true });

const template = (key: string, changes: Partial<TemplateRecord> = {}): TemplateRecord => ({
  ...{ record: 'template', key, stage: 'mixed', level: 2, field: 'Sums', title: key, problem: `Class ${key}.` },
  ...{
    steps: [{ text: 'Add.', theorem: 'theorem/t' }],
    parent: null,
    seed: null,
    entry: null,
    rejected: null,
    checks: {},
    made_by: {},
  },
  ...changes,
});

const theorem = (key: string): GraphItemRecord => ({
  ...{ record: 'theorem', key, name: key, statement: '', also: [], declarations: [], entries: [] },
});

describe('names of theorems', () => {
  test.each([
    ["Euler's Theorem", 'euler'],
    ['the Euler theorem', 'euler'],
    ['Euler’s  theorem', 'euler'],
    ["Bayes' rule", 'bayes'],
    ['Law of large numbers', 'of large numbers'],
    ['Bolzano–Weierstrass theorem', 'bolzano-weierstrass'],
    ['Lemma', 'lemma'],
    ['theorem rule', 'theorem rule'],
  ])('%s is %s', (name, normal) => expect(normalTheoremName(name)).toBe(normal));

  test('are normal after they are made normal once, and make keys that the library accepts', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'grapheme' }), (name) => {
        const normal = normalTheoremName(name);
        expect(normal).not.toMatch(/[#\n]/u);
        return (
          normalTheoremName(normal) === normal || /\b(?:theorem|lemma|identity|formula|rule|law|the)\b/u.test(normal)
        );
      }),
    );
  });

  test('one node has one name: the first statement counts, others are kept', () => {
    const nodes = new TheoremNodes();
    expect(nodes.add('Cayley formula')).toBe(nodes.add("the Cayley's formula", 'n^(n-2) trees'));
    nodes.add('Cayley formula', 'Another statement.');
    nodes.add('Cayley formula', 'Another statement.');
    expect(nodes.add(' ')).toBeNull();
    expect(nodes.all()).toEqual([
      {
        ...{ record: 'theorem', key: 'theorem/cayley', name: 'Cayley formula', statement: 'n^(n-2) trees' },
        ...{ also: [{ name: 'Cayley formula', statement: 'Another statement.' }], declarations: [], entries: [] },
      },
    ]);
  });
});

describe('steps of a proof', () => {
  test('are paragraphs, items, and conclusions; short ones are joined', () => {
    const proof = `Let $G$ be a group with an element of order two, and call it $g$.

We count the fixed points of the action of $g$ by conjugation. Hence the number of the others is even, as claimed.
So it is done.`;
    expect(splitSteps(proof).map(({ text }) => text.slice(0, 12))).toEqual([
      'Let $G$ be a',
      'We count the',
      'Hence the nu',
    ]);
  });

  test('are not split inside a formula', () => {
    const proof =
      'We set $x$ to be the least number that is greater. Therefore $$\n\nx = 1. So y = 2\n\n$$ holds for all of the numbers.';
    expect(splitSteps(proof)).toHaveLength(2);
  });

  test('cover every proof, in order, and are at most sixteen', () => {
    const word = fc.constantFrom(
      'Hence',
      'So',
      'we',
      'have',
      '$x.$',
      '\n\n',
      '\\item',
      '1.',
      '.',
      'by',
      '\\ref{a}',
      '{',
      '}',
      '$$',
    );
    fc.assert(
      fc.property(fc.array(word, { maxLength: 300 }), (words) => {
        const proof = words.join(' ');
        const steps = splitSteps(proof);
        expect(steps.length).toBeLessThanOrEqual(MAX_STEPS);
        let end = 0;
        for (const step of steps) {
          expect(proof.slice(end, step.start).trim()).toBe('');
          expect(proof.slice(step.start, step.end)).toBe(step.text);
          end = step.end;
        }
        expect(proof.slice(end).trim()).toBe('');
      }),
      { numRuns: 1000 },
    );
  });
});

describe('a graph of labelled problems', () => {
  test('has one theorem for several spellings, and leaves out problems without', () => {
    const { records, unlabelled } = labelledGraph(readSeeds(LABELLED, 'labelled.jsonl').problems);
    expect(unlabelled).toBe(1);
    expect(records.flatMap((each) => (each.record === 'theorem' ? [each.name] : []))).toEqual([
      ...['circular permutations', "Cayley's formula", "Fermat's little theorem"],
    ]);
    expect(graphViolations(records)).toEqual([]);
  });
});

describe('hostile problems', () => {
  test('are cut and cleaned, so that the library can read the graph again', () => {
    const library = opened();
    const long = 'x'.repeat(30_000);
    const seeds = [
      {
        name: `a#${long}`,
        theorem: `T ${long}`,
        solution: long,
        answer: long,
        options: [long],
        field: `\u202e${long}`,
      },
      { name: '\u0000\n', theorem: '\u0007T#\n2', solution: null, answer: null, options: [], field: null },
      { name: '__proto__', theorem: 'constructor', solution: '', answer: '', options: [], field: '' },
    ].map((seed, at) => ({ ...seed, problem: `Problem ${at}?`, level: null, split: null }));
    const { records } = labelledGraph(seeds);
    saveGraph(library, { name: 'g', plan: {}, isImported: false, records });
    const { problems, theorems } = openGraph(library.database, 'g');
    expect([problems.length, theorems.length]).toEqual([3, 3]);
    expect(JSON.stringify([problems, theorems])).not.toMatch(/\\u00|\u202e/u);
    library.close();
  });
});

describe('a graph of the proofs of a source', () => {
  test('has a step for each part of a proof, with the theorem that the part refers to', () => {
    const library = opened();
    const proof = String.raw`By \ref{lem:a} the sum is even, because every summand is. Hence the sum of two is even by \ref{def:b} as well.`;
    const pieces = [
      piece('lem:a', { body: 'Sums are even.' }),
      piece('def:b', { kind: 'definition', called: 'Definition', title: 'Even number', body: 'A multiple of two.' }),
      piece('thm:c', {
        called: 'Theorem',
        title: 'Sums',
        body: 'All sums are even.',
        proof,
        ...refersTo('lem:a', 'def:b'),
      }),
      piece('ex:d', { kind: 'problem', called: 'Exercise', body: 'Add.' }),
    ];
    library.addDocument(documentOf(pieces), { source: 'book', name: 'book', path: '/book.tex', readBy: 'test' });
    const { records, withoutProof } = documentGraph(library.database, 'book');
    const templates = records.filter((each) => each.record === 'template');
    expect(withoutProof).toBe(2);
    expect(templates.map(({ title, steps }) => [title, steps.map((step) => step.theorem)])).toEqual([
      ['Sums', ['theorem/book/lem:a', 'theorem/even number']],
    ]);
    saveGraph(library, { name: 'proofs', plan: { builder: 'library' }, isImported: false, records });
    const { id } = openGraph(library.database, 'proofs').templates[0]!;
    const edges = library.edges(id).filter(({ from }) => from === id);
    expect(edges.map(({ kind }) => kind).sort()).toEqual(['abstracts', 'uses', 'uses']);
    library.close();
  });
});

describe('what must hold for a graph', () => {
  test.each<[string, GraphItemRecord[], string]>([
    ['a key twice', [theorem('theorem/t'), theorem('theorem/t')], 'two records have the key theorem/t'],
    ['a missing theorem', [template('template/a')], 'the theorem theorem/t, which is missing'],
    [
      'a step without a theorem',
      [template('template/a', { steps: [{ text: 'Add.', theorem: null }] })],
      'a step of template/a names no theorem',
    ],
    [
      'a parent of another stage',
      [theorem('theorem/t'), template('template/a'), template('template/b', { parent: 'template/a' })],
      'template/b is no variation',
    ],
    [
      'a cycle',
      [
        theorem('theorem/t'),
        template('template/a', { stage: 'variation', parent: 'template/b' }),
        template('template/b', { stage: 'variation', parent: 'template/a' }),
      ],
      'template/a is a variation of itself',
    ],
    [
      'a base template without its problem',
      [theorem('theorem/t'), template('template/a', { stage: 'base' })],
      'not of the stage base',
    ],
  ])('%s is found', (_, records, violation) => {
    expect(
      graphViolations(records)
        .map(({ text }) => text)
        .join('\n'),
    ).toContain(violation);
  });

  test('nothing is stored of a graph that violates it', () => {
    const library = opened();
    const save = () =>
      saveGraph(library, { name: 'g', plan: {}, isImported: false, records: [template('template/a')] });
    expect(save).toThrow(
      expect.objectContaining({ detail: expect.objectContaining({ code: 'template-graph-wrong' }) }),
    );
    expect(templateGraphs(library.database)).toEqual([]);
    library.close();
  });

  test('texts lose control characters and marks of direction, and nothing else', () => {
    expect(cleanText('a\u0000b\u202ec\r\nd\te\u0301')).toBe('abc\nd\t\u00e9');
    fc.assert(fc.property(fc.string({ unit: 'binary' }), (text) => cleanText(cleanText(text)) === cleanText(text)));
    expect(graphItemRecord.parse(cleanData({ ...theorem('theorem/t'), name: 'a\u0007' }))).toMatchObject({ name: 'a' });
  });
});

describe('a graph in the library', () => {
  const labelled = (): GraphItemRecord[] => labelledGraph(readSeeds(LABELLED, 'labelled.jsonl').problems).records;
  const graph = (records: GraphItemRecord[]) => ({
    name: 'g',
    plan: { builder: 'labelled' },
    isImported: false,
    records,
  });

  test('is what was stored; storing it again changes nothing', () => {
    const library = opened();
    const records = labelled();
    expect(saveGraph(library, graph(records))).toEqual({ added: 10, changed: 0, unchanged: 0, removed: 0 });
    const first = openGraph(library.database, 'g');
    expect(recordsOf(first)).toEqual(
      records.toSorted((a, b) => a.record.localeCompare(b.record) * -1 || (a.key < b.key ? -1 : 1)),
    );
    expect(saveGraph(library, graph(records))).toEqual({ added: 0, changed: 0, unchanged: 10, removed: 0 });
    library.close();
  });

  test('loses what is no longer there, with theorems that nothing uses, and the rest keeps its ids', () => {
    const library = opened();
    saveGraph(library, graph(labelled()));
    const before = openGraph(library.database, 'g');
    const fewer = labelled().filter(({ key }) => !key.startsWith('problem/power'));
    expect(saveGraph(library, graph(fewer))).toEqual({ added: 0, changed: 0, unchanged: 7, removed: 3 });
    const after = openGraph(library.database, 'g');
    const idOf = (key: string) => (open: typeof after) => open.problems.find((each) => each.key === key)?.id;
    expect(idOf('problem/necklace')(after)).toBe(idOf('problem/necklace')(before));
    expect(after.theorems).toHaveLength(2);
    library.close();
  });

  test('is no text of the library: only its source or its kind selects it, and its entries are no entities', () => {
    const library = opened();
    library.addDocument(documentOf([piece('lem:a')]), { source: 'book', name: 'book', path: '/b.tex', readBy: 'test' });
    expect(allowedEntries(library.database, NO_FILTER)).toBeNull();
    saveGraph(library, graph(labelled()));
    expect(allowedEntries(library.database, NO_FILTER)?.size).toBe(1);
    expect(allowedEntries(library.database, { ...NO_FILTER, kinds: ['problem'] })?.size).toBe(0);
    expect(allowedEntries(library.database, { ...NO_FILTER, sources: ['g'] })?.size).toBe(10);
    expect(loadEntities(library.database)).toHaveLength(1);
    expect(entityHeads(library.database)).toHaveLength(1);
    library.close();
  });

  test('that somebody damaged is reported with its entry', () => {
    const library = opened();
    saveGraph(library, graph(labelled()));
    library.database
      .prepare(`UPDATE entries SET payload = '{"record":"problem"}' WHERE key = 'problem/necklace'`)
      .run();
    expect(() => openGraph(library.database, 'g')).toThrow(
      expect.objectContaining({
        detail: expect.objectContaining({
          code: 'template-graph-damaged',
          reason: expect.stringContaining('problem/necklace'),
        }),
      }),
    );
    library.close();
  });
});
