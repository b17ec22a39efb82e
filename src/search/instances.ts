/** The instances of a class, listed without a query. */
import type { LibraryIndex } from '../index/library-index.ts';
import { instancesOfClass, makeAllow } from './filters.ts';
import { searchNames } from './name.ts';
import { priorsOf } from './row-prior.ts';
import type { SearchResult } from './search.ts';
import type { SearchFilters } from './types.ts';

const NEAREST = 5;

/** What the filters let through of them, what is used most first. Nothing but the class's name says which they are. */
export function listInstances(
  index: LibraryIndex,
  classNamed: string,
  { filters, limit }: { filters: SearchFilters; limit: number },
): SearchResult {
  const allow = makeAllow(index, filters);
  const all = instancesOfClass(index, classNamed);
  const allowed = all.filter((id) => allow?.(id) ?? true);
  const scored = allowed.map((id) => {
    const contributions = priorsOf(index, id);
    return { id, contributions, score: contributions.reduce((sum, { points }) => sum + points, 0) };
  });
  const best = scored.sort((a, b) => b.score - a.score || a.id - b.id).slice(0, limit);
  const rows = new Map(index.rows(best.map(({ id }) => id)).map((row) => [row.id, row]));
  const hits = best.flatMap(({ id, score, contributions }) => {
    const row = rows.get(id);
    return row === undefined ? [] : [{ row, score, contributions, variants: [] }];
  });
  return { shape: 'name', hits, nearest: hits.length > 0 ? [] : nearestTo(index, classNamed), notices: notices() };

  function notices(): string[] {
    if (all.length === 0) return [`Nothing in the index is an instance of ${classNamed}.`];
    if (allowed.length === 0) return ['There are instances, but the filters leave all of them out.'];
    return allowed.length > hits.length ? [`The ${hits.length} most used of ${allowed.length} instances.`] : [];
  }
}

function nearestTo(index: LibraryIndex, name: string): string[] {
  const ids = searchNames(index, name, { limit: NEAREST, explain: false, allow: null }).map(({ id }) => id);
  return [...new Set(index.nameRows(ids).map((row) => row.name))];
}
