/** Of the values that several makers give to an attribute, one counts, however attributes are read. */
import { join } from 'node:path';
import fc from 'fast-check';
import { expect, it } from 'vitest';
import { attributesOf, headAttributes } from '../../src/library/entry-attributes.ts';
import { openLibrary } from '../../src/library/library.ts';
import { temporaryFolder } from '../index/temporary.ts';
import { keyed, unit } from './derived-unit.ts';
import { documentOf, piece } from './made-document.ts';

const KEYS = ['a', 'b', 'c'];

const values = fc.array(
  fc.record({
    key: fc.constantFrom(...KEYS),
    maker: fc.constantFrom('human', 'document', 'model', 'rules'),
    part: fc.constantFrom(0, 0, 1),
    name: fc.constantFrom('type', 'field', 'title'),
    value: fc.constantFrom('theorem', 'definition', 'algebra'),
    /** Of a model: it was about another text. */
    isOutdated: fc.boolean(),
  }),
  { maxLength: 12 },
);

it('type and field of a statement are those that reading all attributes gives', () => {
  fc.assert(
    fc.property(values, (given) => {
      const library = openLibrary(join(temporaryFolder(), 'library.sqlite'), { writable: true });
      try {
        const stated = (key: string) =>
          given
            .filter((each) => each.key === key && each.maker === 'document')
            .map(({ part, name, value }) => ({ part, name, value }));
        const pieces = KEYS.map((key) => piece(key, { kind: 'theorem', facts: { attributes: stated(key) } }));
        library.addDocument(documentOf(pieces), { source: 'north', name: 'book', path: '/book.tex', readBy: 'test' });
        const units = given
          .filter(({ maker }) => maker !== 'document')
          .map(({ key, maker, part, name, value, isOutdated }, at) => {
            const entry = keyed(`book#${key}`, 'north');
            const rows = {
              attributes: [{ entry, part, name, value, evidence: null }],
              inputs: [{ entry, contentHash: isOutdated ? 'before' : contentHashOf(key) }],
            };
            return unit(`value ${at}`, rows, { source: 'north', maker });
          });
        library.derive(units);
        const ids = Array.from(library.entries(), ({ id }) => id);
        for (const entries of [null, ids.slice(0, 2)]) {
          const all = attributesOf(library.database, entries);
          const heads = headAttributes(library.database, entries);
          for (const name of ['type', 'field'] as const) {
            const counting = [...all].flatMap(([id, own]) => {
              const value = own.get(0, name);
              return value === undefined ? [] : [[id, value]];
            });
            expect(new Map(heads[name])).toEqual(new Map(counting as [number, unknown][]));
          }
        }
        function contentHashOf(key: string): string {
          return [...library.entries()].find((entry) => entry.key === `book#${key}`)!.contentHash;
        }
      } finally {
        library.close();
      }
    }),
    { numRuns: 40 },
  );
});
