/**
 * Numbers strings that occur as parts of longer ones. A known string is found by its characters in place, so no
 * substring is created or garbage-collected.
 */
import { NumberList } from './number-list.ts';
import { grown, shared } from './typed-arrays.ts';

const FNV_OFFSET = 0x811c9dc5 | 0;
const FNV_PRIME = 0x01000193;
/** Numbers per slot. */
const SLOT = 2;
/** Slots for some hundreds of strings, as many as a file has. */
const INITIAL_LENGTH = 1 << 11;
/** More arguments in one call overflow the stack. */
const MAX_ARGUMENTS = 8192;

/** Concatenated strings in UTF-16, in memory that threads share: each starts at the end of the previous one. */
export interface PackedUnits {
  chars: Uint16Array;
  ends: Uint32Array;
}

export class SubstringNumbers {
  /** Open addressing: number + 1, or 0 if free, followed by the hash, so one memory access reads both. */
  #slots = new Int32Array(INITIAL_LENGTH);
  /** By number: the end of its characters in `#chars`; they start at the end of the previous one's. */
  readonly #ends = new NumberList();
  #chars = new Uint16Array(1 << 12);

  get size(): number {
    return this.#ends.length;
  }

  /** Number of the string in `units` from `start` to `end`: 0, 1, 2, … in the order of their first occurrence. */
  numberOf(units: Uint16Array, start: number, end: number): number {
    return this.#lookUp(units, start, end, true);
  }

  /** Like `numberOf`, but returns -1 for an unknown string. */
  find(units: Uint16Array, start: number, end: number): number {
    return this.#lookUp(units, start, end, false);
  }

  #lookUp(units: Uint16Array, start: number, end: number, adds: boolean): number {
    let hash = FNV_OFFSET;
    for (let i = start; i < end; i++) hash = Math.imul(hash ^ units[i]!, FNV_PRIME);
    hash ^= hash >>> 15;
    const slots = this.#slots;
    const mask = slots.length - SLOT;
    for (let slot = (hash * SLOT) & mask; ; slot = (slot + SLOT) & mask) {
      const number = slots[slot]! - 1;
      if (number < 0) return adds ? this.#add(units, start, end, hash, slot) : -1;
      if (slots[slot + 1] === hash && this.#isAt(number, units, start, end)) return number;
    }
  }

  clear(): void {
    this.#ends.clear();
    if (this.#slots.length > INITIAL_LENGTH) this.#slots = new Int32Array(INITIAL_LENGTH);
    else this.#slots.fill(0);
  }

  packed(): PackedUnits {
    const ends = Uint32Array.from(this.#ends.items.subarray(0, this.size));
    return { chars: shared(this.#chars.subarray(0, ends.at(-1) ?? 0)), ends: shared(ends) };
  }

  /** The string of a number. */
  text(number: number): string {
    const chars = this.#chars.subarray(this.#startOf(number), this.#ends.items[number]);
    if (chars.length <= MAX_ARGUMENTS) return Reflect.apply(String.fromCharCode, null, chars);
    let text = '';
    for (let at = 0; at < chars.length; at += MAX_ARGUMENTS) {
      text += Reflect.apply(String.fromCharCode, null, chars.subarray(at, at + MAX_ARGUMENTS));
    }
    return text;
  }

  #startOf(number: number): number {
    return number === 0 ? 0 : this.#ends.items[number - 1]!;
  }

  #isAt(number: number, units: Uint16Array, start: number, end: number): boolean {
    const chars = this.#chars;
    let at = this.#startOf(number);
    if (this.#ends.items[number]! - at !== end - start) return false;
    for (let i = start; i < end; i++) if (chars[at++] !== units[i]) return false;
    return true;
  }

  #add(units: Uint16Array, start: number, end: number, hash: number, slot: number): number {
    const number = this.size;
    const at = this.#startOf(number);
    const after = at + end - start;
    if (after > this.#chars.length) this.#chars = grown(this.#chars, 2 * after);
    // One by one: identifiers are too short for a bulk copy to be faster.
    for (let i = start; i < end; i++) this.#chars[at + i - start] = units[i]!;
    this.#ends.push(after);
    this.#slots[slot] = number + 1;
    this.#slots[slot + 1] = hash;
    if (2 * SLOT * this.size > this.#slots.length) this.#rehash();
    return number;
  }

  #rehash(): void {
    const before = this.#slots;
    const slots = new Int32Array(2 * before.length);
    const mask = slots.length - SLOT;
    for (let from = 0; from < before.length; from += SLOT) {
      if (before[from] === 0) continue;
      const hash = before[from + 1]!;
      let slot = (hash * SLOT) & mask;
      while (slots[slot] !== 0) slot = (slot + SLOT) & mask;
      slots[slot] = before[from]!;
      slots[slot + 1] = hash;
    }
    this.#slots = slots;
  }
}
