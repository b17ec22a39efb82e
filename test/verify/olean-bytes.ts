/** Writes compiled modules in the format of Lean of 2021, with entries that Lean itself cannot write. */

/** A scalar, or the offset of a written object. */
export type Written = { scalar: bigint } | { at: number };

export const scalar = (value: number): Written => ({ scalar: BigInt(value) });

const WORD = 8;
const HEADER = Buffer.from('oleanfile!!!!!!!', 'latin1');

export class OleanBytes {
  private readonly parts: Buffer[] = [];
  private length = 0;

  private put(bytes: Buffer): Written {
    const padded = Buffer.alloc(Math.ceil(bytes.length / WORD) * WORD);
    bytes.copy(padded);
    const at = this.length;
    this.parts.push(padded);
    this.length += padded.length;
    return { at };
  }

  private head(size: number, tag: number, other: number): Buffer {
    const head = Buffer.alloc(WORD);
    head.writeUInt32LE(size, 0);
    head[6] = other;
    head[7] = tag;
    return head;
  }

  private word(value: Written): Buffer {
    const word = Buffer.alloc(WORD);
    word.writeBigUInt64LE('at' in value ? BigInt(value.at) : (value.scalar << 1n) | 1n);
    return word;
  }

  private count(value: number): Buffer {
    const word = Buffer.alloc(WORD);
    word.writeBigUInt64LE(BigInt(value));
    return word;
  }

  object(tag: number, fields: readonly Written[], scalars = Buffer.alloc(0)): Written {
    const size = WORD + fields.length * WORD + scalars.length;
    return this.put(Buffer.concat([this.head(size, tag, fields.length), ...fields.map((f) => this.word(f)), scalars]));
  }

  array(fields: readonly Written[]): Written {
    const counts = [this.count(fields.length), this.count(fields.length)];
    return this.put(Buffer.concat([this.head(1, 246, 0), ...counts, ...fields.map((f) => this.word(f))]));
  }

  string(text: string): Written {
    const bytes = Buffer.from(`${text}\0`);
    const counts = [bytes.length, bytes.length, [...text].length].map((value) => this.count(value));
    return this.put(Buffer.concat([this.head(1, 249, 0), ...counts, bytes]));
  }

  /** An array of bytes. */
  bytes(content: Buffer): Written {
    const counts = [content.length, content.length].map((value) => this.count(value));
    return this.put(Buffer.concat([this.head(1, 248, 1), ...counts, content]));
  }

  /** In `A.b.3`, a component of digits is a number. The hash is arbitrary and differs between calls. */
  name(dotted: string): Written {
    let name = scalar(0);
    for (const part of dotted.split('.')) {
      const hash = Buffer.alloc(WORD, this.length % 251);
      name = /^\d+$/.test(part)
        ? this.object(2, [name, scalar(Number(part))], hash)
        : this.object(1, [name, this.string(part)], hash);
    }
    return name;
  }

  /** The complete file; `entries` by the name of their extension. */
  module(entries: Record<string, readonly Written[]>, constants: readonly Written[] = []): Buffer {
    const extensions = Object.entries(entries).map(([name, list]) =>
      this.object(0, [this.name(name), this.array(list)]),
    );
    const root = this.object(0, [this.array([]), this.array(constants), this.array(extensions)]);
    this.put(Buffer.concat([this.head(16, 255, 0), this.word(root)]));
    return Buffer.concat([HEADER, ...this.parts]);
  }
}
