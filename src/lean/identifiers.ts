/** Positions of the identifiers in a file's code. */
import { IDENTIFIER, type Tokens } from './tokens.ts';

/** Alternating start and end offsets of every dotted identifier. */
export function findIdentifiers(tokens: Tokens): Int32Array {
  const places = new Int32Array(2 * tokens.count);
  let end = 0;
  for (let at = 0; at < tokens.count; at++) {
    if (tokens.kinds[at] !== IDENTIFIER) continue;
    places[end++] = tokens.starts[at]!;
    places[end++] = tokens.ends[at]!;
  }
  return places.subarray(0, end);
}
