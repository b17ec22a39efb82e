/**
 * Reads the object graph of a compiled module (`.olean`) as bytes, without running anything. Every offset is checked. The
 * layout is that of `lean.h` and `compact.cpp`, unchanged since 2021: a sequence of objects, each after those that it points
 * to, with the root in the last eight bytes.
 */
import { NotAnExport } from './compiled-module.ts';

/** An offset in the file, or a value that fits into a pointer. */
export type StoredValue = { kind: 'object'; at: number } | { kind: 'scalar'; value: bigint };

export type StoredObject =
  | { kind: 'constructor'; tag: number; fields: StoredValue[]; scalars: Buffer }
  | { kind: 'array'; fields: StoredValue[] }
  | { kind: 'string'; text: string }
  | { kind: 'bytes'; bytes: Buffer }
  /** A thunk, task or reference: contains one value. */
  | { kind: 'box'; fields: StoredValue[] };

/** Tags of `lean.h`; tags up to 244 are constructors. */
const TAG = { array: 246, bytes: 248, string: 249, bigNumber: 250, thunk: 251, task: 252, reference: 253 } as const;
const LAST_CONSTRUCTOR = 244;
const WORD = 8;

/** The header of 2021 contains no address. Later headers begin with `olean` and end with the file's base address. */
const HEADER_2021 = 'oleanfile!!!!!!!';
const HEADER_LENGTHS = new Map([
  [1, 56],
  [2, 88],
]);

export class StoredObjects {
  readonly #bytes: Buffer;
  readonly #begin: number;
  readonly #base: bigint;
  #bytesLeft: number;

  /** @throws {NotAnExport} if the header is unknown */
  constructor(bytes: Buffer) {
    this.#bytes = bytes;
    this.#bytesLeft = 2 * bytes.length;
    const marker = bytes.toString('latin1', 0, HEADER_2021.length);
    if (marker === HEADER_2021) {
      this.#begin = HEADER_2021.length;
      this.#base = -BigInt(this.#begin);
      return;
    }
    const length = marker.startsWith('olean') ? HEADER_LENGTHS.get(bytes[5] ?? 0) : undefined;
    if (length === undefined || bytes.length < length) throw new NotAnExport('an unknown header');
    this.#begin = length;
    this.#base = bytes.readBigUInt64LE(length - WORD);
  }

  get root(): StoredValue {
    return this.#valueAt(this.#bytes.length - WORD, this.#bytes.length);
  }

  /**
   * Call it once per offset: objects of an honest file do not overlap, so their total size is at most that of the file.
   * @throws {NotAnExport} if the object is not within the file, overlaps others, or has a kind that no module contains
   */
  object(at: number): StoredObject {
    this.#check(at, WORD);
    const [tag, other] = [this.#bytes[at + 7]!, this.#bytes[at + 6]!];
    if (tag <= LAST_CONSTRUCTOR) return this.#readConstructor(at, tag, other);
    switch (tag) {
      case TAG.array:
        return { kind: 'array', fields: this.#values(at, at + 3 * WORD, this.#sizeAt(at + WORD)) };
      case TAG.bytes:
        return { kind: 'bytes', bytes: this.#slice(at + 3 * WORD, this.#sizeAt(at + WORD) * other) };
      case TAG.string: {
        const bytes = this.#slice(at + 4 * WORD, this.#sizeAt(at + WORD));
        return { kind: 'string', text: bytes.toString('utf8', 0, Math.max(0, bytes.length - 1)) };
      }
      case TAG.bigNumber:
        return { kind: 'bytes', bytes: this.#slice(at + 3 * WORD, this.#sizeOf(at) - 3 * WORD) };
      case TAG.thunk:
      case TAG.task:
      case TAG.reference:
        return { kind: 'box', fields: this.#values(at, at + WORD, 1) };
      default:
        throw new NotAnExport(`an object of kind ${tag}`);
    }
  }

  #readConstructor(at: number, tag: number, count: number): StoredObject {
    const fields = this.#values(at, at + WORD, count);
    const end = at + (1 + count) * WORD;
    return { kind: 'constructor', tag, fields, scalars: this.#slice(end, at + this.#sizeOf(at) - end) };
  }

  /** The size of a small object: in 2021 the low 32 bits of the header, later the two bytes above them. */
  #sizeOf(at: number): number {
    const low = this.#bytes.readUInt32LE(at);
    return low === 0 ? this.#bytes.readUInt16LE(at + 4) : low;
  }

  #sizeAt(at: number): number {
    this.#check(at, WORD);
    const size = this.#bytes.readBigUInt64LE(at);
    if (size > BigInt(this.#bytes.length)) throw new NotAnExport('an object larger than its file');
    return Number(size);
  }

  #slice(at: number, length: number): Buffer {
    this.#check(at, length);
    this.#spend(length);
    return this.#bytes.subarray(at, at + length);
  }

  #values(owner: number, at: number, count: number): StoredValue[] {
    this.#check(at, count * WORD);
    this.#spend(count * WORD);
    return Array.from({ length: count }, (_, index) => this.#valueAt(at + index * WORD, owner));
  }

  #spend(bytes: number): void {
    this.#bytesLeft -= bytes;
    if (this.#bytesLeft < 0) throw new NotAnExport('overlapping objects');
  }

  /** An object may point only to objects before it, so there are no cycles. */
  #valueAt(at: number, owner: number): StoredValue {
    this.#check(at, WORD);
    const pointer = this.#bytes.readBigUInt64LE(at);
    if (pointer & 1n) return { kind: 'scalar', value: pointer >> 1n };
    const target = pointer - this.#base;
    if (target < BigInt(this.#begin) || target >= BigInt(owner)) throw new NotAnExport('a pointer outside the file');
    return { kind: 'object', at: Number(target) };
  }

  #check(at: number, length: number): void {
    if (at < this.#begin || length < 0 || at + length > this.#bytes.length)
      throw new NotAnExport('an object outside the file');
  }
}
