/** Packs many short strings into one block that crosses threads without a clone of each string. */

export interface PackedStrings {
  /** UTF-8, one string after the other; shared between threads. */
  bytes: Uint8Array;
  /** End of each string in `bytes`; it starts at the end of the previous one. */
  ends: Uint32Array;
}

/** Strings written per call: one call per string would cost more than the copying. */
const STRINGS_PER_CALL = 1 << 12;

export function packStrings(strings: readonly string[]): PackedStrings {
  const ends = new Uint32Array(strings.length);
  const pieces: Buffer[] = [];
  let end = 0;
  for (let first = 0; first < strings.length; first += STRINGS_PER_CALL) {
    const chunk = strings.slice(first, first + STRINGS_PER_CALL);
    chunk.forEach((string, i) => (ends[first + i] = end += Buffer.byteLength(string)));
    pieces.push(Buffer.from(chunk.join('')));
  }
  const bytes = new Uint8Array(new SharedArrayBuffer(end));
  let at = 0;
  for (const piece of pieces) {
    bytes.set(piece, at);
    at += piece.length;
  }
  return { bytes, ends };
}

/** Returns the strings in their order, each created on request. */
export function* unpackStrings({ bytes, ends }: PackedStrings): Generator<string, void, undefined> {
  const text = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  let start = 0;
  for (const end of ends) {
    yield text.toString('utf8', start, end);
    start = end;
  }
}
