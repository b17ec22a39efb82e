/** Any sequence of adding, changing and removing leaves the library in the state of a simple model. */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { openLibrary, type Library } from '../../src/library/library.ts';
import { resolveRemoval } from '../../src/library/resolve-removal.ts';
import { countRemoval, remove } from '../../src/library/removal.ts';
import { documentOf, piece, refersTo } from './made-document.ts';

const SOURCES = ['north', 'south'];
const DOCUMENTS = ['algebra', 'geometry'];
const LABELS = ['one', 'two', 'three'];
/** `algebra-` refers from geometry to algebra; the bare labels are the document's own, or those of any document. */
const EXTERNALS = DOCUMENTS.map((document) => ({ prefix: `${document}-`, document }));
const NAMED = [...LABELS, ...DOCUMENTS.flatMap((document) => LABELS.map((label) => `${document}-${label}`)), 'nowhere'];

interface TestPiece {
  label: string;
  body: string;
  names: string[];
}

type Step =
  | { do: 'add'; source: string; document: string; pieces: TestPiece[] }
  | { do: 'drop-entry'; source: string; document: string; label: string }
  | { do: 'drop-document'; source: string; document: string }
  | { do: 'drop-source'; source: string };

const source = fc.constantFrom(...SOURCES);
const document = fc.constantFrom(...DOCUMENTS);
const pieces = fc.uniqueArray(
  fc.record({
    label: fc.constantFrom(...LABELS),
    body: fc.constantFrom('so', 'otherwise'),
    names: fc.uniqueArray(fc.constantFrom(...NAMED), { maxLength: 3 }),
  }),
  { selector: ({ label }) => label, maxLength: 3 },
);
const step: fc.Arbitrary<Step> = fc.oneof(
  { weight: 4, arbitrary: fc.record({ do: fc.constant('add' as const), source, document, pieces }) },
  fc.record({ do: fc.constant('drop-entry' as const), source, document, label: fc.constantFrom(...LABELS) }),
  fc.record({ do: fc.constant('drop-document' as const), source, document }),
  fc.record({ do: fc.constant('drop-source' as const), source }),
);

interface ModelDocument {
  pieces: TestPiece[];
  /** Labels that it had when it was added: references to these are to the document itself. */
  own: Set<string>;
}

class Model {
  readonly documents = new Map<string, ModelDocument>();

  run(made: Step): void {
    const all = [...this.documents.keys()];
    const name = made.do === 'drop-source' ? '' : `${made.source}/${made.document}`;
    const before = this.documents.get(name);
    if (made.do === 'add')
      this.documents.set(name, { pieces: made.pieces, own: new Set(made.pieces.map((each) => each.label)) });
    else if (made.do === 'drop-document') this.documents.delete(name);
    else if (made.do === 'drop-source')
      for (const each of all) if (each.startsWith(`${made.source}/`)) this.documents.delete(each);
    if (made.do === 'drop-entry' && before !== undefined) {
      this.documents.set(name, { ...before, pieces: before.pieces.filter(({ label }) => label !== made.label) });
    }
  }

  entries(): string[] {
    return [...this.documents].flatMap(([name, { pieces: own }]) =>
      own.map(({ label, body }) => `${name}#${label}: ${body}`),
    );
  }

  refers(): string[] {
    return [...this.documents].flatMap(([name, { pieces: own, own: labels }]) =>
      own.flatMap(({ label, names }) =>
        names
          .map((named) => this.#target(name, labels, named))
          .filter((to) => to !== null && to !== `${name}#${label}`)
          .map((to) => `${name}#${label} > ${to}`),
      ),
    );
  }

  #target(from: string, own: Set<string>, named: string): string | null {
    const [source_] = from.split('/');
    const external = EXTERNALS.find(({ prefix }) => named.startsWith(prefix));
    const where = own.has(named)
      ? [from]
      : external
        ? [`${source_}/${external.document}`]
        : DOCUMENTS.map((each) => `${source_}/${each}`);
    const label = external && !own.has(named) ? named.slice(external.prefix.length) : named;
    const found = where.filter((each) => this.documents.get(each)?.pieces.some((one) => one.label === label));
    return found.length === 1 ? `${found[0]}#${label}` : null;
  }
}

