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

type ChannelOptions = Parameters<Channel>[2];

/** Names that are read and compared letter by letter, for each way to come by candidates. */
const MOST_COMPARED = 300;
const MOST_BESIDE = 60;

/** Rows that answer the query, best first; none if it holds no part of a name. Rows that lack a part are no answer. */
export const searchNames: Channel = (index, text, options) => {
  const query = parseNameQuery(text);
  if (query === null) return [];
  const written = candidatesAsWritten(index, query, options);
  const ranked = rank(index, query, written);
  if ((ranked[0]?.score ?? 0) >= IS_THE_NAME) return finish(ranked, options);
  return finish(rank(index, query, unique([...written, ...candidatesNear(index, query, options)])), options);
};

/** As `searchNames`, without names begun or mistyped: for words that are only perhaps the parts of a name. */
export const searchNameParts: Channel = (index, text, options) => {
  const query = parseNameQuery(text);
  return query === null ? [] : finish(rank(index, query, candidatesAsWritten(index, query, options)), options);
};

function candidatesAsWritten(index: LibraryIndex, query: NameQuery, { limit, allow }: ChannelOptions): number[] {
  const named = [...index.idsByName(query.text), ...index.idsByNameLower(query.lower)].filter(
    (id) => allow?.(id) ?? true,
  );
  // Beside the very name the others hardly matter: fewer are read, and the process ends sooner.
  const most = Math.max(named.length > 0 ? MOST_BESIDE : MOST_COMPARED, limit);
  const parts = fewestOtherParts(index, allParts(index, query), query, most, allow);
  return unique([...named, ...parts]);
}

/** Begun, mistyped, or a right name in a wrong namespace: what a language model half remembers. */
function candidatesNear(index: LibraryIndex, query: NameQuery, { limit, allow }: ChannelOptions): number[] {
  const most = Math.max(MOST_COMPARED, limit);
  const last = query.lastComponent === null ? null : parseNameQuery(query.lastComponent);
  return [
    ...fewestOtherParts(index, startedParts(index, query), query, most, allow),
    ...fewestOtherParts(index, rowsOneTypoAway(index, query), query, most, allow),
    ...(last === null ? [] : fewestOtherParts(index, allParts(index, last), last, most, allow)),
  ];
}

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
  return scored.sort(
    (a, b) => b.score - a.score || nameOf(a.id).length - nameOf(b.id).length || (nameOf(a.id) < nameOf(b.id) ? -1 : 1),
  );
}

function finish(ranked: Required<Scored>[], { limit, explain }: { limit: number; explain: boolean }): Scored[] {
  const best = ranked.slice(0, limit);
  return explain ? best : best.map(({ id, score }) => ({ id, score }));
}

function unique(ids: number[]): number[] {
  return [...new Set(ids)];
}
