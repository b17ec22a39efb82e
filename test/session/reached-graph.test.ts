/** The part of the entity graph that is read for one entity answers as the whole graph. */
import { join } from 'node:path';
import fc from 'fast-check';
import { expect, it } from 'vitest';
import { dependsReport } from '../../src/commands/entity-depends.ts';
import {
  DIFFERENT_FROM,
  entityHeads,
  repeatedReferences,
  SAME_AS,
  TERM_EDGE,
} from '../../src/library/knowledge-rows.ts';
import { openLibrary } from '../../src/library/library.ts';
import { graphAmong, reachedGraph } from '../../src/session/open-entity-graph.ts';
import { temporaryFolder } from '../index/temporary.ts';
import { keyed, unit } from '../library/derived-unit.ts';
import { documentOf, piece, refersTo } from '../library/made-document.ts';

const SIZE = 12;
const label = (at: number): string => `e${at}`;
const place = fc.nat({ max: SIZE - 1 });
const pairs = (maxLength: number) => fc.array(fc.tuple(place, place), { maxLength });

/** Only entities of the same known type are merged. */
const canBeSame = (kinds: readonly string[], one: number, other: number): boolean =>
  kinds[one] !== 'remark' && kinds[one] === kinds[other];

it('for any references, merges and types', () => {
  const kinds = fc.constantFrom('theorem', 'theorem', 'definition', 'problem', 'remark');
  const library = fc.record({
    kinds: fc.array(kinds, { minLength: SIZE, maxLength: SIZE }),
    references: pairs(20),
    derived: fc.array(fc.tuple(place, fc.constantFrom('uses', TERM_EDGE, SAME_AS, DIFFERENT_FROM), place), {
      maxLength: 8,
    }),
  });
  fc.assert(
    fc.property(library, fc.boolean(), fc.boolean(), fc.integer({ min: 1, max: 4 }), (made, terms, usedBy, hops) => {
      const open = openLibrary(join(temporaryFolder(), 'library.sqlite'), { writable: true });
      try {
        const pieces = made.kinds.map((kind, at) => {
          const to = made.references.filter(([from]) => from === at).map(([, target]) => label(target));
          return piece(label(at), { kind, ...refersTo(...new Set(to)) });
        });
        open.addDocument(documentOf(pieces), { source: 'north', name: 'book', path: '/book.tex', readBy: 'test' });
        const entry = (at: number) => keyed(`book#${label(at)}`, 'north');
        const edges = made.derived
          .filter(([from, kind, to]) => from !== to && (kind !== SAME_AS || canBeSame(made.kinds, from, to)))
          .map(([from, kind, to]) => ({ from: entry(from), kind, to: entry(to), payload: null, evidence: null }));
        open.derive(edges.map((edge, at) => unit(`edge ${at}`, { edges: [edge] }, { source: 'north' })));
        const heads = entityHeads(open.database);
        const whole = graphAmong(open.database, heads, repeatedReferences(open.database, { terms }), []);
        const options = { usedBy, hops, limit: 5 };
        for (const { id } of heads.filter(({ type }) => type !== 'other')) {
          const part = reachedGraph(open, id, { terms, backwards: usedBy });
          expect(dependsReport(part, id, options, 1)).toEqual(
            dependsReport({ library: open, graph: whole }, id, options, 1),
          );
        }
      } finally {
        open.close();
      }
    }),
    { numRuns: 30 },
  );
});
