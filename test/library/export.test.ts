/** A library that is exported, imported elsewhere and exported again gives the same bytes. */
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import type { CommandContext } from '../../src/session/command-context.ts';
import { libraryImport } from '../../src/commands/library-import.ts';
import { EXPORT_SCHEMA } from '../../src/commands/parse-export.ts';
import type { DerivedRows, EntryRef } from '../../src/library/derivation.ts';
import { EmbeddedStore } from '../../src/library/embedded-store.ts';
import { exportRecords } from '../../src/library/export.ts';
import { openLibrary, type Library } from '../../src/library/library.ts';
import { remove } from '../../src/library/removal.ts';
import { exportLines } from '../../src/report/library-export.ts';
import { temporaryFolder } from '../index/temporary.ts';
import { concept, keyed, unit } from './derived-unit.ts';
import { documentOf, piece, refersTo } from './made-document.ts';

const SOURCES = ['north', 'south'];
const LABELS = ['one', 'two', 'three'];
const text = fc.string({ unit: 'binary', maxLength: 8 });
/** As JSON stores it: no negative zero, and keys in their order. */
const json = fc.jsonValue({ maxDepth: 2 }).map((value) => JSON.parse(JSON.stringify(value)) as unknown);

const documents = fc.array(
  fc.record({
    source: fc.constantFrom(...SOURCES),
    name: fc.constantFrom('algebra', 'geometry', 'sub/logic'),
    body: text,
    pieces: fc.uniqueArray(
      fc.record({
        label: fc.constantFrom(...LABELS),
        names: fc.uniqueArray(fc.constantFrom(...LABELS, 'algebra-one', 'nowhere'), { maxLength: 3 }),
        facts: fc.option(
          fc.record(
            {
              proofStarts: fc.array(fc.integer({ min: 1, max: 9 }), { maxLength: 2 }),
              subjects: fc.array(text, { maxLength: 2 }),
              attributes: fc.array(fc.record({ part: fc.nat(2), name: text, value: json }), { maxLength: 2 }),
            },
            { requiredKeys: [] },
          ),
          { nil: undefined },
        ),
      }),
      { selector: ({ label }) => label, maxLength: 3 },
    ),
    lacks: fc.boolean(),
  }),
  { maxLength: 5 },
);

const rows = fc.record({
  maker: fc.constantFrom('rules', 'human'),
  source: fc.constantFrom('concepts', ...SOURCES),
  version: text,
  unit: text,
  concepts: fc.uniqueArray(
    fc.record({ key: text, body: text, payload: json, labels: fc.uniqueArray(text, { maxLength: 2 }) }),
    {
      selector: ({ key }) => key,
      maxLength: 3,
    },
  ),
  /** Positions among all entries, and data. */
  links: fc.array(fc.record({ from: fc.nat(), to: fc.nat(), kind: text, payload: json, evidence: json }), {
    maxLength: 4,
  }),
});

const library = fc.record({
  documents,
  units: fc.array(rows, { maxLength: 4 }),
  removed: fc.array(fc.nat(), { maxLength: 3 }),
  vectors: fc.array(fc.record({ entry: fc.nat(), space: fc.constantFrom('default', 'titles'), seed: fc.nat(99) }), {
    maxLength: 4,
  }),
});

const EXTERNALS = [{ prefix: 'algebra-', document: 'algebra' }];

async function fill(made: Library, { documents: all, units, removed, vectors }: Made): Promise<void> {
  for (const { source, name, body, pieces, lacks } of all) {
    const read = pieces.map(({ label, names, facts }) =>
      piece(label, { body: `${body}${label}`, ...refersTo(...names), ...(facts && { facts }) }),
    );
    const document = documentOf(read, {
      externals: EXTERNALS,
      title: body,
      ...(lacks ? { lacks: ['missing.tex'] } : {}),
    });
    made.addDocument(document, { source, name, path: `/${source}/${name}.tex`, readBy: 'test' });
  }
  // A key belongs to one unit of a source.
  const taken = new Set<string>();
  const distinct = new Map(units.map((each) => [JSON.stringify([each.source, each.maker, stored(each.unit)]), each]));
  const built = [...distinct.values()].map((each) => {
    const own = each.concepts.filter(({ key }) => {
      const id = JSON.stringify([each.source, stored(key)]);
      return !key.includes('#') && !taken.has(id) && taken.add(id);
    });
    return { ...each, concepts: own };
  });
  const write = (linksOf: (each: (typeof built)[number]) => Partial<DerivedRows>) =>
    made.derive(
      built.map(({ concepts, ...each }) => {
        const entries = concepts.map(({ key, body, payload, labels }) => ({
          entry: concept(stored(key), { body }),
          labels: [...new Set(labels.map(stored))],
          payload,
        }));
        const { source, maker, version } = each;
        return unit(stored(each.unit), { entries, ...linksOf({ concepts, ...each }) }, { source, maker, version });
      }),
    );
  write(() => ({}));
  const ids = [...made.entries()].map(({ id, source, key }) => (id % 2 === 0 ? id : keyed(key, source)));
  if (ids.length > 0) write(({ links }) => linkRows(links, (at) => ids[at % ids.length]!, made));
  for (const at of ids.length === 0 ? [] : removed) {
    const [entry] = [...made.entries()].slice(at % ids.length);
    if (entry !== undefined)
      remove(made.database, { sources: [], documents: [], derivations: [], entries: [entry.id] });
  }
  const left = [...made.entries()];
  for (const { entry, space, seed } of left.length === 0 ? [] : vectors) {
    const contentHash = space === 'default' ? left[entry % left.length]!.contentHash : `text ${entry % 3}`;
    const vector = Float32Array.from({ length: 5 }, (_, i) => Math.sin(seed + i + 1));
    const embedder = { name: `local/${space}`, snapshot: 's', dimension: 5 };
    await new EmbeddedStore(made.database, made.path, space).put(embedder, [{ contentHash, vector }]);
  }
}

