/** Breaks long lines at spaces to fit a terminal. */
import { columns, dropColumns, takeColumns } from '../base/columns.ts';

export interface Wrapping {
  width: number;
  indent: number;
  /** Text with more lines is cut off with `…`. */
  maxLines?: number;
}

/** What is between spaces. Removes control characters: untrusted source text must not control the terminal. */
export function wordsOf(text: string): string[] {
  return text
    .replace(/[\p{Cc}\p{Cf}]/gu, ' ')
    .split(/\s+/u)
    .filter((part) => part !== '');
}

/** Lines of at most `width` columns, each indented; words longer than a line are broken. Empty text gives no lines. */
export function wrap(text: string, { width, indent, maxLines = Infinity }: Wrapping): string[] {
  const room = Math.max(width - indent, 20);
  const lines: string[] = [];
  let line = '';
  for (let word of wordsOf(text)) {
    if (line !== '' && columns(line) + 1 + columns(word) > room) {
      lines.push(line);
      line = '';
    }
    while (columns(word) > room) {
      lines.push(takeColumns(word, room));
      word = dropColumns(word, room);
    }
    line = line === '' ? word : `${line} ${word}`;
  }
  if (line !== '') lines.push(line);
  const shown = lines.slice(0, maxLines);
  if (lines.length > shown.length) shown.push(`${withoutLastWord(shown.pop()!, room - 2)} …`);
  return shown.map((shownLine) => ' '.repeat(indent) + shownLine);
}

/** The line, or as many of its words as fit. */
function withoutLastWord(line: string, room: number): string {
  if (columns(line) <= room) return line;
  const cut = takeColumns(line, room + 1);
  return cut.includes(' ') ? cut.slice(0, cut.lastIndexOf(' ')) : takeColumns(line, room);
}

/** A docstring as wrapped lines, with an empty line between two paragraphs. No lines without a docstring. */
export function docParagraphs(doc: string | null, within: Wrapping): string[] {
  const blocks = (doc ?? '').split(/\n\s*\n/u).map((block) => wrap(block, within));
  return blocks.filter((lines) => lines.length > 0).flatMap((lines, at) => (at === 0 ? lines : ['', ...lines]));
}
