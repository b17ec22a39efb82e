import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { IdentifierCounter, MAX_USES } from '../../src/index/identifier-counts.ts';
import { encodePostings } from '../../src/index/postings.ts';
import { joinParts } from '../../src/index/token-lists.ts';
import { joinCounts, useLists } from '../../src/index/use-lists.ts';

const identifier = fc.oneof(
  fc.constantFrom('Nat.add', 'Nat', 'add_comm', 'x', 'hx.le', 'Real.π', 'ℝ', 'f₁', 'long.dotted.name'),
  fc.string({ unit: fc.constantFrom('a', 'b', 'ℝ', '.', '𝓝'), minLength: 1, maxLength: 6 }),
);
const file = fc.record({ gap: fc.integer({ min: 1, max: 300 }), words: fc.array(identifier, { maxLength: 40 }) });

/** A source that contains the words, and their places. */
function sourceOf(words: string[]): { source: string; places: Int32Array } {
  const places: number[] = [];
  let source = '';
  for (const word of words) {
    places.push(source.length + 1, source.length + 1 + word.length);
    source += ` ${word}`;
  }
  return { source, places: Int32Array.from(places) };
}

const canName = (word: string): boolean => /^[A-Z]/.test(word) || /^[^.]{3}/.test(word);

function countsOf(words: string[]): Map<string, number> {
  const counts = new Map<string, number>();
  for (const word of words) if (canName(word)) counts.set(word, (counts.get(word) ?? 0) + 1);
  return counts;
}

describe('identifier lists', () => {
  it('contain the files of each identifier and its counts, for any division among workers', () => {
    fc.assert(
      fc.property(
        fc.array(fc.tuple(file, fc.boolean()), { maxLength: 12 }),
        fc.func(fc.boolean()),
        (files, isDeclared) => {
          const workers = [new IdentifierCounter(), new IdentifierCounter()];
          const expected = new Map<string, Map<number, number>>();
          let fileId = 0;
          for (const [{ gap, words }, first] of files) {
            fileId += gap;
            const { source, places } = sourceOf(words);
            const { text, lineOf } = workers[first ? 0 : 1]!.countFile(fileId, source, places);
            const counts = countsOf(words);
            expect(text).toBe(Array.from(counts, ([word, count]) => `${word} ${count}\n`).join(''));
            const lines = [...counts.keys()];
            expect([...lineOf]).toEqual(words.map((word) => lines.indexOf(word)));
            for (const [word, count] of counts) {
              if (!isDeclared(word)) continue;
              const list = expected.get(word) ?? new Map<number, number>();
              expected.set(word, list.set(fileId, Math.min(count, MAX_USES)));
            }
          }
          const joined = joinCounts(workers.map((worker) => worker.take()));
          const { spellings, totals } = joined;
          const declared = Uint32Array.from(totals, (_, number) => (isDeclared(spellings.text(number)) ? 2 : 0));
          const lists = [...joinParts([useLists(joined, declared)])].map((list) => ({
            ...list,
            bytes: [...list.bytes],
          }));
          expect(lists).toEqual(
            [...expected]
              .toSorted(([a], [b]) => (a < b ? -1 : 1))
              .map(([word, list]) => ({
                token: `u:${word}`,
                count: list.size,
                bytes: [...encodePostings([...list.keys()], [...list.values()])],
              })),
          );
          for (const [word, list] of expected) {
            const number = [...totals.keys()].find((one) => spellings.text(one) === word)!;
            expect(totals[number]).toBe([...list.values()].reduce((sum, count) => sum + count, 0));
          }
        },
      ),
    );
  });

  it('limit counts to one byte, and handle a file with many identifiers after a file with few', () => {
    const counter = new IdentifierCounter();
    const many = Array.from({ length: 5000 }, (_, i) => `name${i}`);
    for (const [at, words] of [
      ['few', 'few', 'more'],
      many,
      ['few'],
      Array.from({ length: 300 }, () => 'often'),
    ].entries()) {
      const { source, places } = sourceOf(words);
      expect(counter.countFile(at + 1, source, places).text).toBe(
        Array.from(countsOf(words), ([word, count]) => `${word} ${count}\n`).join(''),
      );
    }
    const { spellings, perFile } = joinCounts([counter.take()]);
    expect(spellings.size).toBe(5003);
    expect(perFile.map(({ counts }) => counts.length)).toEqual([2, 5000, 1, 1]);
    expect(perFile[3]!.counts[0]).toBe(MAX_USES);
  });
});
