/** Reading and comparing the entries that a compiled module stores next to its declarations; damaged modules are refused. */
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { Interner } from '../../src/verify/audit/canonical.ts';
import { compareEntries } from '../../src/verify/audit/compare-entries.ts';
import { NotAnExport, readCompiledModule } from '../../src/verify/audit/compiled-module.ts';
import { shownName } from '../../src/verify/audit/lean-name.ts';
import { readStoredEntries } from '../../src/verify/audit/stored-entries.ts';
import { subjectOf } from '../../src/verify/audit/subject.ts';
import type { Finding } from '../../src/verify/verdict.ts';
import { ExportText } from './export-text.ts';
import { OleanBytes, scalar, type Written } from './olean-bytes.ts';

/** `pairs`: names with a number each, as `reducibility` stores them. */
function moduleWith(extension: string, pairs: readonly (readonly [string, number])[]): Buffer {
  const bytes = new OleanBytes();
  const entries = pairs.map(([name, value]) => bytes.object(0, [bytes.name(name), scalar(value)]));
  return bytes.module({ [extension]: entries });
}

describe('readStoredEntries', () => {
  it('reports the subject of each entry and all names in it', () => {
    const bytes = new OleanBytes();
    const pair = bytes.object(0, [bytes.name('foo.bar'), bytes.name('impl')]);
    const file = bytes.module({ implementedBy: [pair], protected: [bytes.name('x.1')], empty: [] });
    const entries = readStoredEntries(file, new Interner());
    expect([...entries.keys()]).toEqual(['["implementedBy"]', '["protected"]', '["empty"]']);
    const [first] = entries.get('["implementedBy"]')!;
    expect(first && [first.subject && shownName(first.subject), first.names().map(shownName).toSorted()]).toEqual([
      'foo.bar',
      ['foo.bar', 'impl'],
    ]);
    expect(entries.get('["protected"]')?.map(({ subject }) => subject?.parts)).toEqual([['x', 1]]);
  });

  it('gives equal entries the same number at any offset, and entries with another text or number a different one', () => {
    const content = (build: (bytes: OleanBytes) => Written): number => {
      const bytes = new OleanBytes();
      return readStoredEntries(bytes.module({ x: [build(bytes)] }), interner).get('["x"]')![0]!.content;
    };
    const interner = new Interner();
    const pair = (text: string, value: number) => (bytes: OleanBytes) =>
      bytes.object(0, [bytes.string(text), bytes.array([scalar(value)])]);
    const one = content(pair('a', 1));
    expect(content((bytes) => (bytes.string('noise'), pair('a', 1)(bytes)))).toBe(one);
    expect(new Set([one, content(pair('b', 1)), content(pair('a', 2))]).size).toBe(3);
    // Names are compared by their components, without the cached hash and the number of a macro.
    const named = (name: string) => (bytes: OleanBytes) => bytes.name(name);
    expect(content(named('a.b'))).toBe(content((bytes) => (bytes.string('noise'), bytes.name('a.b'))));
    expect(content(named('a._@.M._hyg.7'))).toBe(content(named('a._@.M._hyg.9')));
    expect(content(named('a.7'))).not.toBe(content(named('a.9')));
  });

  it('distinguishes entries with a macro name by their flags, not by their hashes', () => {
    const content = (number: number, scalars: Buffer<ArrayBuffer>): number => {
      const bytes = new OleanBytes();
      const entry = bytes.object(0, [bytes.name(`a._@.M._hyg.${number}`)], scalars);
      return readStoredEntries(bytes.module({ x: [entry] }), interner).get('["x"]')![0]!.content;
    };
    const interner = new Interner();
    expect(content(7, Buffer.alloc(8, 1))).toBe(content(9, Buffer.alloc(8, 2)));
    expect(content(7, Buffer.of(1, 0))).not.toBe(content(9, Buffer.of(0, 0)));
  });

  it('refuses overlapping objects', () => {
    const bytes = new OleanBytes();
    // Contains many headers of byte arrays that all extend to its end.
    const text = Buffer.alloc(8000);
    for (let at = 0; at + 24 < text.length; at += 24) {
      text.set([1, 248], at + 6);
      text.writeBigUInt64LE(BigInt(text.length - at - 24), at + 8);
    }
    const held = bytes.bytes(text) as { at: number };
    const heads = Array.from({ length: 300 }, (_, index) => ({ at: held.at + 24 + index * 24 }));
    const file = bytes.module({ x: heads });
    expect(() => readStoredEntries(file, new Interner())).toThrow('overlap');
  });

  it('throws only NotAnExport for a file with random changes', () => {
    const valid = moduleWith('reducibility', [
      ['foo.bar', 1],
      ['x', 2],
    ]);
    const bytesOf = fc.array(fc.tuple(fc.nat(valid.length - 1), fc.nat(255)), { maxLength: 4 });
    fc.assert(
      fc.property(bytesOf, fc.nat(valid.length), (changes, end) => {
        const tampered = Buffer.from(valid);
        for (const [at, value] of changes) tampered[at] = value;
        for (const file of [tampered, valid.subarray(0, end)]) {
          try {
            readStoredEntries(file, new Interner());
          } catch (error) {
            expect(error).toBeInstanceOf(NotAnExport);
          }
        }
      }),
      { numRuns: 300 },
    );
  });
});

