/** Splits what a client sends into messages and drops those that are too long, so that they end neither the connection nor the memory. */
import { Transform, type TransformCallback } from 'node:stream';

/** The id of a request; null if the message has none, or none that can be read. */
export type MessageId = string | number | null;

const NEWLINE = 0x0a;
/** How much of the start and of the end of a message that is dropped is kept, to find its id. */
const KEPT_BYTES = 1000;

/** Passes on whole lines of at most `maxBytes`, each as one chunk. `onDropped`: the id and the size of a longer one. */
export class MessageLimit extends Transform {
  readonly #maxBytes: number;
  readonly #onDropped: (id: MessageId, bytes: number) => void;
  #parts: Buffer[] = [];
  #bytes = 0;

  constructor(maxBytes: number, onDropped: (id: MessageId, bytes: number) => void) {
    // Otherwise chunks that wait are joined.
    super({ readableObjectMode: true });
    this.#maxBytes = maxBytes;
    this.#onDropped = onDropped;
  }

  override _transform(chunk: Buffer, _encoding: BufferEncoding, done: TransformCallback): void {
    let rest = chunk;
    for (let at = rest.indexOf(NEWLINE); at >= 0; at = rest.indexOf(NEWLINE)) {
      this.#add(rest.subarray(0, at + 1));
      this.#endLine();
      rest = rest.subarray(at + 1);
    }
    this.#add(rest);
    done();
  }

  #add(part: Buffer): void {
    if (part.length === 0) return;
    this.#bytes += part.length;
    this.#parts.push(part);
    if (this.#bytes <= this.#maxBytes) return;
    // Only the ends of a message that is dropped are needed.
    const all = Buffer.concat(this.#parts);
    this.#parts =
      all.length <= 2 * KEPT_BYTES
        ? [all]
        : [all.subarray(0, KEPT_BYTES), all.subarray(-KEPT_BYTES)].map((end) => Buffer.from(end));
  }

  #endLine(): void {
    const line = Buffer.concat(this.#parts);
    const bytes = this.#bytes;
    this.#parts = [];
    this.#bytes = 0;
    if (bytes <= this.#maxBytes) this.push(line);
    else this.#onDropped(idOf(line), bytes);
  }
}

const ID = String.raw`"id"\s*:\s*(?<id>-?\d+|"[^"\\]*")`;
const SHORT_FIELD = String.raw`"(?:jsonrpc|method)"\s*:\s*"[^"\\]*"`;
/** Before a long field, or after it: there, no quotation mark can belong to a text. */
const ID_FIRST = new RegExp(String.raw`^\s*\{(?:\s*${SHORT_FIELD}\s*,)*\s*${ID}\s*[,}]`, 'u');
const ID_LAST = new RegExp(String.raw`,\s*${ID}\s*(?:,\s*${SHORT_FIELD}\s*)*\}\s*$`, 'u');

function idOf(ends: Buffer): MessageId {
  const start = ends.toString('utf8', 0, KEPT_BYTES);
  const end = ends.toString('utf8', Math.max(0, ends.length - KEPT_BYTES));
  const id = (ID_FIRST.exec(start) ?? ID_LAST.exec(end))?.groups?.['id'];
  return id === undefined ? null : (JSON.parse(id) as string | number);
}
