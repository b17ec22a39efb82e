import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { encodePostings } from '../../src/index/postings.ts';
import { joinParts, TokenLists, type TokenListPart } from '../../src/index/token-lists.ts';

interface Row {
  gap: number;
  emitted: [token: string, weight: number][];
}

const row = fc.record({
  gap: fc.oneof(fc.integer({ min: 1, max: 3 }), fc.integer({ min: 1, max: 1 << 22 })),
  emitted: fc.array(fc.tuple(fc.constantFrom('a', 'b', 'aa', 'ℝ', 'w:x', 'w:'), fc.integer({ min: 1, max: 255 })), {
    maxLength: 8,
  }),
});

function partOf(rows: Row[], before: number): { part: TokenListPart; last: number } {
  const lists = new TokenLists();
  lists.number('never emitted');
  let id = before;
  for (const { gap, emitted } of rows) {
    id += gap;
    for (const [token, weight] of emitted) lists.emit(lists.number(token), weight);
    lists.endRow(id);
  }
  return { part: lists.finish(), last: id };
}

/** The expected lists, computed token by token. */
function expectedLists(rows: Row[]): { token: string; count: number; bytes: number[] }[] {
  const lists = new Map<string, Map<number, number>>();
  let id = 0;
  for (const { gap, emitted } of rows) {
    id += gap;
    for (const [token, weight] of emitted) {
      const list = lists.get(token) ?? new Map<number, number>();
      lists.set(token, list.set(id, Math.max(weight, list.get(id) ?? 0)));
    }
  }
  return [...lists.keys()].toSorted().map((token) => {
    const list = lists.get(token)!;
    return { token, count: list.size, bytes: [...encodePostings([...list.keys()], [...list.values()])] };
  });
}

describe('token lists', () => {
  it('contain what was emitted, in one part or in two joined parts', () => {
    fc.assert(
      fc.property(fc.array(row), fc.array(row), (first, second) => {
        const one = partOf(first, 0);
        const two = partOf(second, one.last);
        const joined = [...joinParts([one.part, two.part])].map((list) => ({ ...list, bytes: [...list.bytes] }));
        expect(joined).toEqual(expectedLists([...first, ...second]));
      }),
    );
  });

  it('grow across slices and beyond the initial tables', () => {
    const rows = Array.from({ length: 20_000 }, (_, i): Row => {
      return {
        gap: 1 + ((i * 7919) % 300),
        emitted: [
          ['often', 1 + (i % 255)],
          [`once ${i}`, 1],
        ],
      };
    });
    const lists = new Map([...joinParts([partOf(rows, 0).part])].map((list) => [list.token, list]));
    expect(lists.size).toBe(20_001);
    const often = expectedLists(rows).find(({ token }) => token === 'often')!;
    expect([...lists.get('often')!.bytes]).toEqual(often.bytes);
  });
});
