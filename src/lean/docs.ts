/** Docstrings and module docs: their text, titles and headings. */
import { CLASS, SPACE } from './characters.ts';

/** Text of `/-- … -/` or `/-! … -/` without its marks. */
export function docText(comment: string): string {
  const end = comment.endsWith('-/') ? comment.length - 2 : comment.length;
  const text = comment.slice(3, Math.max(3, end)).trim();
  return text.includes('\r') ? text.replaceAll('\r\n', '\n') : text;
}

/** Where the text of the comment at `start` begins in the file. */
export function docTextStart(text: string, start: number): number {
  let at = start + 3;
  while (at < text.length && (CLASS[text.charCodeAt(at)] ?? 0) & SPACE) at++;
  return at;
}

/** Each declaration below a heading has it. */
const LONGEST_HEADING = 500;

/** First Markdown heading in a module doc, without its `#`s; null if there is none. */
export function firstHeading(text: string): string | null {
  const match = /^[ \t]*#+[ \t]+(.*)$/m.exec(text);
  return match?.[1]?.trim().slice(0, LONGEST_HEADING) || null;
}
