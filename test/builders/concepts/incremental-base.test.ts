/** A base built after a change equals one that is built from nothing, byte for byte. */
import { readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { conceptBaseContent } from '../../../src/builders/concepts/concept-base-content.ts';
import { readFiles } from '../../../src/builders/concepts/file-readings.ts';
import { sha256 } from '../../../src/base/hash.ts';
import { cachedReadings } from '../../../src/concepts/reading-cache.ts';
import { fillConceptBase } from '../../../src/concepts/write-base.ts';
import { openIndex } from '../../../src/index/open.ts';
import { buildRoots } from '../../index/build-request.ts';
import { temporaryFolder, writeFiles } from '../../index/temporary.ts';
import { HARBOUR, PLUMBING } from '../harbour-sources.ts';

const NAMES = ['Quay', 'Ship', 'tide', 'lantern', 'draught', 'Rope'];
const SPACES = ['', 'Harbour', 'Harbour.Pier', 'Yard'];
const PHRASES = [
  'sheltered quay',
  'the depth of a *ship*',
  'a lantern of the pier',
  'tide, which is low',
  '`code` of ropes',
];

/** A name of a few, so that files name, hide and repeat each other's declarations. */
const name = fc.constantFrom(...NAMES);
const doc = fc.option(fc.constantFrom(...PHRASES), { nil: null });
const declaration = fc.oneof(
  fc.record({
    kind: fc.constant('def'),
    name,
    doc,
    uses: name,
    attribute: fc.constantFrom('', '', '@[stacks 01AB]', '@[to_additive]', '@[deprecated (since := "2024-01-01")]'),
  }),
  fc.record({ kind: fc.constant('structure'), name, doc, uses: name, attribute: fc.constant('') }),
  fc.record({ kind: fc.constant('class'), name, doc, uses: name, attribute: fc.constant('') }),
  fc.record({
    kind: fc.constant('theorem'),
    name: name.map((one) => `about_${one}`),
    doc,
    uses: name,
    attribute: fc.constant(''),
  }),
  fc.record({ kind: fc.constant('alias'), name, doc, uses: name, attribute: fc.constant('') }),
);
const file = fc
  .record({
    space: fc.constantFrom(...SPACES),
    open: fc.constantFrom('', ...SPACES),
    variable: fc.option(name, { nil: null }),
    notation: fc.integer({ max: 9, min: 0 }).map((one) => one === 0),
    bullet: fc.option(fc.tuple(fc.constantFrom(...PHRASES), name), { nil: null }),
    declarations: fc.array(declaration, { maxLength: 6 }),
  })
  .map(({ space, open, variable, notation, bullet, declarations }) =>
    [
      `/-! # Tides${bullet === null ? '' : `\n\n* \`${bullet[1]}\`: ${bullet[0]}`} -/`,
      open === '' ? '' : `open ${open}`,
      space === '' ? '' : `namespace ${space}`,
      variable === null ? '' : `variable {α : Type} [${variable} α]`,
      notation ? 'notation "◊" x => tide x' : '',
      ...declarations.map(({ kind, name: own, doc: text, uses, attribute }) =>
        [text === null ? '' : `/-- ${text} -/`, attribute, bodies[kind]!(own, uses)]
          .filter((line) => line !== '')
          .join('\n'),
      ),
      space === '' ? '' : `end ${space}`,
    ].join('\n\n'),
  );
const bodies: Record<string, (own: string, uses: string) => string> = {
  def: (own, uses) => `def ${own} (x : ${uses}) (n : Nat) : Nat := n`,
  structure: (own, uses) => `structure ${own} (α : Type) where\n  size : ${uses}`,
  class: (own, uses) => `class ${own} (α : Type) where\n  width : ${uses}`,
  theorem: (own, uses) => `theorem ${own} {α : Type} (a : α) (h : ${uses} a) : ${uses} = ${uses} ∧ ◊ a := sorry`,
  alias: (own, uses) => `alias ${own} := ${uses}`,
};

const PATHS = ['A.lean', 'B.lean', 'deep/C.lean', 'D.lean'];
/** By path: the file, or none. */
const state = fc.tuple(...PATHS.map(() => fc.option(file, { nil: null, freq: 6 })));
/** Which files change, and to what. */
const change = fc.record({ at: fc.nat(PATHS.length - 1), to: fc.option(file, { nil: null, freq: 5 }) });

class Library {
  readonly #folder = temporaryFolder();
  readonly root = join(this.#folder, 'sources');
  readonly cache = join(this.#folder, 'cache.sqlite');
  readonly index = join(this.#folder, 'index.sqlite');

  set(path: string, text: string | null): void {
    if (text === null) rmSync(join(this.root, path), { force: true });
    else writeFiles(this.root, { [path]: text });
  }

  /** The base with what the cache has, and the base without. */
  async bases(): Promise<[incremental: Buffer, full: Buffer]> {
    await buildRoots(this.index, { Own: this.root });
    return [this.base(this.cache), this.base(null)];
  }

  base(cache: string | null): Buffer {
    const index = openIndex(this.index);
    const path = join(this.#folder, 'base.sqlite');
    const lists = [{ title: 'low tide', names: ['tide', 'Harbour.tide'], external: 'Q1' }];
    fillConceptBase(path, conceptBaseContent(index, lists, [], undefined, [], cache));
    index.close();
    const bytes = readFileSync(path);
    rmSync(path);
    return bytes;
  }
}

describe('a base after a change', () => {
  it('equals one that is built from nothing', { timeout: 120_000 }, async () => {
    await fc.assert(
      fc.asyncProperty(state, fc.array(change, { minLength: 1, maxLength: 4 }), async (files, changes) => {
        const library = new Library();
        writeFiles(library.root, {
          'Fixed.lean': 'def tide : Nat := 1\n\n/-- The tide. -/\ndef Harbour.tide : Nat := 1\n',
        });
        files.forEach((text, at) => library.set(PATHS[at]!, text));
        for (const { at, to } of [{ at: 0, to: files[0]! }, ...changes]) {
          library.set(PATHS[at]!, to);
          const [incremental, full] = await library.bases();
          expect(incremental.equals(full)).toBe(true);
        }
      }),
      { numRuns: Number(process.env['RUNS'] ?? 6) },
    );
  });

  it('reads only the changed file', async () => {
    const library = new Library();
    writeFiles(library.root, { 'Harbour.lean': HARBOUR, 'Plumbing.lean': PLUMBING });
    await library.bases();
    library.set('Plumbing.lean', PLUMBING.replace('chimney', 'stove'));
    await buildRoots(library.index, { Own: library.root });
    // The base takes what the cache has for a file that is not read again, even if it is wrong.
    const database = readFileSync(library.cache).toString('latin1');
    writeFileSync(library.cache, database.replaceAll('where ships moor', 'where sheep moor'), 'latin1');
    const text = library.base(library.cache).toString('latin1');
    expect(text).toContain('where sheep moor');
    expect(text).toContain('The draught of a stove.');
  });

  it.each([
    ['cut off', (bytes: Buffer) => bytes.subarray(0, bytes.length / 2)],
    ['empty', () => Buffer.alloc(0)],
    [
      'of another version',
      (bytes: Buffer) => Buffer.from(bytes.toString('latin1').replaceAll(/[0-9a-f]{64}/g, '0'.repeat(64)), 'latin1'),
    ],
    ['filled with zeros', (bytes: Buffer) => bytes.fill(0, 4096)],
  ])('does not depend on a cache that is %s, and writes it anew', async (_, damage) => {
    const library = new Library();
    writeFiles(library.root, { 'Harbour.lean': HARBOUR, 'Plumbing.lean': PLUMBING });
    const [, full] = await library.bases();
    const intact = readFileSync(library.cache);
    writeFileSync(library.cache, damage(readFileSync(library.cache)));
    expect(library.base(library.cache).equals(full)).toBe(true);
    expect(readFileSync(library.cache).equals(intact)).toBe(true);
  });

  it('leaves a file that is no cache as it is', async () => {
    const library = new Library();
    writeFiles(library.root, { 'Harbour.lean': HARBOUR });
    writeFiles(library.cache, {});
    writeFileSync(library.cache, 'my notes');
    const [incremental, full] = await library.bases();
    expect(incremental.equals(full)).toBe(true);
    expect(readFileSync(library.cache, 'utf8')).toBe('my notes');
    expect(cachedReadings(library.cache, '')).toEqual(new Map());
  });
});

it('reads files as READING_VERSION says', async () => {
  const library = new Library();
  writeFiles(library.root, { 'Harbour.lean': HARBOUR, 'Plumbing.lean': PLUMBING });
  await buildRoots(library.index, { Own: library.root });
  const index = openIndex(library.index);
  // If this fails, increase READING_VERSION and put the new hash here: caches have what was read before.
  expect(sha256(JSON.stringify(readFiles(index, null))).slice(0, 16)).toBe('74c77b51f9370a19');
  index.close();
});
