/** Docstrings and module docs: their text, titles and headings. */
import { CLASS, SPACE } from './characters.ts';

/** Text of `/-- … -/` or `/-! … -/` without the delimiters. */
export function docText(comment: string): string {
  const end = comment.endsWith('-/') ? comment.length - 2 : comment.length;
  const text = comment.slice(3, Math.max(3, end)).trim();
  return text.includes('\r') ? text.replaceAll('\r\n', '\n') : text;
}

/** Offset at which the text of the comment at `start` begins. */
export function docTextStart(text: string, start: number): number {
  let at = start + 3;
  while (at < text.length && (CLASS[text.charCodeAt(at)] ?? 0) & SPACE) at++;
  return at;
}

/** Limited because each declaration below the heading stores a copy. */
const MAX_HEADING_LENGTH = 500;

/** First Markdown heading in a module doc, without its `#`s; null if absent. */
export function firstHeading(text: string): string | null {
  const match = /^[ \t]*#+[ \t]+(.*)$/m.exec(text);
  return match?.[1]?.trim().slice(0, MAX_HEADING_LENGTH) || null;
}