describe('compareEntries', () => {
  const text = new ExportText();
  text.theorem('t', text.prop(), text.constant('proof')).at('t', 1);
  text.theorem('t.match_1', text.prop(), text.constant('proof'));
  const subject = subjectOf(readCompiledModule(String(text)));
  const plainText = new ExportText();
  plainText.theorem('t', plainText.prop(), plainText.constant('proof')).at('t', 1);
  const withoutMatcher = subjectOf(readCompiledModule(String(plainText)));
  const compare = (before: Buffer, after: Buffer, generation: '2021' | 'current' = '2021'): Finding[] =>
    compareEntries({ subject, olean: before }, { subject, olean: after }, generation, () => false).findings;

  it('reports an attribute that was dropped, added or changed', () => {
    const plain = moduleWith('reducibility', []);
    const marked = moduleWith('reducibility', [['t', 1]]);
    expect(compare(marked, marked)).toEqual([]);
    for (const [before, after] of [
      [plain, marked],
      [marked, plain],
    ] as const)
      expect(compare(before, after).map(({ rule, name }) => [rule, name])).toEqual([['attribute', 't']]);
    expect(compare(marked, moduleWith('reducibility', [['t', 2]]))).toHaveLength(2);
  });

  it("ignores Lean's internal data and entries about auxiliary declarations of one module", () => {
    expect(compare(moduleWith('declranges', [['t', 1]]), moduleWith('declranges', [['t', 9]]))).toEqual([]);
    const matcher = moduleWith('inlineAttrs', [['t.match_1', 0]]);
    const [none, some] = [
      { subject: withoutMatcher, olean: moduleWith('inlineAttrs', []) },
      { subject, olean: matcher },
    ];
    expect(compareEntries(none, some, '2021', () => false).findings).toEqual([]);
    expect(compareEntries(some, none, '2021', () => false).findings).toEqual([]);
    // If both modules have the declaration, a different entry is not caused by another declaration.
    expect(compare(matcher, moduleWith('inlineAttrs', []))).toHaveLength(1);
  });

  it('for a current Lean, compares known extensions and reports differences in others as unknown', () => {
    const [before, after] = [moduleWith('Some.newExtension', []), moduleWith('Some.newExtension', [['t', 1]])];
    const sides = [before, after].map((olean) => ({ subject, olean }));
    const result = compareEntries(sides[0]!, sides[1]!, 'current', () => false);
    expect(result).toEqual({ findings: [], unknown: ['Some.newExtension'] });
    const known = [[], [['t', 1]] as const].map((pairs) => moduleWith('Lean.Compiler.inlineAttrs', pairs));
    expect(compare(known[0]!, known[1]!, 'current')).toHaveLength(1);
    const other = Buffer.from('olean\x09 a header of another version');
    expect(compareEntries({ subject, olean: other }, sides[1]!, 'current', () => false).unknown).not.toEqual([]);
    expect(() => compare(other, after)).toThrow(NotAnExport);
  });
});
