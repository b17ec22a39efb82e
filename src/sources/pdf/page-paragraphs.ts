/** Detects paragraphs and headings of a text layer by the position and size of its lines. */
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
  /** Outer headings are larger. */
  size: number;
}

/** A paragraph under construction. Collects lines to stay linear: a table of many pages is one paragraph. */
interface Paragraph {
  type: 'paragraph';
  page: number;
  lines: string[];
}

export type LayoutBlock = Heading | { type: 'paragraph'; page: number; text: string };

/** Minimum paragraph gap, relative to the leading. */
const GAP = 1.35;

/** Leading (distance of baselines), relative to the size of the body text. */
const LEADING = { min: 0.9, max: 1.8, default: 1.2 };

/** Minimum size of a heading, relative to the size of the body text. */
const HEADING = 1.1;
const MAX_HEADING_LENGTH = 150;

/** Width of an indent, relative to the font size. Text that is further in is a formula or centred. */
const INDENT = { min: 0.5, max: 4 };

const ENDS_SENTENCE = /[.!?:;∎□■][)\]”"’']*\s*$/u;

/**
 * `startsBlock`: whether a line starts a new block (`Theorem 3.`) regardless of its position. A paragraph that continues
 * on the next page stays one paragraph, on the page where it starts.
 */
export function analyseLayout(pages: readonly PageLines[], startsBlock: (line: string) => boolean): LayoutBlock[] {
  const bodyPages = withoutRunningHeads(pages);
  const body = mostCommon(
    bodyPages.flatMap(({ lines }) => lines.map(({ size, text }) => [size, text.length] as const)),
  );
  const out: (Heading | Paragraph)[] = [];
  for (const { page, lines } of bodyPages) {
    const leading = leadingOf(lines, body);
    const margin = mostCommon(lines.map(({ left, text }) => [left, text.length] as const));
    for (const [at, line] of lines.entries()) {
      const text = line.text.trim();
      const before = lines[at - 1];
      const last = out.at(-1);
      const isLarge = line.size > body * HEADING && text.length <= MAX_HEADING_LENGTH && /\p{L}/u.test(text);
      if (isLarge) {
        if (last?.type === 'heading' && last.page === page && before?.size === line.size) last.title += ` ${text}`;
        else out.push({ type: 'heading', page, title: text, size: line.size });
        continue;
      }
      const isContinued =
        last?.type === 'paragraph' &&
        !startsBlock(text) &&
        (!ENDS_SENTENCE.test(last.lines.findLast((each) => each !== '') ?? '') ||
          (before !== undefined && !isApart(line, before, leading, margin)));
      if (isContinued) last.lines.push(text);
      else out.push({ type: 'paragraph', page, lines: [text] });
    }
  }
  return out.map((each) => (each.type === 'heading' ? each : joinLines(each)));
}

/** The most common distance of baselines, or a default: pages of formulas and short paragraphs may have few close lines. */
function leadingOf(lines: readonly TextLine[], body: number): number {
  const gaps = lines.map(({ baseline }, at) => (lines[at - 1]?.baseline ?? 0) - baseline);
  const close = gaps.filter((gap) => gap >= body * LEADING.min && gap <= body * LEADING.max);
  return mostCommon(close.map((gap) => [gap, 1] as const)) || body * LEADING.default;
}

function isApart(line: TextLine, before: TextLine, leading: number, margin: number): boolean {
  const gap = before.baseline - line.baseline;
  // A negative gap is the top of the next column.
  if (gap < 0) return false;
  const indent = (line.left - margin) / line.size;
  return gap > leading * GAP || (indent >= INDENT.min && indent <= INDENT.max);
}

/** Joins words that are hyphenated at the end of a line. */
function joinLines({ type, page, lines }: Paragraph): LayoutBlock {
  return { type, page, text: lines.join('\n').replaceAll(/\u00ad\n*/g, '') };
}

/** Minimum number of pages with the same line for it to be a running head. */
const MIN_HEAD_PAGES = 3;

/** Removes page numbers, and first and last lines that are equal on several pages except for numbers. */
function withoutRunningHeads(pages: readonly PageLines[]): PageLines[] {
  const counts = new Map<string, number>();
  for (const { lines } of pages) {
    for (const text of new Set([bareOf(lines[0]), bareOf(lines.at(-1))])) counts.set(text, (counts.get(text) ?? 0) + 1);
  }
  const isHead = (line: TextLine | undefined): boolean => {
    if (line === undefined) return false;
    const bare = bareOf(line);
    return bare === '' || (counts.get(bare) ?? 0) >= MIN_HEAD_PAGES;
  };
  return pages.map(({ page, lines }) => {
    const from = isHead(lines[0]) ? 1 : 0;
    const to = lines.length > from && isHead(lines.at(-1)) ? lines.length - 1 : lines.length;
    return { page, lines: lines.slice(from, to) };
  });
}

/** The text of a line without numbers. Empty for a line that is only a page number. */
const bareOf = (line: TextLine | undefined): string =>
  (line?.text ?? '')
    .trim()
    .replace(/^[ivxlc]+$|\d+/giu, '')
    .replace(/[\s–—-]+/g, ' ')
    .trim();

/** The positive value with the most weight, rounded to a fifth of a point; 0 if no value is positive. */
function mostCommon(weighted: readonly (readonly [value: number, weight: number])[]): number {
  const weights = new Map<number, number>();
  for (const [value, weight] of weighted) {
    if (value <= 0) continue;
    const rounded = Math.round(value * 5) / 5;
    weights.set(rounded, (weights.get(rounded) ?? 0) + weight);
  }
  let [best, bestWeight] = [0, 0];
  for (const [value, weight] of weights) if (weight > bestWeight) [best, bestWeight] = [value, weight];
  return best;
}
