/**
 * Builds posting lists: rows come in rising order, each with its tokens. Every list is stored as the bytes of
 * `postings.ts` in a chain of slices of one pool, like Lucene's byte block pool. Three bytes per posting, no sorting.
 */
import { NumberList } from './number-list.ts';
import { MAX_POSTING_BYTES, writePosting } from './postings.ts';
import { packStrings, unpackStrings, type PackedStrings } from './packed-strings.ts';
import { grown, joined } from './typed-arrays.ts';
import { pushVarint, VarintReader } from './varints.ts';

/** Posting lists for one range of rows, tokens in rising order. */
export interface TokenListPart {
  tokens: PackedStrings;
  /** Rows per list. */
  counts: Uint32Array;
  /** Last row per list: the first gap of a later part counts from it. */
  lastIds: Uint32Array;
  /** End of each list in `bytes`; it starts at the end of the previous one. */
  ends: Uint32Array;
  bytes: Uint8Array;
}

const FIRST_SLICE = 8;
const LARGEST_SLICE = 8192;
/** Space at the start of a slice for the position of the next one. */
const LINK = 4;

/** Numbers per list. A record fits one line of the processor's cache, because every posting uses most of it. */
const RECORD = 8;
/** Start of the first slice. */
const FIRST = 0;
/** Position of the next byte; start and end of its slice. */
const AT = 1;
const SLICE = 2;
const SLICE_END = 3;
/** Totals of the list: rows, bytes, last row. */
const COUNT = 4;
const LENGTH = 5;
const LAST_ID = 6;
/** Weight of the token in the current row; 0 if it is not in it. */
const PENDING = 7;

export class TokenLists {
  readonly #numbers = new Map<string, number>();
  readonly #tokens: string[] = [];
  #pool = new Uint8Array(1 << 20);
  #view = new DataView(this.#pool.buffer);
  #poolEnd = 0;
  /** By token number. */
  #records = new Uint32Array(RECORD << 14);
  readonly #rowTokens = new NumberList();

  /** The number of a token, which `emit` takes. A token that is never emitted has no list. */
  readonly number = (token: string): number => this.#numbers.get(token) ?? this.#newToken(token);

  /** Adds a token to the current row; of two weights the larger counts. Weights are 1 to 255. */
  readonly emit = (number: number, weight: number): void => {
    const pending = number * RECORD + PENDING;
    const before = this.#records[pending]!;
    if (before === 0) this.#rowTokens.push(number);
    if (weight > before) this.#records[pending] = weight;
  };

  /** Completes the current row with its id, which must be larger than all previous ones. */
  endRow(id: number): void {
    const { items, length } = this.#rowTokens;
    const records = this.#records;
    for (let i = 0; i < length; i++) {
      const record = items[i]! * RECORD;
      const gap = id - records[record + LAST_ID]!;
      const weight = records[record + PENDING]!;
      records[record + LAST_ID] = id;
      records[record + PENDING] = 0;
      records[record + COUNT]!++;
      if (records[record + SLICE_END]! - records[record + AT]! < MAX_POSTING_BYTES)
        this.#appendAcross(record, gap, weight);
      else this.#append(record, gap, weight);
    }
    this.#rowTokens.clear();
  }

  /** All lists that have rows, sorted by token. Do not use the collection afterwards. */
  finish(): TokenListPart {
    const records = this.#records;
    const tokens = this.#tokens.filter((_, number) => records[number * RECORD + COUNT] !== 0).sort();
    const order = Uint32Array.from(tokens, (token) => this.#numbers.get(token)! * RECORD);
    const part: TokenListPart = {
      tokens: packStrings(tokens),
      counts: order.map((record) => records[record + COUNT]!),
      lastIds: order.map((record) => records[record + LAST_ID]!),
      ends: new Uint32Array(order.length),
      bytes: new Uint8Array(
        new SharedArrayBuffer(order.reduce((total, record) => total + records[record + LENGTH]!, 0)),
      ),
    };
    let at = 0;
    order.forEach((record, i) => {
      at = this.#copyList(record, part.bytes, at);
      part.ends[i] = at;
    });
    return part;
  }

  #newToken(token: string): number {
    const number = this.#tokens.push(token) - 1;
    this.#numbers.set(token, number);
    const record = number * RECORD;
    if (record === this.#records.length) this.#records = grown(this.#records, 2 * record);
    const start = this.#newSlice(FIRST_SLICE);
    this.#records[record + FIRST] = start;
    this.#enterSlice(record, start, FIRST_SLICE);
    return number;
  }

  /** Appends a posting to a slice that has room for the longest. */
  #append(record: number, gap: number, weight: number): void {
    const start = this.#records[record + AT]!;
    const at = writePosting(this.#pool, start, gap, weight);
    this.#records[record + AT] = at;
    this.#records[record + LENGTH]! += at - start;
  }

  #appendAcross(record: number, gap: number, weight: number): void {
    const bytes: number[] = [];
    pushVarint(bytes, gap);
    for (const byte of bytes) this.#appendByte(record, byte);
    this.#appendByte(record, weight);
  }

