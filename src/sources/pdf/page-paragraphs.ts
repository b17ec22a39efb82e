/** Paragraphs and headings of a text layer, by where its lines stand and how large they are. */
import type { TextLine } from './pdfium.ts';

export interface PageLines {
  /** Counts from 1. */
  page: number;
  lines: readonly TextLine[];
}

interface Heading {
  type: 'heading';
  page: number;
  title: string;
  /** Larger is further out. */
  size: number;
}

/** While it grows: each line is looked at once, for a table of many pages is one paragraph. */
interface Paragraph {
  type: 'paragraph';
  page: number;
  lines: string[];
}

export type LaidOut = Heading | { type: 'paragraph'; page: number; text: string };

/** Against the usual distance of two baselines. */
const GAP = 1.35;

/** That distance against the size of the running text. */
const LEADING = { least: 0.9, most: 1.8, usual: 1.2 };

/** Against the size of the running text. */
const HEADING = 1.1;
const LONGEST_HEADING = 150;

/** An indent is so many sizes wide; what stands further in is a formula or in the middle. */
const INDENT = { least: 0.5, most: 4 };

const ENDS_SENTENCE = /[.!?:;∎□■][)\]”"’']*\s*$/u;

/**
 * `begins`: whether a line begins something of its own (`Theorem 3.`), wherever it stands. A paragraph that goes on over
 * a page's end is one, on the page on which it begins.
 */
export function layOut(pages: readonly PageLines[], begins: (line: string) => boolean): LaidOut[] {
  const bare = withoutRunningHeads(pages);
  const body = usual(bare.flatMap(({ lines }) => lines.map(({ size, text }) => [size, text.length] as const)));
  const out: (Heading | Paragraph)[] = [];
  for (const { page, lines } of bare) {
    const leading = leadingOf(lines, body);
    const margin = usual(lines.map(({ left, text }) => [left, text.length] as const));
    for (const [at, line] of lines.entries()) {
      const text = line.text.trim();
      const before = lines[at - 1];
      const last = out.at(-1);
      const isLarge = line.size > body * HEADING && text.length <= LONGEST_HEADING && /\p{L}/u.test(text);
      if (isLarge) {
        if (last?.type === 'heading' && last.page === page && before?.size === line.size) last.title += ` ${text}`;
        else out.push({ type: 'heading', page, title: text, size: line.size });
        continue;
      }
      const goesOn =
        last?.type === 'paragraph' &&
        !begins(text) &&
        (!ENDS_SENTENCE.test(last.lines.findLast((each) => each !== '') ?? '') ||
          (before !== undefined && !isApart(line, before, leading, margin)));
      if (goesOn) last.lines.push(text);
      else out.push({ type: 'paragraph', page, lines: [text] });
    }
  }
  return out.map((each) => (each.type === 'heading' ? each : written(each)));
}

/** The usual distance of two baselines; a page of formulas and short paragraphs may have few that are close. */
function leadingOf(lines: readonly TextLine[], body: number): number {
  const gaps = lines.map(({ baseline }, at) => (lines[at - 1]?.baseline ?? 0) - baseline);
  const close = gaps.filter((gap) => gap >= body * LEADING.least && gap <= body * LEADING.most);
  return usual(close.map((gap) => [gap, 1] as const)) || body * LEADING.usual;
}

function isApart(line: TextLine, before: TextLine, leading: number, margin: number): boolean {
  const gap = before.baseline - line.baseline;
  // The next column begins above.
  if (gap < 0) return false;
  const indent = (line.left - margin) / line.size;
  return gap > leading * GAP || (indent >= INDENT.least && indent <= INDENT.most);
}

/** A word that the line's end divides is put together again. */
function written({ type, page, lines }: Paragraph): LaidOut {
  return { type, page, text: lines.join('\n').replaceAll(/\u00ad\n*/g, '') };
}

/** Fewer pages than this repeat nothing. */
const FEWEST_HEADS = 3;

/** Without page numbers, and without first and last lines that stand on many pages but for their numbers. */
function withoutRunningHeads(pages: readonly PageLines[]): PageLines[] {
  const counts = new Map<string, number>();
  for (const { lines } of pages) {
    for (const text of new Set([bareOf(lines[0]), bareOf(lines.at(-1))])) counts.set(text, (counts.get(text) ?? 0) + 1);
  }
  const isHead = (line: TextLine | undefined): boolean => {
    if (line === undefined) return false;
    const bare = bareOf(line);
    return bare === '' || (counts.get(bare) ?? 0) >= FEWEST_HEADS;
  };
  return pages.map(({ page, lines }) => {
    const from = isHead(lines[0]) ? 1 : 0;
    const to = lines.length > from && isHead(lines.at(-1)) ? lines.length - 1 : lines.length;
    return { page, lines: lines.slice(from, to) };
  });
}

/** A page number alone leaves nothing of itself. */
const bareOf = (line: TextLine | undefined): string =>
  (line?.text ?? '')
    .trim()
    .replace(/^[ivxlc]+$|\d+/giu, '')
    .replace(/[\s–—-]+/g, ' ')
    .trim();

/** The value that has most weight, of those that can be: rounded to a fifth of a point. 0 for none. */
function usual(weighted: readonly (readonly [value: number, weight: number])[]): number {
  const weights = new Map<number, number>();
  for (const [value, weight] of weighted) {
    if (value <= 0) continue;
    const rounded = Math.round(value * 5) / 5;
    weights.set(rounded, (weights.get(rounded) ?? 0) + weight);
  }
  let [best, most] = [0, 0];
  for (const [value, weight] of weights) if (weight > most) [best, most] = [value, weight];
  return best;
}
