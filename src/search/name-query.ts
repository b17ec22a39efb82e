/** A query by name, split the way the index splits names. */
import { foldChunk, splitChunks, splitPieces } from '../index/name-parts.ts';

export interface NameQuery {
  /** As typed, without what is no part of a name: `@`, backticks, `_root_.`, universes, «», and `*` as in `Nat.*_comm`. */
  text: string;
  lower: string;
  /** What follows the last dot of a dotted name: `add_comm` of `Foo.add_comm`. */
  lastComponent: string | null;
  /** Between dots, underscores, primes and spaces, lower-cased. */
  chunks: string[];
  /** The pieces of each chunk (camel case, digits). */
  pieces: string[][];
}

/** Longest name in Mathlib is under 200 characters; what is longer names nothing, and costs time. */
const LONGEST_NAME = 400;

/** Null if there is nothing in it that a name could be made of, or it is too long to be a name. */
export function parseNameQuery(query: string): NameQuery | null {
  if (query.length > LONGEST_NAME) return null;
  const text = query
    .trim()
    .replace(/^[`@#'"]+|[`"]+$/gu, '')
    .replace(/^_root_\./u, '')
    .replace(/\.\{[^}]*\}$/u, '')
    .replace(/[«»]/gu, '')
    .replace(/[\s*]+/gu, ' ')
    .trim();
  const written = splitChunks(text);
  if (!written.some((chunk) => /[\p{L}\p{N}]/u.test(chunk))) return null;
  const lastComponent = /\.([^.\s]+)$/u.exec(text)?.[1] ?? null;
  return {
    text,
    lower: text.toLowerCase(),
    lastComponent,
    chunks: written.map((chunk) => foldChunk(chunk)),
    pieces: written.map(splitPieces),
  };
}
