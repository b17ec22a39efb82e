/** Which UTF-16 units may occur in a Lean identifier: one table, filled once. */

export const SPACE = 1;
export const IDENTIFIER_START = 2;
export const IDENTIFIER_REST = 4;
export const DIGIT = 8;

/** Class bits of every UTF-16 unit outside surrogates. `λ`, `Π` and `Σ` are symbols, as in Lean's `isLetterLike`. */
export const CLASS: Uint8Array = fillClasses();

/** High surrogate of U+1D49C…U+1D59F: mathematical letters (`𝓝`, `𝕜`), which Lean treats as letters. */
export const MATHEMATICAL_LETTER_HIGH = 0xd835;

/** The UTF-16 unit at `at`, or 0 past the end: a single read past the end would make every later read slower. */
export function unitAt(text: string, at: number): number {
  return at < text.length ? text.charCodeAt(at) : 0;
}

/** Number of units of the character that starts with `unit` and continues with `next`: 2 for a surrogate pair. */
export function characterWidth(unit: number, next: number): number {
  return unit >= 0xd800 && unit < 0xdc00 && next >= 0xdc00 && next < 0xe000 ? 2 : 1;
}

/** Number of units of the letter that starts at `at`: 0 if none starts there, 2 for a mathematical letter. */
export function identifierStart(text: string, at: number): number {
  const unit = unitAt(text, at);
  if (CLASS[unit]! & IDENTIFIER_START) return 1;
  return unit === MATHEMATICAL_LETTER_HIGH && isMathematicalLow(unitAt(text, at + 1)) ? 2 : 0;
}

/** Like `identifierStart`, for a later character of an identifier. */
export function identifierRest(text: string, at: number): number {
  const unit = unitAt(text, at);
  if (CLASS[unit]! & IDENTIFIER_REST) return 1;
  return unit === MATHEMATICAL_LETTER_HIGH && isMathematicalLow(unitAt(text, at + 1)) ? 2 : 0;
}

/** Whether this is the low surrogate of a mathematical letter. */
export function isMathematicalLow(unit: number): boolean {
  return unit >= 0xdc9c && unit <= 0xdd9f;
}

function fillClasses(): Uint8Array {
  const table = new Uint8Array(0x10000);
  const mark = (from: number, to: number, bits: number) => {
    for (let unit = from; unit <= to; unit++) table[unit] = (table[unit] ?? 0) | bits;
  };
  const letter = IDENTIFIER_START | IDENTIFIER_REST;
  for (const unit of [0x20, 0x09, 0x0a, 0x0d, 0x0b, 0x0c, 0xfeff, 0xa0]) mark(unit, unit, SPACE);
  mark(0x30, 0x39, DIGIT | IDENTIFIER_REST);
  mark(0x41, 0x5a, letter);
  mark(0x61, 0x7a, letter);
  mark(0x5f, 0x5f, letter);
  for (const rest of "'!?") mark(rest.charCodeAt(0), rest.charCodeAt(0), IDENTIFIER_REST);
  // Latin-1 and Latin Extended-A letters, Greek and Coptic, extended Greek, letter-like symbols.
  mark(0xc0, 0xff, letter);
  mark(0x100, 0x17f, letter);
  mark(0x391, 0x3dd, letter);
  mark(0x3b1, 0x3c9, letter);
  mark(0x3ca, 0x3fb, letter);
  mark(0x1f00, 0x1ffe, letter);
  mark(0x2100, 0x214f, letter);
  for (const symbol of [0xd7, 0xf7, 0x3bb, 0x3a0, 0x3a3]) table[symbol] = 0;
  // Subscripts: digits and the few letters that have one.
  mark(0x2080, 0x2089, IDENTIFIER_REST);
  mark(0x2090, 0x209c, IDENTIFIER_REST);
  mark(0x1d62, 0x1d6a, IDENTIFIER_REST);
  mark(0x2c7c, 0x2c7c, IDENTIFIER_REST);
  return table;
}
