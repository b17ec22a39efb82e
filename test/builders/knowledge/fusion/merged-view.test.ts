import fc from 'fast-check';
import { expect, test } from 'vitest';
import { HUMAN } from '../../../../src/library/derivation.ts';
import { representatives } from '../../../../src/builders/knowledge/fusion/merged-view.ts';
import { DIFFERENT_FROM, SAME_AS, type SameAsEdge } from '../../../../src/library/knowledge-rows.ts';

const edge = (from: number, to: number, more: Partial<SameAsEdge> = {}): SameAsEdge => ({
  ...{ from, to, kind: SAME_AS, maker: 'merge' },
  ...more,
});

test('the oldest entity represents a group', () => {
  const found = representatives([edge(9, 4), edge(12, 9), edge(7, 5)]);
  expect([...found].sort(([a], [b]) => a - b)).toEqual([
    [4, 4],
    [5, 5],
    [7, 5],
    [9, 4],
    [12, 4],
  ]);
});

test('what a person says of a pair has precedence, in either order', () => {
  const denied = edge(4, 9, { kind: DIFFERENT_FROM, maker: HUMAN });
  expect(representatives([edge(9, 4), denied])).toEqual(new Map());
  expect(representatives([denied, edge(9, 4), edge(9, 5)]).get(9)).toBe(5);
  expect(representatives([edge(9, 4, { maker: HUMAN })]).get(9)).toBe(4);
});

test('groups are those of a naive search, whatever the order of the edges', () => {
  const edges = fc.array(fc.tuple(fc.nat(12), fc.nat(12)), { maxLength: 20 });
  fc.assert(
    fc.property(edges, (pairs) => {
      const found = representatives(pairs.map(([from, to]) => edge(from, to)));
      for (const id of new Set(pairs.flat())) {
        const group = new Set([id]);
        for (let before = -1; before < group.size;) {
          before = group.size;
          for (const [one, other] of pairs) if (group.has(one) || group.has(other)) group.add(one).add(other);
        }
        expect(found.get(id)).toBe(Math.min(...group));
      }
    }),
  );
});