type Made = typeof library extends fc.Arbitrary<infer T> ? T : never;

/** SQLite stores no lone surrogates. */
const stored = (value: string): string => Buffer.from(value).toString();

function linkRows(
  links: { from: number; to: number; kind: string; payload: unknown; evidence: unknown }[],
  refOf: (at: number) => EntryRef,
  made: Library,
): Partial<DerivedRows> {
  const byId = new Map([...made.entries()].map((each) => [each.id, each.contentHash]));
  const distinct = [...new Map(links.map((each, i) => [i, { ...each, kind: `${i}${each.kind}` }])).values()];
  return {
    inputs: distinct.map(({ from }, i) => {
      const entry = refOf(from);
      return { entry, contentHash: typeof entry === 'number' && i > 0 ? byId.get(entry)! : 'old' };
    }),
    edges: distinct.map(({ from, to, ...rest }) => ({ from: refOf(from), to: refOf(to), ...rest })),
    declarations: distinct.map(({ from, kind, payload, evidence }) => {
      return { entry: refOf(from), kind, package: 'Mathlib', name: 'Nat.add', statementHash: kind, payload, evidence };
    }),
    attributes: distinct.map(({ from, kind: name, payload: value, evidence }, part) => {
      return { entry: refOf(from), part, name, value, evidence };
    }),
    texts: distinct.map(({ to }, part) => ({ entry: refOf(to), space: 'titles', part, textHash: `text ${to % 3}` })),
  };
}

const lines = ({ database }: Library): string =>
  exportLines(EXPORT_SCHEMA, exportRecords(database, [], { vectors: true }));

const context = (folder: string, libraryPath: string): CommandContext =>
  ({
    settings: { libraryPath },
    cwd: folder,
    signal: new AbortController().signal,
    startProgress: () => ({ update: () => undefined, stop: () => undefined }),
  }) as unknown as CommandContext;

test('export, import and export again are the identity, for any library', async () => {
  const folder = temporaryFolder();
  let [number, vectors, derived] = [0, 0, 0];
  await fc.assert(
    fc.asyncProperty(library, async (made) => {
      const first = openLibrary(join(folder, `${++number}.sqlite`), { writable: true });
      first.database.pragma('synchronous = OFF');
      await fill(first, made);
      const exported = lines(first);
      first.close();
      vectors += Number(exported.includes('"record":"vector"'));
      derived += Number(exported.includes('"record":"declaration"'));
      writeFileSync(join(folder, 'export.jsonl'), exported);
      const path = join(folder, `${number}-again.sqlite`);
      await libraryImport({ file: 'export.jsonl' }, context(folder, path));
      const second = openLibrary(path);
      expect(lines(second)).toBe(exported);
      second.close();
      // Into a library that has it all, nothing is added.
      await libraryImport({ file: 'export.jsonl' }, context(folder, path));
      const third = openLibrary(path);
      expect(lines(third)).toBe(exported);
      third.close();
    }),
    { numRuns: 40 },
  );
  expect([vectors > 0, derived > 0]).toEqual([true, true]);
}, 240_000);

test('vectors of another embedder are rejected before anything is imported', async () => {
  const folder = temporaryFolder();
  const openWith = async (name: string): Promise<Library> => {
    const made = openLibrary(join(folder, `${name}.sqlite`), { writable: true });
    made.addDocument(documentOf([piece(name)]), { source: name, name, path: `/${name}.tex`, readBy: 'test' });
    const { contentHash } = [...made.entries()][0]!;
    const vector = Float32Array.of(1, 1);
    await new EmbeddedStore(made.database, name).put({ name: `local/${name}`, snapshot: 's', dimension: 2 }, [
      { contentHash, vector },
    ]);
    return made;
  };
  const [one, two] = [await openWith('one'), await openWith('two')];
  writeFileSync(join(folder, 'export.jsonl'), lines(one));
  const before = lines(two);
  for (const each of [one, two]) each.close();
  const importing = libraryImport({ file: 'export.jsonl' }, context(folder, join(folder, 'two.sqlite')));
  await expect(importing).rejects.toMatchObject({ detail: { code: 'embedder-differs' } });
  const after = openLibrary(join(folder, 'two.sqlite'));
  expect(lines(after)).toBe(before);
  after.close();
});
