/** Parts of text reports that several renderers share. Pure. */
import { formatNumber } from '../base/format-number.ts';
import { paint, type TextStyle } from './style.ts';

/** The blocks with an empty line between two of them. Empty ones are left out. */
export function joinBlocks(blocks: readonly (readonly string[])[]): string {
  return blocks
    .filter((lines) => lines.length > 0)
    .map((lines) => lines.join('\n'))
    .join('\n\n');
}

/** At most `max` lines; if there are more, then a line about the number of the others. */
export function upTo(max: number, lines: readonly string[], rest: (more: number) => string): string[] {
  const more = lines.length - max;
  return more > 0 ? [...lines.slice(0, max), rest(more)] : [...lines];
}

/** `a, b and 3 more` */
export function namesUpTo(max: number, names: readonly string[]): string {
  const more = names.length - max;
  return names.slice(0, max).join(', ') + (more > 0 ? ` and ${more} more` : '');
}

export function noticeLines(notices: readonly string[], style: TextStyle): string[] {
  return notices.map((notice) => `${paint(style).yellow('note')} ${notice}`);
}

/** Expands tabs and removes control characters: untrusted text must not control the terminal. */
export function withoutControls(line: string): string {
  return line.replaceAll('\t', '  ').replace(/[\p{Cc}\p{Cf}]/gu, '');
}

/** With `--explain`: the contributions to a score, and their sum. */
export function scoreLines(
  { contributions, score }: { contributions?: { what: string; points: number }[] | undefined; score: number },
  style: TextStyle,
): string[] {
  if (contributions === undefined) return [];
  return [...contributions, { what: 'score', points: score }].map(({ what, points }) =>
    paint(style).dim(`    ${points.toFixed(3).padStart(10)}  ${what}`),
  );
}

/** A heading, and a line per count. */
export function countTable(heading: string, counts: Readonly<Record<string, number>>, style: TextStyle): string[] {
  return [paint(style).underline(heading), ...countLines('', counts)];
}

/** Counts with their names, in columns. `head` is as wide as the names. */
export function countLines(head: string, counts: Readonly<Record<string, number>>): string[] {
  const entries = Object.entries(counts).map(([name, value]) => [name, formatNumber(value)] as const);
  const width = Math.max(head.length, ...entries.map(([name]) => name.length));
  const digits = Math.max(0, ...entries.map(([, value]) => value.length));
  return entries.map(([name, value]) => `  ${name.padEnd(width)}  ${value.padStart(digits)}`);
}
