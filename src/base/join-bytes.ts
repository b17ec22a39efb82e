/** The bytes of several arrays, one after another. */
export function joinBytes(parts: readonly ArrayBufferView[]): Uint8Array {
  return Buffer.concat(parts.map((part) => new Uint8Array(part.buffer, part.byteOffset, part.byteLength)));
}
