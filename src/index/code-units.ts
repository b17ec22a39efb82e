/**
 * A text as an array of UTF-16 code units: read once from the string, for most strings here are slices of longer ones,
 * of which every single character costs several steps.
 */

/** Behind the text stand zeros, so that what looks ahead a little need not ask where it ends. */
const AFTER = 4;

export class CodeUnits {
  /** The text's units, and behind them room. Replaced by longer ones as texts do. */
  units = new Uint16Array(1 << 12);
  length = 0;

  read(text: string): void {
    const { length } = text;
    if (length + AFTER > this.units.length) this.units = new Uint16Array(2 * (length + AFTER));
    const { units } = this;
    for (let i = 0; i < length; i++) units[i] = text.charCodeAt(i);
    for (let i = length; i < length + AFTER; i++) units[i] = 0;
    this.length = length;
  }
}
