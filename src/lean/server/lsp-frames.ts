/** The base protocol of a language server: JSON messages, each behind a header that says how many bytes it has. */

const SEPARATOR = '\r\n\r\n';
/** More than any honest answer; a length beyond it means that the stream is no longer understood. */
const MAX_MESSAGE_BYTES = 64 * 1024 * 1024;
const MAX_HEADER_BYTES = 4096;

/** A message as the bytes that carry it. */
export function frameOf(message: object): Buffer {
  const body = Buffer.from(JSON.stringify(message), 'utf8');
  return Buffer.concat([Buffer.from(`Content-Length: ${body.length}${SEPARATOR}`, 'ascii'), body]);
}

/** Puts messages together again from chunks that may end anywhere. */
export class FrameReader {
  #chunks: Buffer[] = [];
  #held = 0;
  /** Bytes that must be there before it is worth looking again. */
  #wanted = 0;

  /** The messages that `chunk` completes. Throws an `Error` where the stream is no such protocol; it is then of no more use. */
  push(chunk: Buffer): unknown[] {
    this.#chunks.push(chunk);
    this.#held += chunk.length;
    if (this.#held < this.#wanted) return [];
    let rest = this.#chunks.length === 1 ? chunk : Buffer.concat(this.#chunks);
    const messages: unknown[] = [];
    for (;;) {
      const header = rest.indexOf(SEPARATOR);
      if (header < 0) {
        if (rest.length > MAX_HEADER_BYTES) throw new Error('no header of a message where one must be');
        this.#wanted = rest.length + 1;
        break;
      }
      const start = header + SEPARATOR.length;
      const end = start + lengthIn(rest.toString('latin1', 0, header));
      if (rest.length < end) {
        this.#wanted = end;
        break;
      }
      messages.push(JSON.parse(rest.toString('utf8', start, end)));
      rest = rest.subarray(end);
    }
    this.#chunks = [rest];
    this.#held = rest.length;
    return messages;
  }
}

function lengthIn(header: string): number {
  const digits = /(?:^|\r\n)Content-Length: *(\d{1,12})(?:\r\n|$)/i.exec(header)?.[1];
  const length = Number(digits);
  if (digits === undefined || length > MAX_MESSAGE_BYTES) throw new Error(`no header of a message: ${header}`);
  return length;
}
