/** Typed arrays of another length, joined ones, and ones that threads share. */

type Numbers = Int8Array | Uint8Array | Uint16Array | Int32Array | Uint32Array | Float64Array;

/** A copy in memory that threads share, so the numbers cross threads without a further copy. */
export function shared<T extends Numbers>(numbers: T): T {
  const memory = new SharedArrayBuffer(numbers.byteLength);
  const copy = new (numbers.constructor as new (memory: SharedArrayBuffer) => T)(memory);
  copy.set(numbers);
  return copy;
}

/** A longer copy; zeros follow the numbers. */
export function grown<T extends Numbers>(numbers: T, length: number): T {
  const copy = new (numbers.constructor as new (length: number) => T)(length);
  copy.set(numbers);
  return copy;
}

/** The numbers of all parts, in order, as an array of the given kind. */
export function joined<T extends Numbers>(kind: new (length: number) => T, parts: readonly T[]): T {
  const all = new kind(parts.reduce((sum, { length }) => sum + length, 0));
  let at = 0;
  for (const part of parts) {
    all.set(part, at);
    at += part.length;
  }
  return all;
}
