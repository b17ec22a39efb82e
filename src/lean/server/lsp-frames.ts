/** The base protocol of language servers: JSON messages, each with a header that gives its length in bytes. */

const SEPARATOR = '\r\n\r\n';
/** Larger than any valid answer; a greater length means that the stream is corrupt. */
const MAX_MESSAGE_BYTES = 64 * 1024 * 1024;
const MAX_HEADER_BYTES = 4096;

/** A message with its header, as bytes. */
export function frameOf(message: object): Buffer {
  const body = Buffer.from(JSON.stringify(message), 'utf8');
  return Buffer.concat([Buffer.from(`Content-Length: ${body.length}${SEPARATOR}`, 'ascii'), body]);
}

/** Reassembles messages from chunks that may end anywhere. */
export class FrameReader {
  #chunks: Buffer[] = [];
  #length = 0;
  /** Number of bytes needed before the next attempt to parse. */
  #needed = 0;

  /** The messages that `chunk` completes. Throws an `Error` on a protocol violation; the reader is then unusable. */
  push(chunk: Buffer): unknown[] {
    this.#chunks.push(chunk);
    this.#length += chunk.length;
    if (this.#length < this.#needed) return [];
    let rest = this.#chunks.length === 1 ? chunk : Buffer.concat(this.#chunks);
    const messages: unknown[] = [];
    for (;;) {
      const header = rest.indexOf(SEPARATOR);
      if (header < 0) {
        if (rest.length > MAX_HEADER_BYTES) throw new Error('message header expected');
        this.#needed = rest.length + 1;
        break;
      }
      const start = header + SEPARATOR.length;
      const end = start + lengthIn(rest.toString('latin1', 0, header));
      if (rest.length < end) {
        this.#needed = end;
        break;
      }
      messages.push(JSON.parse(rest.toString('utf8', start, end)));
      rest = rest.subarray(end);
    }
    this.#chunks = [rest];
    this.#length = rest.length;
    return messages;
  }
}

function lengthIn(header: string): number {
  const digits = /(?:^|\r\n)Content-Length: *(\d{1,12})(?:\r\n|$)/i.exec(header)?.[1];
  const length = Number(digits);
  if (digits === undefined || length > MAX_MESSAGE_BYTES) throw new Error(`invalid message header: ${header}`);
  return length;
}
