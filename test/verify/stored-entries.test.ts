/** What a compiled module keeps beside its declarations: read as bytes, compared, and refused where it is damaged. */
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { Canon } from '../../src/verify/audit/canonical.ts';
import { compareEntries } from '../../src/verify/audit/compare-entries.ts';
import { NotAnExport, readCompiledModule } from '../../src/verify/audit/compiled-module.ts';
import { shownName } from '../../src/verify/audit/lean-name.ts';
import { readStoredEntries } from '../../src/verify/audit/stored-entries.ts';
import { subjectOf } from '../../src/verify/audit/subject.ts';
import type { Finding } from '../../src/verify/verdict.ts';
import { ExportText } from './export-text.ts';
import { OleanBytes, scalar, type Written } from './olean-bytes.ts';

/** `pairs`: names with a number beside them, as `reducibility` keeps them. */
function moduleWith(extension: string, pairs: readonly (readonly [string, number])[]): Buffer {
  const bytes = new OleanBytes();
  const entries = pairs.map(([name, value]) => bytes.object(0, [bytes.name(name), scalar(value)]));
  return bytes.module({ [extension]: entries });
}

describe('entries', () => {
  it('are read with the declaration that they are about, and every name in them', () => {
    const bytes = new OleanBytes();
    const pair = bytes.object(0, [bytes.name('foo.bar'), bytes.name('impl')]);
    const file = bytes.module({ implementedBy: [pair], protected: [bytes.name('x.1')], empty: [] });
    const entries = readStoredEntries(file, new Canon());
    expect([...entries.keys()]).toEqual(['["implementedBy"]', '["protected"]', '["empty"]']);
    const [first] = entries.get('["implementedBy"]')!;
    expect(first && [first.subject && shownName(first.subject), first.names().map(shownName).toSorted()]).toEqual([
      'foo.bar',
      ['foo.bar', 'impl'],
    ]);
    expect(entries.get('["protected"]')?.map(({ subject }) => subject?.parts)).toEqual([['x', 1]]);
  });

  it('are the same whatever lies before them in the file, and others where a text or a number is another', () => {
    const content = (build: (bytes: OleanBytes) => Written): number => {
      const bytes = new OleanBytes();
      return readStoredEntries(bytes.module({ x: [build(bytes)] }), canon).get('["x"]')![0]!.content;
    };
    const canon = new Canon();
    const pair = (text: string, value: number) => (bytes: OleanBytes) =>
      bytes.object(0, [bytes.string(text), bytes.array([scalar(value)])]);
    const one = content(pair('a', 1));
    expect(content((bytes) => (bytes.string('noise'), pair('a', 1)(bytes)))).toBe(one);
    expect(new Set([one, content(pair('b', 1)), content(pair('a', 2))]).size).toBe(3);
    // A name counts by its parts, not by its cached hash; the number that a macro gave it does not count.
    const named = (name: string) => (bytes: OleanBytes) => bytes.name(name);
    expect(content(named('a.b'))).toBe(content((bytes) => (bytes.string('noise'), bytes.name('a.b'))));
    expect(content(named('a._@.M._hyg.7'))).toBe(content(named('a._@.M._hyg.9')));
    expect(content(named('a.7'))).not.toBe(content(named('a.9')));
  });

  it('with a name that a macro made differ in their flags, not in their hashes', () => {
    const content = (number: number, scalars: Buffer<ArrayBuffer>): number => {
      const bytes = new OleanBytes();
      const entry = bytes.object(0, [bytes.name(`a._@.M._hyg.${number}`)], scalars);
      return readStoredEntries(bytes.module({ x: [entry] }), canon).get('["x"]')![0]!.content;
    };
    const canon = new Canon();
    expect(content(7, Buffer.alloc(8, 1))).toBe(content(9, Buffer.alloc(8, 2)));
    expect(content(7, Buffer.of(1, 0))).not.toBe(content(9, Buffer.of(0, 0)));
  });

  it('of objects that overlap are refused', () => {
    const bytes = new OleanBytes();
    // Many places in it are heads of arrays of bytes that all go on to its end.
    const text = Buffer.alloc(8000);
    for (let at = 0; at + 24 < text.length; at += 24) {
      text.set([1, 248], at + 6);
      text.writeBigUInt64LE(BigInt(text.length - at - 24), at + 8);
    }
    const held = bytes.bytes(text) as { at: number };
    const heads = Array.from({ length: 300 }, (_, index) => ({ at: held.at + 24 + index * 24 }));
    const file = bytes.module({ x: heads });
    expect(() => readStoredEntries(file, new Canon())).toThrow('overlap');
  });

  it('of a file that was tampered with anywhere are read or refused, and nothing else', () => {
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
            readStoredEntries(file, new Canon());
          } catch (error) {
            expect(error).toBeInstanceOf(NotAnExport);
          }
        }
      }),
      { numRuns: 300 },
    );
  });
});

describe('two modules', () => {
  const text = new ExportText();
  text.theorem('t', text.prop(), text.constant('proof')).at('t', 1);
  text.theorem('t.match_1', text.prop(), text.constant('proof'));
  const subject = subjectOf(readCompiledModule(String(text)));
  const plainText = new ExportText();
  plainText.theorem('t', plainText.prop(), plainText.constant('proof')).at('t', 1);
  const withoutMatcher = subjectOf(readCompiledModule(String(plainText)));
  const compare = (before: Buffer, after: Buffer, generation: '2021' | 'current' = '2021'): Finding[] =>
    compareEntries({ subject, olean: before }, { subject, olean: after }, generation, () => false).findings;

  it('are told apart by an attribute that was dropped, added or altered', () => {
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

  it('may differ in what Lean keeps for itself, and in what is about its own auxiliaries', () => {
    expect(compare(moduleWith('declranges', [['t', 1]]), moduleWith('declranges', [['t', 9]]))).toEqual([]);
    const matcher = moduleWith('inlineAttrs', [['t.match_1', 0]]);
    const [none, some] = [
      { subject: withoutMatcher, olean: moduleWith('inlineAttrs', []) },
      { subject, olean: matcher },
    ];
    expect(compareEntries(none, some, '2021', () => false).findings).toEqual([]);
    expect(compareEntries(some, none, '2021', () => false).findings).toEqual([]);
    // Where both have it, it is no other declaration's doing.
    expect(compare(matcher, moduleWith('inlineAttrs', []))).toHaveLength(1);
  });

  it('of a current Lean are compared in extensions that are known, and told of in others', () => {
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
