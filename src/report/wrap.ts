/** Breaks long lines at spaces to fit a terminal. */
import { columns, dropColumns, takeColumns } from '../base/columns.ts';

export interface Wrapping {
  width: number;
  indent: number;
  /** Text with more lines is cut off with `…`. */
  maxLines?: number;
}

/** Lines of at most `width` columns, each indented; words longer than a line are broken. Empty text gives no lines. */
export function wrap(text: string, { width, indent, maxLines = Infinity }: Wrapping): string[] {
  const room = Math.max(width - indent, 20);
  const lines: string[] = [];
  let line = '';
  // Removes control characters: untrusted source text must not control the terminal.
  for (let word of text
    .replace(/[\p{Cc}\p{Cf}]/gu, ' ')
    .split(/\s+/u)
    .filter((part) => part !== '')) {
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
