/**
 * Posting lists: token → rows with a weight of one byte. Encodes bytes only; the builder decides where to store them.
 *
 * Layout: for each row, in rising order, the gap to the previous one (base-128 varint), then the weight (0-255).
 */

export interface Postings {
  ids: Uint32Array;
  weights: Uint8Array;
}

/** Encodes rows given in strictly rising order. */
export function encodePostings(ids: ArrayLike<number>, weights: ArrayLike<number>, length = ids.length): Uint8Array {
  const bytes = new Uint8Array(length * MAX_POSTING_BYTES);
  let at = 0;
  let previous = 0;
  for (let i = 0; i < length; i++) {
    at = writePosting(bytes, at, ids[i]! - previous, weights[i]!);
    previous = ids[i]!;
  }
  return bytes.slice(0, at);
}

/** Bytes of the longest posting: a gap of 32 bits and a weight. */
export const MAX_POSTING_BYTES = 6;

/** Writes one posting at `start` and returns its end. */
export function writePosting(bytes: Uint8Array, start: number, gap: number, weight: number): number {
  let at = start;
  let left = gap;
  for (; left >= 0x80; left >>>= 7) bytes[at++] = (left & 0x7f) | 0x80;
  bytes[at++] = left;
  bytes[at++] = weight;
  return at;
}

/** Decodes `count` rows. The inverse of `encodePostings`. */
export function decodePostings(bytes: Uint8Array, count: number): Postings {
  const ids = new Uint32Array(count);
  const weights = new Uint8Array(count);
  let at = 0;
  let id = 0;
  for (let i = 0; i < count; i++) {
    let byte = bytes[at++]!;
    let gap = byte & 0x7f;
    for (let shift = 7; byte >= 0x80; shift += 7) {
      byte = bytes[at++]!;
      gap |= (byte & 0x7f) << shift;
    }
    id += gap;
    ids[i] = id;
    weights[i] = bytes[at++]!;
  }
  return { ids, weights };
}