function apply(library: Library, made: Step): void {
  const { database } = library;
  if (made.do === 'add') {
    const read = made.pieces.map(({ label, body, names }) => piece(label, { body, ...refersTo(...names) }));
    const path = `/${made.source}/${made.document}.tex`;
    library.addDocument(documentOf(read, { externals: EXTERNALS }), {
      source: made.source,
      name: made.document,
      path,
      readBy: 'test',
    });
    return;
  }
  const names = {
    source: made.source,
    documents: made.do === 'drop-document' ? [made.document] : [],
    entries: made.do === 'drop-entry' ? [`${made.document}#${made.label}`] : [],
  };
  let removal;
  try {
    removal = resolveRemoval(database, names);
  } catch {
    return; // It does not exist.
  }
  const before = count(library, 'entries');
  const counts = countRemoval(database, removal);
  const refersBefore = count(library, "edges WHERE kind = 'refers'");
  remove(database, removal);
  expect(count(library, 'entries')).toBe(before - counts.entries);
  if (counts.references === 0) expect(count(library, "edges WHERE kind = 'refers'")).toBeLessThanOrEqual(refersBefore);
}

function count({ database }: Library, table: string): number {
  return database.prepare(`SELECT count(*) FROM ${table}`).pluck().get() as number;
}

/** Every id that was ever assigned, with its owner. */
type Assigned = Map<number, string>;

function compare(library: Library, model: Model, assigned: Assigned, alive: Map<string, number>): void {
  const entries = [...library.entries()];
  const name = (entry: (typeof entries)[number]): string => `${entry.source}/${entry.key}`;
  expect(entries.map((entry) => `${name(entry)}: ${entry.body}`).toSorted()).toEqual(model.entries().toSorted());
  for (const entry of entries) {
    const owner = assigned.get(entry.id);
    if (owner === undefined) assigned.set(entry.id, name(entry));
    else expect(owner).toBe(name(entry));
    const before = alive.get(name(entry));
    if (before !== undefined) expect(entry.id).toBe(before);
    else expect(owner).toBeUndefined();
  }
  alive.clear();
  for (const entry of entries) alive.set(name(entry), entry.id);
  const names = new Map(entries.map((entry) => [entry.id, name(entry)]));
  const edges = library.database.prepare('SELECT from_id, kind, to_id FROM edges').raw().all() as [
    number,
    string,
    number,
  ][];
  const refers = edges
    .filter(([, kind]) => kind === 'refers')
    .map(([from, , to]) => `${names.get(from)} > ${names.get(to)}`);
  expect(refers.toSorted()).toEqual([...new Set(model.refers())].toSorted());
  expect(count(library, 'entry_words')).toBe(0);
  expect(library.database.pragma('foreign_key_check')).toEqual([]);
}

test('ids stay the same, nothing is lost or duplicated, and references resolve to the labels', () => {
  const folder = mkdtempSync(join(tmpdir(), 'lemmahead-sequence-'));
  // One file for all sequences, because creating one costs more than all steps of a sequence.
  const library = openLibrary(join(folder, 'library.sqlite'), { writable: true });
  library.database.pragma('synchronous = OFF');
  library.database.pragma('journal_mode = MEMORY');
  const assigned: Assigned = new Map();
  fc.assert(
    fc.property(fc.array(step, { minLength: 1, maxLength: 12 }), (steps) => {
      for (const each of SOURCES) apply(library, { do: 'drop-source', source: each });
      const model = new Model();
      const alive = new Map<string, number>();
      // In the end, adding the documents again restores what was removed from them.
      for (const made of [...steps, ...steps.filter((each) => each.do === 'add')]) {
        apply(library, made);
        model.run(made);
        compare(library, model, assigned, alive);
      }
    }),
    { numRuns: 200 },
  );
  library.close();
  rmSync(folder, { recursive: true });
}, 120_000);
