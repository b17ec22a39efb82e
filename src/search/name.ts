/**
 * The channel of names: exact, without namespace, any order of parts, unfinished, any case, one typo. Ranked by
 * name-score.ts. A query that is somebody's exact name reads a few lists and rows and none of the big columns.
 */
import type { LibraryIndex } from '../index/library-index.ts';
import { allParts, fewestOtherParts, mostParts, startedParts } from './name-candidates.ts';
import { parseNameQuery, type NameQuery } from './name-query.ts';
import { IS_THE_NAME, scoreName } from './name-score.ts';
import { rowsOneTypoAway } from './name-typo.ts';
import type { Channel, Scored } from './types.ts';

/** Names that are read and compared letter by letter, for each way to come by candidates. */
const MOST_COMPARED = 300;

/** Rows that answer the query, best first; none if it holds no part of a name. Rows that lack a part are no answer. */
export const searchNames: Channel = (index, text, options) => {
  const query = parseNameQuery(text);
  if (query === null) return [];
  const { limit, allow } = options;
  const fewest = (rows: Uint32Array) => fewestOtherParts(index, rows, query, Math.max(MOST_COMPARED, limit), allow);
  const ids = new Set<number>();
  const addAll = (rows: readonly number[]) => {
    for (const id of rows) if (allow === null || allow(id)) ids.add(id);
  };
  addAll(index.idsByName(query.text));
  addAll(index.idsByNameLower(query.lower));
  addAll(fewest(allParts(index, query)));
  const ranked = rank(index, query, [...ids]);
  if ((ranked[0]?.score ?? 0) < IS_THE_NAME) {
    addAll(fewest(startedParts(index, query)));
    addAll(fewest(rowsOneTypoAway(index, query)));
    // A right name in a wrong namespace: what a language model half remembers.
    const last = query.lastComponent === null ? null : parseNameQuery(query.lastComponent);
    if (last !== null) addAll(fewestOtherParts(index, allParts(index, last), last, MOST_COMPARED, allow));
    return finish(rank(index, query, [...ids]), options);
  }
  return finish(ranked, options);
};

/** Names nearest to one that nothing has: those that share most parts. For 'did you mean'. */
export function nearestNames(index: LibraryIndex, text: string, limit: number): Scored[] {
  const query = parseNameQuery(text);
  if (query === null) return [];
  const rows = fewestOtherParts(index, mostParts(index, query), query, MOST_COMPARED, null);
  return finish(rank(index, query, rows), { limit, explain: false });
}

function rank(index: LibraryIndex, query: NameQuery, ids: number[]): Required<Scored>[] {
  const names = new Map<number, string>();
  const scored = index.nameRows(ids).map((row) => {
    const contributions = scoreName(query, row);
    names.set(row.id, row.name);
    return { id: row.id, score: contributions.reduce((sum, { points }) => sum + points, 0), contributions };
  });
  const nameOf = (id: number) => names.get(id) ?? '';
  return scored.sort((a, b) => b.score - a.score || nameOf(a.id).length - nameOf(b.id).length || (nameOf(a.id) < nameOf(b.id) ? -1 : 1));
}

function finish(ranked: Required<Scored>[], { limit, explain }: { limit: number; explain: boolean }): Scored[] {
  const best = ranked.slice(0, limit);
  return explain ? best : best.map(({ id, score }) => ({ id, score }));
}
