/** Lists the instances of a class, without a query. */
import type { LibraryIndex } from '../index/library-index.ts';
import type { StatementRow } from '../index/statement-rows.ts';
import * as Kind from '../lean/term/kinds.ts';
import { instancesOfClass, makeAllow } from './filters.ts';
import { foundNames, searchNames } from './name.ts';
import { priorsOf } from './row-prior.ts';
import type { SearchResult } from './search.ts';
import { readRow, shapeLibrary, type ShapeLibrary } from './shape-library.ts';
import type { Contribution, SearchFilters } from './types.ts';
import { totalPoints } from './points.ts';

const NEAREST = 5;
const POINTS_PER_DOUBLING = 0.35;
const SINGLE_TYPE = 1;

/** Instances that pass the filters: most used, and of the most common types, first. They are found by the class's name only. */
export function listInstances(
  index: LibraryIndex,
  className: string,
  { filters, limit, offset }: { filters: SearchFilters; limit: number; offset: number },
): SearchResult {
  const allow = makeAllow(index, filters);
  const all = instancesOfClass(index, className);
  const allowed = all.filter((id) => allow?.(id) ?? true);
  const library = shapeLibrary(index);
  const scored = library.rows.rows(allowed).map((row) => {
    const contributions = [...priorsOf(index, row.id), ...typePoints(library, row)];
    return { id: row.id, contributions, score: totalPoints(contributions) };
  });
  const end = offset + limit;
  const best = scored.sort((a, b) => b.score - a.score || a.id - b.id).slice(offset, end);
  const rows = new Map(index.rows(best.map(({ id }) => id)).map((row) => [row.id, row]));
  const hits = best.flatMap(({ id, score, contributions }) => {
    const row = rows.get(id);
    return row === undefined ? [] : [{ row, score, contributions, variants: [] }];
  });
  return {
    shape: 'name',
    hits,
    total: { count: allowed.length, bound: 'exact' },
    nextOffset: allowed.length > end ? end : null,
    nearest: allowed.length > 0 ? [] : nearestTo(index, className),
    notices: notices(),
  };

  function notices(): string[] {
    if (all.length === 0) return [`The index has no instance of ${className}.`];
    return allowed.length === 0 ? ['There are instances, but the filters exclude all of them.'] : [];
  }
}

/** Points for an instance by how many statements mention its type: readers look for `ℝ` before constructions. */
function typePoints(library: ShapeLibrary, row: StatementRow): Contribution[] {
  const type = readRow(library, row).conclusion?.args.at(-1);
  if (type?.kind !== Kind.CONSTANT) return [];
  const name = library.meanings.resolve(type.head, row) ?? type.head;
  const count = library.index.postings(`s:c:${name}`)?.ids.length ?? 0;
  return [
    { what: `statements about ${name}`, points: POINTS_PER_DOUBLING * Math.log2(1 + count) },
    ...(type.args.length === 0 ? [{ what: 'of a single type', points: SINGLE_TYPE }] : []),
  ];
}

function nearestTo(index: LibraryIndex, name: string): string[] {
  return foundNames(index, searchNames(index, name, { limit: NEAREST, explain: false, allow: null }));
}
