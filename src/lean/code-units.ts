/**
 * A text as an array of UTF-16 code units. Most strings here are slices of longer ones, and of several kinds inside the
 * engine: asked for character by character, each would cost several steps, while one call copies them all.
 */

/** Behind the text stand zeros, so that what looks ahead a little need not ask where it ends. */
const AFTER = 4;
const ROOM = 1 << 12;

export class CodeUnits {
  /** The text's units, and behind them room. Replaced by longer ones as texts do. */
  units: Uint16Array;
  length = 0;
  #bytes: Buffer;

  /** With `room` for as many units at first. */
  constructor(room = ROOM) {
    this.units = new Uint16Array(room);
    this.#bytes = Buffer.from(this.units.buffer);
  }

  read(text: string): void {
    const { length } = text;
    if (length + AFTER > this.units.length) {
      this.units = new Uint16Array(2 * (length + AFTER));
      this.#bytes = Buffer.from(this.units.buffer);
    }
    this.#bytes.write(text, 0, 'utf16le');
    this.units.fill(0, length, length + AFTER);
    this.length = length;
  }
}

/** Whether `text` stands at a place among `units`. */
export function standsAt(text: string, units: Uint16Array, at: number): boolean {
  for (let i = 0; i < text.length; i++) if (text.charCodeAt(i) !== units[at + i]) return false;
  return true;
}

/** The units of one text, in an array of their own. */
export function codeUnits(text: string): Uint16Array {
  const units = new CodeUnits(text.length + AFTER);
  units.read(text);
  return units.units;
}
