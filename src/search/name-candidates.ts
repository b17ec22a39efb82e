/** Rows whose names could answer a query, taken from the inverted lists of name parts. No name is read here. */
import type { LibraryIndex } from '../index/library-index.ts';
import { decodePlace, NAME_TOKEN, type NamePlace } from '../index/name-parts.ts';
import { gallop, intersect, unite } from './intersect.ts';
import type { NameQuery } from './name-query.ts';

/** One thing that a name must have: rows of any of these tokens. */
export type Demand = string[];

/** Completions of a last, unfinished word that are looked at. */
const MOST_COMPLETIONS = 200;

/** All parts, in any order. Chunks as typed first: they are rarer than their pieces; pieces where a chunk is unknown. */
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

/** All parts but the last, and one part that starts like the last: a name that is still being typed. */
export function startedParts(index: LibraryIndex, query: NameQuery): Uint32Array {
  const last = query.chunks.at(-1)!;
  const completions = index
    .tokensWithPrefix(NAME_TOKEN + last)
    .sort((a, b) => b.count - a.count)
    .slice(0, MOST_COMPLETIONS)
    .map(({ token }) => token);
  if (completions.length === 0) return new Uint32Array(0);
  return rowsOf(index, [...query.chunks.slice(0, -1).map((chunk) => [NAME_TOKEN + chunk]), completions]);
}

/** All parts but one: what is nearest when nothing has them all. Rows that lack the commonest part come first. */
export function mostParts(index: LibraryIndex, query: NameQuery): Uint32Array {
  const known = unique(query.pieces.flat())
    .map((piece) => NAME_TOKEN + piece)
    .filter((token) => index.postings(token) !== null);
  for (let kept = known.length; kept > 0; kept--) {
    const lists = leaveOut(known, known.length - kept).map((tokens) =>
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

/** All ways to leave out `count` tokens; above two, only what leaves out neighbours, so that the number stays small. */
function leaveOut(tokens: string[], count: number): string[][] {
  if (count === 0) return [tokens];
  if (count === 1) return tokens.map((_, out) => tokens.filter((_, i) => i !== out));
  return tokens.slice(count - 1).map((_, start) => tokens.filter((_, i) => i < start || i >= start + count));
}

/** Rows that meet every demand. */
export function rowsOf(index: LibraryIndex, demands: readonly Demand[]): Uint32Array {
  const lists: Uint32Array[] = [];
  for (const tokens of demands) {
    const found = tokens.flatMap((token) => index.postings(token)?.ids ?? []);
    if (found.length === 0) return new Uint32Array(0);
    lists.push(unite(found));
  }
  return intersect(lists);
}

/**
 * The `limit` rows whose names have the fewest parts beyond those asked for, judged by the places kept in the lists.
 * Among equals the more used; the column of uses is read only where there are too many rows.
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

/** For each row: pieces of its last component, and half of those of its namespace, that the query does not explain. */
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
  const asked = query.pieces.flat().length;
  return Float32Array.from(rows, (_, r) => {
    const place = places[r];
    if (place === undefined) return asked;
    const last = Math.max(place.lastPieces - explained[r]!, 0);
    const space = Math.max(place.spacePieces - Math.max(asked - explained[r]!, 0), 0);
    return last + space / 2;
  });
}

/** Calls back for each of the rows (by its position) that has the token, with the place it has there. */
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

function unique<T>(items: T[]): T[] {
  return [...new Set(items)];
}
