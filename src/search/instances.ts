/** Lists the instances of a class, without a query. */
import type { LibraryIndex } from '../index/library-index.ts';
import { instancesOfClass, makeAllow } from './filters.ts';
import { foundNames, searchNames } from './name.ts';
import { priorsOf } from './row-prior.ts';
import type { SearchResult } from './search.ts';
import type { SearchFilters } from './types.ts';
import { totalPoints } from './points.ts';

const NEAREST = 5;

/** Instances that pass the filters, most used first. They are found by the class's name only. */
export function listInstances(
  index: LibraryIndex,
  className: string,
  { filters, limit, offset }: { filters: SearchFilters; limit: number; offset: number },
): SearchResult {
  const allow = makeAllow(index, filters);
  const all = instancesOfClass(index, className);
  const allowed = all.filter((id) => allow?.(id) ?? true);
  const scored = allowed.map((id) => {
    const contributions = priorsOf(index, id);
    return { id, contributions, score: totalPoints(contributions) };
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

function nearestTo(index: LibraryIndex, name: string): string[] {
  return foundNames(index, searchNames(index, name, { limit: NEAREST, explain: false, allow: null }));
}
