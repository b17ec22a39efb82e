/**
 * Inverted lists while they grow: rows come in rising order, each with its tokens; every list is kept as the bytes of
 * `postings.ts` in a chain of slices of one pool, as Lucene's byte block pool does it. Three bytes a posting, no sort.
 */

/** Lists of one range of rows, tokens in rising order. */
export interface TokenListPart {
  tokens: string[];
  /** Rows a list. */
  counts: Uint32Array;
  /** Last row a list: what the first gap of a later part counts from. */
  lastIds: Uint32Array;
  /** Where a list ends in `bytes`; it starts where the one before ends. */
  ends: Uint32Array;
  bytes: Uint8Array;
}

const FIRST_SLICE = 8;
const LARGEST_SLICE = 8192;
/** Room at a slice's start for the place of the next one. */
const LINK = 4;

export class TokenLists {
  readonly #numbers = new Map<string, number>();
  readonly #tokens: string[] = [];
  #pool = new Uint8Array(1 << 20);
  #view = new DataView(this.#pool.buffer);
  #poolEnd = 0;
  /** By token number. */
  #first = new Uint32Array(1 << 14);
  #at = new Uint32Array(1 << 14);
  #sliceStart = new Uint32Array(1 << 14);
  #sliceEnd = new Uint32Array(1 << 14);
  #counts = new Uint32Array(1 << 14);
  #lastIds = new Uint32Array(1 << 14);
  #lengths = new Uint32Array(1 << 14);
  /** Weight of the token in the row being built; 0 = not in it. */
  #pending = new Uint8Array(1 << 14);
  readonly #rowTokens: number[] = [];

  /** Adds a token to the row being built; of two weights the larger stays. Weights are 1 to 255. */
  readonly emit = (token: string, weight: number): void => {
    const number = this.#numbers.get(token) ?? this.#newToken(token);
    const before = this.#pending[number]!;
    if (before === 0) this.#rowTokens.push(number);
    if (weight > before) this.#pending[number] = weight;
  };

  /** Ends the row being built and gives it its id, which must be larger than those before. */
  endRow(id: number): void {
    const tokens = this.#rowTokens;
    for (let i = 0; i < tokens.length; i++) {
      const number = tokens[i]!;
      let gap = id - this.#lastIds[number]!;
      this.#lastIds[number] = id;
      this.#counts[number]!++;
      while (gap >= 0x80) {
        this.#append(number, (gap & 0x7f) | 0x80);
        gap >>>= 7;
      }
      this.#append(number, gap);
      this.#append(number, this.#pending[number]!);
      this.#pending[number] = 0;
    }
    tokens.length = 0;
  }

  /** All lists, tokens sorted. The collection is spent afterwards. */
  finish(): TokenListPart {
    const order = this.#tokens.map((token, number) => ({ token, number }));
    order.sort((a, b) => (a.token < b.token ? -1 : 1));
    let total = 0;
    for (let number = 0; number < order.length; number++) total += this.#lengths[number]!;
    const part: TokenListPart = {
      tokens: order.map(({ token }) => token),
      counts: new Uint32Array(order.length),
      lastIds: new Uint32Array(order.length),
      ends: new Uint32Array(order.length),
      bytes: new Uint8Array(new SharedArrayBuffer(total)),
    };
    let at = 0;
    order.forEach(({ number }, i) => {
      part.counts[i] = this.#counts[number]!;
      part.lastIds[i] = this.#lastIds[number]!;
      at = this.#copyList(number, part.bytes, at);
      part.ends[i] = at;
    });
    return part;
  }

  #newToken(token: string): number {
    const number = this.#tokens.push(token) - 1;
    this.#numbers.set(token, number);
    if (number === this.#counts.length) this.#growTables();
    const start = this.#newSlice(FIRST_SLICE);
    this.#first[number] = start;
    this.#enterSlice(number, start, FIRST_SLICE);
    return number;
  }

