/**
 * Rows whose names are one typo away from a query. The typo may affect a letter or a separator. So it may change one
 * chunk, split one in two, join two, or move a letter to the adjacent chunk. Each way to undo it that gives known
 * chunks is a *repair*; the rows of a repair are those that have all its chunks.
 */
import { memoize } from '../base/memoize.ts';
import type { LibraryIndex } from '../index/library-index.ts';
import { NAME_TOKEN } from '../index/name-parts.ts';
import { intersect } from './intersect.ts';
import type { NameQuery } from './name-query.ts';
import { oneEditAway } from './one-edit.ts';

/** Replaces the chunks `from` to `to` (exclusive) of the query by `chunks`. */
interface Repair {
  from: number;
  to: number;
  chunks: string[];
}

interface Vocabulary {
  known: Set<string>;
  /** Letters that occur in chunks. */
  alphabet: string[];
}

/** Sorted by id, each row once. Includes rows with the right parts in another order: callers must compare names. */
export function rowsOneTypoAway(index: LibraryIndex, query: NameQuery): Uint32Array {
  const vocabulary = vocabularyOf(index);
  const rest = new Map<string, Uint32Array | null>();
  const found = new Set<number>();
  for (const repair of repairs(query.chunks, vocabulary)) {
    const key = `${repair.from} ${repair.to}`;
    let others = rest.get(key);
    if (others === undefined) rest.set(key, (others = rowsWithout(index, query.chunks, repair)));
    const lists = repair.chunks.map((chunk) => index.postings(NAME_TOKEN + chunk)?.ids ?? new Uint32Array(0));
    if (others !== null) lists.push(others);
    for (const id of intersect(lists)) found.add(id);
  }
  return Uint32Array.from(found).sort();
}

/** Rows with all chunks that the repair does not change; null if it changes all. */
function rowsWithout(index: LibraryIndex, chunks: string[], { from, to }: Repair): Uint32Array | null {
  const remaining = [...chunks.slice(0, from), ...chunks.slice(to)];
  if (remaining.length === 0) return null;
  return intersect(remaining.map((chunk) => index.postings(NAME_TOKEN + chunk)?.ids ?? new Uint32Array(0)));
}

function* repairs(chunks: string[], vocabulary: Vocabulary): Generator<Repair> {
  for (const [i, chunk] of chunks.entries()) {
    for (const words of repairsOfOne(chunk, vocabulary)) yield { from: i, to: i + 1, chunks: words };
    // A letter inserted next to a separator is a chunk of its own: `foo'x`.
    if (chunk.length === 1 && chunks.length > 1) yield { from: i, to: i + 1, chunks: [] };
    const next = chunks[i + 1];
    if (next === undefined) continue;
    for (const words of repairsOfTwo(chunk, next, vocabulary)) yield { from: i, to: i + 2, chunks: words };
  }
}

/** The chunk has a wrong letter, or a separator in it was deleted or replaced by a letter. */
function* repairsOfOne(chunk: string, { known, alphabet }: Vocabulary): Generator<string[]> {
  const seen = new Set<string>([chunk]);
  for (const word of oneEditAway(chunk, alphabet)) {
    if (seen.has(word) || !known.has(word)) continue;
    seen.add(word);
    yield [word];
  }
  for (let i = 1; i < chunk.length; i++) {
    const left = chunk.slice(0, i);
    if (!known.has(left)) continue;
    if (known.has(chunk.slice(i))) yield [left, chunk.slice(i)];
    if (known.has(chunk.slice(i + 1))) yield [left, chunk.slice(i + 1)];
  }
}

/** A separator was inserted, replaces a letter, or was swapped with a letter. */
function* repairsOfTwo(left: string, right: string, { known, alphabet }: Vocabulary): Generator<string[]> {
  if (known.has(left + right)) yield [left + right];
  for (const letter of alphabet) if (known.has(left + letter + right)) yield [left + letter + right];
  const toLeft = [left + right[0]!, right.slice(1)] as const;
  const toRight = [left.slice(0, -1), left.at(-1)! + right] as const;
  for (const pair of [toLeft, toRight]) {
    if (pair.every((chunk) => known.has(chunk))) yield [...pair];
  }
}

/** Built at the first typo and cached per index. */
const vocabularyOf = memoize((index: LibraryIndex): Vocabulary => {
  const known = new Set(index.tokensWithPrefix(NAME_TOKEN).map(({ token }) => token.slice(NAME_TOKEN.length)));
  const alphabet = new Set<string>();
  for (const chunk of known) for (const letter of chunk) if (letter.length === 1) alphabet.add(letter);
  return { known, alphabet: [...alphabet] };
});
