/**
 * Pages of LaTeX that were each written without sight of the others, so that what one of them left open, or closed
 * without need, spoils none of the next.
 */

export interface PageText {
  /** Counts from 1. */
  page: number;
  text: string;
}

/** How many pages something may go on over. */
const FARTHEST = 4;

const TOKEN =
  /\\(?<what>begin|end)\s*\{(?<name>[^{}\n]*)\}|\\(?<display>[[\]()])|\\[^]|(?<dollars>\$\$?)|%[^\n]*|(?<paragraph>\n[ \t]*\n)/g;

/** Their text is no LaTeX. */
const LITERAL = new Set(['verbatim', 'verbatim*', 'lstlisting', 'Verbatim', 'minted', 'comment']);

/**
 * The same pages. Formulas begin and end on one page. An environment that is open at the end of a page stays so where one
 * of the next pages ends it, else it ends there; an end without its begin goes.
 */
export function repairPages(pages: readonly PageText[]): PageText[] {
  const scanned = pages.map(({ page, text }) => ({ page, text: withWholeFormulas(text) }));
  const unmatched = scanned.map(({ text }) => unmatchedEnds(text));
  let open: string[] = [];
  return scanned.map(({ page, text }, at) => {
    const { text: mended, open: left } = withMatchedEnds(text, open);
    // What stands around something that goes on goes on too.
    const deepest = left.findLastIndex((name) => isEndedLater(name, at, scanned, unmatched));
    const closed = left.slice(deepest + 1).toReversed();
    open = left.slice(0, deepest + 1);
    return { page, text: [mended, ...closed.map((name) => `\\end{${name}}`)].join('\n') };
  });
}

/** The first page behind it that ends anything from before ends it, and no page between is missing. */
function isEndedLater(
  name: string,
  at: number,
  pages: readonly PageText[],
  unmatched: readonly ReadonlySet<string>[],
): boolean {
  for (let next = at + 1; next < pages.length && next <= at + FARTHEST; next++) {
    if (pages[next]!.page !== pages[next - 1]!.page + 1) return false;
    const ends = unmatched[next]!;
    if (ends.size > 0) return ends.has(name);
  }
  return false;
}

function unmatchedEnds(text: string): Set<string> {
  const open: string[] = [];
  const ends = new Set<string>();
  for (const { what, name } of environmentsIn(text)) {
    if (what === 'begin') open.push(name);
    else if (open.includes(name)) open.length = open.lastIndexOf(name);
    else ends.add(name);
  }
  return ends;
}

function withMatchedEnds(text: string, before: readonly string[]): { text: string; open: string[] } {
  const open = [...before];
  let out = '';
  let at = 0;
  for (const { what, name, index, length } of environmentsIn(text)) {
    if (what === 'begin') {
      open.push(name);
      continue;
    }
    out += text.slice(at, index);
    at = index + length;
    if (!open.includes(name)) continue;
    for (let inner = open.pop(); inner !== name; inner = open.pop()) out += `\\end{${inner}}\n`;
    out += `\\end{${name}}`;
  }
  return { text: out + text.slice(at), open };
}

interface EnvironmentMark {
  what: 'begin' | 'end';
  name: string;
  index: number;
  length: number;
}

function* environmentsIn(text: string): Generator<EnvironmentMark, void> {
  for (const { groups, index, whole } of tokensOf(text)) {
    const { what, name } = groups;
    if (what === undefined || name === undefined) continue;
    yield { what: what as 'begin' | 'end', name, index, length: whole.length };
  }
}

interface Token {
  groups: Partial<Record<'what' | 'name' | 'display' | 'dollars' | 'paragraph', string>>;
  index: number;
  whole: string;
}

/** Without what stands in comments and in literal text. */
function* tokensOf(text: string): Generator<Token, void> {
  let literalEnd = 0;
  for (const match of text.matchAll(TOKEN)) {
    if (match.index < literalEnd) continue;
    const groups = match.groups ?? {};
    yield { groups, index: match.index, whole: match[0] };
    if (groups['what'] !== 'begin' || !LITERAL.has(groups['name'] ?? '')) continue;
    const end = text.indexOf(`\\end{${groups['name']}}`, match.index);
    literalEnd = end < 0 ? text.length : end;
  }
}

const CLOSES: Record<string, string> = { ']': '[', ')': '(' };
const ENDINGS: Record<string, string> = { '[': '\\]', '(': '\\)', $$: '$$' };

/** A formula left open is closed at the end; a dollar without its other in one paragraph stands for itself. */
function withWholeFormulas(text: string): string {
  const edits: { index: number; length: number; text: string }[] = [];
  let open: { mark: string; index: number } | null = null;
  const loneDollar = (index: number): void => void edits.push({ index, length: 1, text: '\\$' });
  for (const { groups, index, whole } of tokensOf(text)) {
    const { display, dollars, paragraph } = groups;
    if (paragraph !== undefined) {
      if (open?.mark !== '$') continue;
      loneDollar(open.index);
      open = null;
    } else if (display === '[' || display === '(') {
      open ??= { mark: display, index };
    } else if (display !== undefined) {
      if (open?.mark === CLOSES[display]) open = null;
      else edits.push({ index, length: whole.length, text: '' });
    } else if (dollars !== undefined) {
      open = afterDollars(open, dollars, index);
    }
  }
  if (open?.mark === '$') loneDollar(open.index);
  const end = open === null ? '' : (ENDINGS[open.mark] ?? '');
  return withEdits(text, edits) + end;
}

function afterDollars(
  open: { mark: string; index: number } | null,
  dollars: string,
  index: number,
): { mark: string; index: number } | null {
  if (open === null) return { mark: dollars, index };
  if (open.mark === dollars) return null;
  // Two dollars in a formula that one began: it ends, and the next begins.
  if (open.mark === '$') return { mark: '$', index: index + 1 };
  return open;
}

function withEdits(text: string, edits: readonly { index: number; length: number; text: string }[]): string {
  let out = '';
  let at = 0;
  for (const edit of edits.toSorted((a, b) => a.index - b.index)) {
    out += text.slice(at, edit.index) + edit.text;
    at = edit.index + edit.length;
  }
  return out + text.slice(at);
}