  #appendByte(record: number, byte: number): void {
    const records = this.#records;
    if (records[record + AT] === records[record + SLICE_END]) {
      const size = Math.min(LARGEST_SLICE, 2 * (records[record + SLICE_END]! - records[record + SLICE]!));
      const next = this.#newSlice(size);
      this.#view.setUint32(records[record + SLICE]!, next);
      this.#enterSlice(record, next, size);
    }
    this.#pool[records[record + AT]!++] = byte;
    records[record + LENGTH]!++;
  }

  #enterSlice(record: number, start: number, size: number): void {
    this.#records[record + SLICE] = start;
    this.#records[record + AT] = start + LINK;
    this.#records[record + SLICE_END] = start + size;
  }

  #newSlice(size: number): number {
    const start = this.#poolEnd;
    this.#poolEnd += size;
    if (this.#poolEnd > this.#pool.length) {
      this.#pool = grown(this.#pool, Math.ceil(this.#pool.length * 1.5) + size);
      this.#view = new DataView(this.#pool.buffer);
    }
    return start;
  }

  #copyList(record: number, target: Uint8Array, at: number): number {
    let left = this.#records[record + LENGTH]!;
    let slice = this.#records[record + FIRST]!;
    for (let size = FIRST_SLICE; left > 0; size = Math.min(LARGEST_SLICE, size * 2)) {
      const length = Math.min(left, size - LINK);
      target.set(this.#pool.subarray(slice + LINK, slice + LINK + length), at);
      at += length;
      left -= length;
      if (left > 0) slice = this.#view.getUint32(slice);
    }
    return at;
  }
}

export interface TokenList {
  token: string;
  count: number;
  bytes: Uint8Array;
}

/** Joins parts with consecutive rows: the lists of all tokens, in rising order of token. */
export function* joinParts(parts: readonly TokenListPart[]): Generator<TokenList> {
  const cursors = parts.map((part) => new PartCursor(part));
  for (;;) {
    let token: string | undefined;
    for (const { token: candidate } of cursors) {
      if (candidate !== undefined && (token === undefined || candidate < token)) token = candidate;
    }
    if (token === undefined) return;
    const pieces: Uint8Array[] = [];
    let count = 0;
    let last = 0;
    for (const cursor of cursors) {
      if (cursor.token !== token) continue;
      const { part, at } = cursor;
      const bytes = part.bytes.subarray(at === 0 ? 0 : part.ends[at - 1], part.ends[at]);
      pieces.push(...(last === 0 ? [bytes] : rebased(bytes, last)));
      count += part.counts[at]!;
      last = part.lastIds[at]!;
      cursor.advance();
    }
    yield { token, count, bytes: pieces.length === 1 ? pieces[0]! : joined(Uint8Array, pieces) };
  }
}

/** A part and its next list; `token` is undefined after the last one. */
class PartCursor {
  readonly part: TokenListPart;
  at = -1;
  token: string | undefined;
  readonly #tokens: Generator<string, void, undefined>;

  constructor(part: TokenListPart) {
    this.part = part;
    this.#tokens = unpackStrings(part.tokens);
    this.advance();
  }

  advance(): void {
    const { value } = this.#tokens.next();
    this.token = value ?? undefined;
    this.at++;
  }
}

/** Converts a list that counts from 0 to one that counts from `last`: its first gap, encoded again, and the rest. */
function rebased(bytes: Uint8Array, last: number): [Uint8Array, Uint8Array] {
  const reader = new VarintReader(bytes);
  const gap: number[] = [];
  pushVarint(gap, reader.next() - last);
  return [Uint8Array.from(gap), bytes.subarray(reader.at)];
}
