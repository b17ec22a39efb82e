/** Rows whose names may match a query, from the posting lists of name parts. Reads no names. */
import type { LibraryIndex } from '../index/library-index.ts';
import { decodePlace, NAME_TOKEN, type NamePlace } from '../index/name-parts.ts';
import { gallop, intersect, unite } from './intersect.ts';
import type { NameQuery } from './name-query.ts';

/** One requirement of a name: it has at least one of these tokens. */
export type Requirement = string[];

/** Maximum completions tried for an unfinished last word. */
const MAX_COMPLETIONS = 200;

/** Rows with all parts, in any order. Uses chunks first because they are rarer; pieces if a chunk is unknown. */
export function allParts(index: LibraryIndex, query: NameQuery): Uint32Array {
  const byChunk = rowsOf(
    index,
    query.chunks.map((chunk) => [NAME_TOKEN + chunk]),
  );
  if (byChunk.length > 0 && query.chunks.length > 1) return byChunk;
  const byPiece = rowsOf(
    index,
    unique(query.pieces.flat()).map((piece) => [NAME_TOKEN + piece]),
  );
  return byChunk.length === 0 ? byPiece : unite([byChunk, byPiece]);
}

/** Rows with all parts except the last, and a part that starts with the last: for an unfinished name. */
export function startedParts(index: LibraryIndex, query: NameQuery): Uint32Array {
  const last = query.chunks.at(-1)!;
  const completions = index
    .tokensWithPrefix(NAME_TOKEN + last)
    .sort((a, b) => b.count - a.count)
    .slice(0, MAX_COMPLETIONS)
    .map(({ token }) => token);
  if (completions.length === 0) return new Uint32Array(0);
  return rowsOf(index, [...query.chunks.slice(0, -1).map((chunk) => [NAME_TOKEN + chunk]), completions]);
}

/** Rows with as many parts as possible, if no row has all of them. */
export function mostParts(index: LibraryIndex, query: NameQuery): Uint32Array {
  const known = unique(query.pieces.flat())
    .map((piece) => NAME_TOKEN + piece)
    .filter((token) => index.postings(token) !== null);
  for (let count = known.length; count > 0; count--) {
    const lists = leaveOut(known, known.length - count).map((tokens) =>
      rowsOf(
        index,
        tokens.map((token) => [token]),
      ),
    );
    const found = unite([new Uint32Array(0), ...lists]);
    if (found.length > 0) return found;
  }
  return new Uint32Array(0);
}

/** All ways to leave out `count` tokens. From two on, leaves out only adjacent tokens, to limit the number. */
function leaveOut(tokens: string[], count: number): string[][] {
  if (count === 0) return [tokens];
  if (count === 1) return tokens.map((_, out) => tokens.filter((_, i) => i !== out));
  return tokens.slice(count - 1).map((_, start) => tokens.filter((_, i) => i < start || i >= start + count));
}

/** Rows that meet all requirements. */
export function rowsOf(index: LibraryIndex, requirements: readonly Requirement[]): Uint32Array {
  const lists: Uint32Array[] = [];
  for (const tokens of requirements) {
    const found = tokens.flatMap((token) => index.postings(token)?.ids ?? []);
    if (found.length === 0) return new Uint32Array(0);
    lists.push(unite(found));
  }
  return intersect(lists);
}

/**
 * The `limit` rows whose names have the fewest parts that the query does not have, by the places stored in the posting
 * lists. Ties: more uses first. Reads the `uses` column only if there are more than `limit` rows.
 */
export function fewestOtherParts(
  index: LibraryIndex,
  rows: Uint32Array,
  query: NameQuery,
  limit: number,
  allow: ((id: number) => boolean) | null,
): number[] {
  const allowed = allow === null ? rows : rows.filter(allow);
  if (allowed.length <= limit) return [...allowed];
  const excess = otherParts(index, allowed, query);
  const { uses } = index.columns;
  const keys = Float64Array.from(allowed, (id, i) => -excess[i]! * 1000 + Math.min(Math.log2(1 + uses[id]!) * 20, 999));
  const least = keys.slice().sort()[keys.length - limit]!;
  return [...allowed.filter((_, i) => keys[i]! > least), ...allowed.filter((_, i) => keys[i] === least)].slice(
    0,
    limit,
  );
}

/** For each row: the pieces of its last component that the query does not have, plus half of those of its namespace. */
function otherParts(index: LibraryIndex, rows: Uint32Array, query: NameQuery): Float32Array {
  const explained = new Uint8Array(rows.length);
  const places: (NamePlace | undefined)[] = Array.from({ length: rows.length });
  query.chunks.forEach((chunk, i) => {
    const pieces = query.pieces[i]!;
    const hasChunk = new Uint8Array(rows.length);
    const note = (r: number, place: NamePlace, count: number) => {
      places[r] = place;
      if (place.inLast) explained[r]! += count;
    };
    eachPlace(index, chunk, rows, (r, place) => {
      hasChunk[r] = 1;
      note(r, place, pieces.length);
    });
    if (pieces.length === 1) return;
    for (const piece of pieces) {
      eachPlace(index, piece, rows, (r, place) => {
        if (hasChunk[r] === 0) note(r, place, 1);
      });
    }
  });
  const queryPieces = query.pieces.flat().length;
  return Float32Array.from(rows, (_, r) => {
    const place = places[r];
    if (place === undefined) return queryPieces;
    const last = Math.max(place.lastPieces - explained[r]!, 0);
    const space = Math.max(place.spacePieces - Math.max(queryPieces - explained[r]!, 0), 0);
    return last + space / 2;
  });
}

/** Calls `visit` for each row (by position) that has the token, with the token's place in its name. */
function eachPlace(
  index: LibraryIndex,
  token: string,
  rows: Uint32Array,
  visit: (position: number, place: NamePlace) => void,
): void {
  const list = index.postings(NAME_TOKEN + token);
  if (list === null) return;
  let at = 0;
  for (let r = 0; r < rows.length; r++) {
    at = gallop(list.ids, rows[r]!, at);
    if (at === list.ids.length) return;
    if (list.ids[at] === rows[r]) visit(r, decodePlace(list.weights[at]!));
  }
}

export function unique<T>(items: T[]): T[] {
  return [...new Set(items)];
}
