/** How often each identifier occurs in a file's code. */
import { IDENTIFIER, type Tokens } from './tokens.ts';

/** Dotted identifiers as written. */
export function countIdentifiers(tokens: Tokens): Map<string, number> {
  const counts = new Map<string, number>();
  for (let at = 0; at < tokens.count; at++) {
    if (tokens.kinds[at] !== IDENTIFIER) continue;
    const word = tokens.word(at);
    counts.set(word, (counts.get(word) ?? 0) + 1);
  }
  return counts;
}