  #append(number: number, byte: number): void {
    if (this.#at[number] === this.#sliceEnd[number]) {
      const size = Math.min(LARGEST_SLICE, 2 * (this.#sliceEnd[number]! - this.#sliceStart[number]!));
      const next = this.#newSlice(size);
      this.#view.setUint32(this.#sliceStart[number]!, next);
      this.#enterSlice(number, next, size);
    }
    this.#pool[this.#at[number]!++] = byte;
    this.#lengths[number]!++;
  }

  #enterSlice(number: number, start: number, size: number): void {
    this.#sliceStart[number] = start;
    this.#at[number] = start + LINK;
    this.#sliceEnd[number] = start + size;
  }

  #newSlice(size: number): number {
    const start = this.#poolEnd;
    this.#poolEnd += size;
    if (this.#poolEnd > this.#pool.length) {
      const larger = new Uint8Array(Math.ceil(this.#pool.length * 1.5) + size);
      larger.set(this.#pool);
      this.#pool = larger;
      this.#view = new DataView(larger.buffer);
    }
    return start;
  }

  #copyList(number: number, target: Uint8Array, at: number): number {
    let left = this.#lengths[number]!;
    let slice = this.#first[number]!;
    for (let size = FIRST_SLICE; left > 0; size = Math.min(LARGEST_SLICE, size * 2)) {
      const length = Math.min(left, size - LINK);
      target.set(this.#pool.subarray(slice + LINK, slice + LINK + length), at);
      at += length;
      left -= length;
      if (left > 0) slice = this.#view.getUint32(slice);
    }
    return at;
  }

  #growTables(): void {
    const grow = (table: Uint32Array<ArrayBuffer>): Uint32Array<ArrayBuffer> => {
      const larger = new Uint32Array(table.length * 2);
      larger.set(table);
      return larger;
    };
    this.#first = grow(this.#first);
    this.#at = grow(this.#at);
    this.#sliceStart = grow(this.#sliceStart);
    this.#sliceEnd = grow(this.#sliceEnd);
    this.#counts = grow(this.#counts);
    this.#lastIds = grow(this.#lastIds);
    this.#lengths = grow(this.#lengths);
    const pending = new Uint8Array(this.#pending.length * 2);
    pending.set(this.#pending);
    this.#pending = pending;
  }
}

export interface TokenList {
  token: string;
  count: number;
  bytes: Uint8Array;
}

/** Joins parts whose rows follow each other: the lists of all tokens, in rising order of token. */
export function* joinParts(parts: readonly TokenListPart[]): Generator<TokenList> {
  const at = parts.map(() => 0);
  for (;;) {
    let token: string | undefined;
    parts.forEach((part, p) => {
      const candidate = part.tokens[at[p]!];
      if (candidate !== undefined && (token === undefined || candidate < token)) token = candidate;
    });
    if (token === undefined) return;
    const pieces: Uint8Array[] = [];
    let count = 0;
    let last = 0;
    parts.forEach((part, p) => {
      const i = at[p]!;
      if (part.tokens[i] !== token) return;
      at[p] = i + 1;
      const bytes = part.bytes.subarray(i === 0 ? 0 : part.ends[i - 1], part.ends[i]);
      pieces.push(...(last === 0 ? [bytes] : rebased(bytes, last)));
      count += part.counts[i]!;
      last = part.lastIds[i]!;
    });
    yield { token, count, bytes: pieces.length === 1 ? pieces[0]! : concatenated(pieces) };
  }
}

/** A list that counted from 0, counting from `last` instead: its first gap anew, and the rest. */
function rebased(bytes: Uint8Array, last: number): [Uint8Array, Uint8Array] {
  let at = 0;
  let first = 0;
  for (let shift = 0; ; shift += 7) {
    const byte = bytes[at++]!;
    first |= (byte & 0x7f) << shift;
    if (byte < 0x80) break;
  }
  const gap: number[] = [];
  let left = first - last;
  for (; left >= 0x80; left >>>= 7) gap.push((left & 0x7f) | 0x80);
  gap.push(left);
  return [Uint8Array.from(gap), bytes.subarray(at)];
}

function concatenated(pieces: readonly Uint8Array[]): Uint8Array {
  const whole = new Uint8Array(pieces.reduce((sum, piece) => sum + piece.length, 0));
  let at = 0;
  for (const piece of pieces) {
    whole.set(piece, at);
    at += piece.length;
  }
  return whole;
}
