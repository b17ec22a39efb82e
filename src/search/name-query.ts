/** Parses a query by name, with the same splitting as the index. */
import { foldChunk, splitChunks, splitPieces } from '../index/name-parts.ts';

export interface NameQuery {
  /** As typed, without `@`, backticks, `_root_.`, universes, «», and `*` as in `Nat.*_comm`. */
  text: string;
  lower: string;
  /** Last component of a dotted name: `add_comm` of `Foo.add_comm`. */
  lastComponent: string | null;
  /** Parts between dots, underscores, primes and spaces, lower-cased. */
  chunks: string[];
  /** The pieces of each chunk (camel case, digits). */
  pieces: string[][];
}

/** Mathlib's longest name has fewer than 200 characters. Longer queries match no name and cost time. */
const MAX_NAME_LENGTH = 400;

/** Returns null if the query has no letter or digit, or is too long to be a name. */
export function parseNameQuery(query: string): NameQuery | null {
  if (query.length > MAX_NAME_LENGTH) return null;
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
