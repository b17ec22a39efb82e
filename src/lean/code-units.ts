/**
 * A text as an array of UTF-16 code units. Most strings here are slices of longer ones, with several representations
 * inside the engine: reading them character by character takes several steps each, while one call copies them all.
 */

/** Number of zeros after the text, so a short lookahead needs no bounds check. */
const PADDING = 4;
const INITIAL_CAPACITY = 1 << 12;

export class CodeUnits {
  /** The text's units, followed by padding. Replaced by a longer array if a text needs one. */
  units: Uint16Array;
  length = 0;
  #bytes: Buffer;

  /** `capacity`: initial number of units. */
  constructor(capacity = INITIAL_CAPACITY) {
    this.units = new Uint16Array(capacity);
    this.#bytes = Buffer.from(this.units.buffer);
  }

  read(text: string): void {
    const { length } = text;
    if (length + PADDING > this.units.length) {
      this.units = new Uint16Array(2 * (length + PADDING));
      this.#bytes = Buffer.from(this.units.buffer);
    }
    this.#bytes.write(text, 0, 'utf16le');
    this.units.fill(0, length, length + PADDING);
    this.length = length;
  }
}

/** Whether `text` occurs at index `at` of `units`. */
export function occursAt(text: string, units: Uint16Array, at: number): boolean {
  for (let i = 0; i < text.length; i++) if (text.charCodeAt(i) !== units[at + i]) return false;
  return true;
}

/** The units of one text, in a new array. */
export function codeUnits(text: string): Uint16Array {
  const units = new CodeUnits(text.length + PADDING);
  units.read(text);
  return units.units;
}
