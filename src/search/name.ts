/**
 * The name channel: exact, without namespace, any order of parts, unfinished, any case, one typo. Ranked by
 * name-score.ts. A query that is an exact name reads only a few posting lists and rows, and no large column.
 */
import type { LibraryIndex } from '../index/library-index.ts';
import { allParts, fewestOtherParts, mostParts, startedParts, unique } from './name-candidates.ts';
import { parseNameQuery, type NameQuery } from './name-query.ts';
import { MIN_NAME_MATCH_SCORE, PARTIAL_MATCH, scoreName } from './name-score.ts';
import { rowsOneTypoAway } from './name-typo.ts';
import type { Channel, Scored } from './types.ts';
import { totalPoints } from './points.ts';

type ChannelOptions = Parameters<Channel>[2];

/** Maximum names compared letter by letter, for each candidate source. */
const MAX_COMPARED = 300;
const MAX_COMPARED_WITH_EXACT = 60;

/** Rows that match the query, best first; empty if it has no part of a name. Rows that lack a part do not match. */
export const searchNames: Channel = (index, text, options) => {
  const query = parseNameQuery(text);
  if (query === null) return [];
  const written = candidatesAsWritten(index, query, options);
  const ranked = rank(index, query, written);
  if ((ranked[0]?.score ?? 0) >= MIN_NAME_MATCH_SCORE) return finish(ranked, options);
  const near = rank(index, query, unique([...written, ...candidatesNear(index, query, options)])).filter(
    ({ contributions: [match] }) => match?.what !== PARTIAL_MATCH,
  );
  options.onTotal?.({ count: near.length, bound: 'exact' });
  return finish(near, options);
};

/** Like `searchNames`, without unfinished or mistyped names: for words that may be the parts of a name. */
export const searchNameParts: Channel = (index, text, options) => {
  const query = parseNameQuery(text);
  return query === null ? [] : finish(rank(index, query, candidatesAsWritten(index, query, options)), options);
};

function candidatesAsWritten(
  index: LibraryIndex,
  query: NameQuery,
  { limit, allow, onTotal }: ChannelOptions,
): number[] {
  const exact = [...index.idsByName(query.text), ...index.idsByNameLower(query.lower)].filter(
    (id) => allow?.(id) ?? true,
  );
  // Read fewer candidates after an exact match, to save time: they hardly matter.
  const max = Math.max(exact.length > 0 ? MAX_COMPARED_WITH_EXACT : MAX_COMPARED, limit);
  const all = allParts(index, query);
  const parts = fewestOtherParts(index, all, query, max, allow);
  const known = new Set(all);
  const count = (allow === null ? all : all.filter(allow)).length + exact.filter((id) => !known.has(id)).length;
  onTotal?.({ count, bound: 'exact' });
  return unique([...exact, ...parts]);
}

/** Unfinished names, names with a typo, and right names in a wrong namespace (as language models often write). */
function candidatesNear(index: LibraryIndex, query: NameQuery, { limit, allow }: ChannelOptions): number[] {
  const max = Math.max(MAX_COMPARED, limit);
  const last = query.lastComponent === null ? null : parseNameQuery(query.lastComponent);
  return [
    ...fewestOtherParts(index, startedParts(index, query), query, max, allow),
    ...fewestOtherParts(index, rowsOneTypoAway(index, query), query, max, allow),
    ...(last === null ? [] : fewestOtherParts(index, allParts(index, last), last, max, allow)),
  ];
}

/** The distinct names of rows that a channel found, in order. */
export function foundNames(index: LibraryIndex, found: readonly Scored[]): string[] {
  return unique(index.nameRows(found.map(({ id }) => id)).map(({ name }) => name));
}

/** Rows that share most parts with a name that no declaration has. */
export function namesWithMostParts(index: LibraryIndex, text: string, limit: number): Scored[] {
  const query = parseNameQuery(text);
  if (query === null) return [];
  const rows = fewestOtherParts(index, mostParts(index, query), query, MAX_COMPARED, null);
  return finish(rank(index, query, rows), { limit, explain: false });
}

function rank(index: LibraryIndex, query: NameQuery, ids: number[]): Required<Scored>[] {
  const names = new Map<number, string>();
  const scored = index.nameRows(ids).map((row) => {
    const contributions = scoreName(query, row);
    names.set(row.id, row.name);
    return { id: row.id, score: totalPoints(contributions), contributions };
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
