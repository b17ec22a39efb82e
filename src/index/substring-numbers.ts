/**
 * Numbers for strings that are met as parts of longer ones. A known one is found by its characters where they stand: no
 * substring is made, and there is none to collect.
 */
import { NumberList } from './number-list.ts';
import { shared } from './shared-memory.ts';

const FNV_OFFSET = 0x811c9dc5 | 0;
const FNV_PRIME = 0x01000193;
/** Numbers a slot. */
const SLOT = 2;
/** Slots for some hundreds of numbers, which is what a file has. */
const FEW = 1 << 11;
/** More at once overflow the stack. */
const MOST_ARGUMENTS = 8192;

/** Strings one after the other, in UTF-16, in memory that threads share: each starts where the one before ends. */
export interface PackedUnits {
  chars: Uint16Array;
  ends: Uint32Array;
}

export class SubstringNumbers {
  /** Open addressing: number + 1, or 0 where free, and beside it the hash, so that both come with one look at memory. */
  #slots = new Int32Array(FEW);
  /** By number: where its characters end in `#chars`; they start where those of the one before end. */
  readonly #ends = new NumberList();
  #chars = new Uint16Array(1 << 12);

  /** How many there are. */
  get size(): number {
    return this.#ends.length;
  }

  /** Number of what stands in `units` from `start` to `end`: 0, 1, 2, … in the order in which they were first met. */
  numberOf(units: Uint16Array, start: number, end: number): number {
    return this.#look(units, start, end, true);
  }

  /** As `numberOf`, but -1 for what was not met. */
  find(units: Uint16Array, start: number, end: number): number {
    return this.#look(units, start, end, false);
  }

  #look(units: Uint16Array, start: number, end: number, adds: boolean): number {
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

  /** Forgets all. */
  clear(): void {
    this.#ends.clear();
    if (this.#slots.length > FEW) this.#slots = new Int32Array(FEW);
    else this.#slots.fill(0);
  }

  /** All of them, in the order of their numbers. */
  packed(): PackedUnits {
    const ends = Uint32Array.from(this.#ends.items.subarray(0, this.size));
    return { chars: shared(this.#chars.subarray(0, ends.at(-1) ?? 0)), ends: shared(ends) };
  }

  /** The string of a number. */
  text(number: number): string {
    const chars = this.#chars.subarray(this.#startOf(number), this.#ends.items[number]);
    if (chars.length <= MOST_ARGUMENTS) return Reflect.apply(String.fromCharCode, null, chars);
    let text = '';
    for (let at = 0; at < chars.length; at += MOST_ARGUMENTS) {
      text += Reflect.apply(String.fromCharCode, null, chars.subarray(at, at + MOST_ARGUMENTS));
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
    if (after > this.#chars.length) {
      const larger = new Uint16Array(2 * after);
      larger.set(this.#chars);
      this.#chars = larger;
    }
    // One by one: identifiers are shorter than a copy takes to begin.
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
