/** Decodes the bytes of a document: UTF-16 by byte order mark, UTF-8, or the Latin-1 of old files. */

const UTF8 = new TextDecoder('utf-8', { fatal: true });
const LATIN1 = new TextDecoder('windows-1252');
const UTF16 = { le: new TextDecoder('utf-16le'), be: new TextDecoder('utf-16be') };

/** Returns null for binary data. Removes a byte order mark. */
export function decodeText(bytes: Uint8Array): string | null {
  if (bytes[0] === 0xff && bytes[1] === 0xfe) return UTF16.le.decode(bytes);
  if (bytes[0] === 0xfe && bytes[1] === 0xff) return UTF16.be.decode(bytes);
  if (bytes.includes(0)) return null;
  try {
    return UTF8.decode(bytes);
  } catch {
    return LATIN1.decode(bytes);
  }
}
