/** Very many short strings in one piece, to cross threads without being cloned one by one. */

export interface PackedStrings {
  /** UTF-8, one string after the other; shared between threads. */
  bytes: Uint8Array;
  /** Where each ends in `bytes`; it starts where the one before ends. */
  ends: Uint32Array;
}

/** Strings that are written in one go: a call a string would cost more than the copying. */
const AT_ONCE = 1 << 12;

export function packStrings(strings: readonly string[]): PackedStrings {
  const ends = new Uint32Array(strings.length);
  const pieces: Buffer[] = [];
  let end = 0;
  for (let first = 0; first < strings.length; first += AT_ONCE) {
    const some = strings.slice(first, first + AT_ONCE);
    some.forEach((string, i) => (ends[first + i] = end += Buffer.byteLength(string)));
    pieces.push(Buffer.from(some.join('')));
  }
  const bytes = new Uint8Array(new SharedArrayBuffer(end));
  let at = 0;
  for (const piece of pieces) {
    bytes.set(piece, at);
    at += piece.length;
  }
  return { bytes, ends };
}

/** The strings again, in their order, each made when it is asked for. */
export function* unpackStrings({ bytes, ends }: PackedStrings): Generator<string, void, undefined> {
  const text = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  let start = 0;
  for (const end of ends) {
    yield text.toString('utf8', start, end);
    start = end;
  }
}
