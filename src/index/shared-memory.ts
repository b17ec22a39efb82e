/** Copies numbers into memory that threads share, so they cross threads without a copy. */

export function shared<T extends Uint8Array | Uint16Array | Uint32Array>(numbers: T): T {
  const memory = new SharedArrayBuffer(numbers.byteLength);
  const copy = new (numbers.constructor as new (memory: SharedArrayBuffer) => T)(memory);
  copy.set(numbers);
  return copy;
}
