/** Truncates and fences texts for a prompt. */
import { sha256 } from '../base/hash.ts';

const OMISSION = '…';

/** Truncates `text` with a mark, at a line end if that keeps more than half of `maxChars`. */
export function clip(text: string, maxChars: number): string {
  if (text.length <= maxChars) return text;
  const start = sliceChars(text, Math.max(0, maxChars - OMISSION.length - 1));
  const lineEnd = start.lastIndexOf('\n');
  return lineEnd > maxChars / 2 ? `${start.slice(0, lineEnd)}\n${OMISSION}` : `${start}${OMISSION}`;
}

/** The first `count` UTF-16 units, or one less in order not to split a surrogate pair. */
export function sliceChars(text: string, count: number): string {
  const last = text.charCodeAt(count - 1);
  return text.slice(0, last >= 0xd800 && last <= 0xdbff ? count - 1 : count);
}

/** The last `count` UTF-16 units, or one less in order not to split a surrogate pair. */
export function sliceCharsFromEnd(text: string, count: number): string {
  const from = Math.max(0, text.length - count);
  const first = text.charCodeAt(from);
  return text.slice(first >= 0xdc00 && first <= 0xdfff ? from + 1 : from);
}

/** `text` between fences longer than any fence in it. */
export function fenced(text: string, language = ''): string {
  const longest = Math.max(0, ...(text.match(/`{3,}/g) ?? []).map(({ length }) => length));
  const fence = '`'.repeat(Math.max(3, longest + 1));
  return `${fence}${language}\n${text}\n${fence}`;
}

/** Length of a mark in hexadecimal digits. */
const MARK_DIGITS = 16;

/**
 * `text` between two marks that it cannot contain: they are its hash, so no author can know them while writing. The same
 * text has the same marks, so a kept answer is found again.
 */
export function marked(text: string): string {
  const mark = sha256(text).slice(0, MARK_DIGITS);
  return `<<<${mark}\n${text}\n${mark}>>>`;
}

/** The text between the marks of `marked`. */
export function unmarked(text: string): string {
  return text.slice(text.indexOf('\n') + 1, text.lastIndexOf('\n'));
}
