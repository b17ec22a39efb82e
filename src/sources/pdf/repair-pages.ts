/**
 * Repairs pages of LaTeX that were transcribed independently: an unclosed or unmatched construct on one page must not
 * break the following pages.
 */

export interface PageText {
  /** Counts from 1. */
  page: number;
  text: string;
}

/** Maximum number of following pages on which an environment may end. */
const MAX_PAGES = 4;

const TOKEN =
  /\\(?<kind>begin|end)\s*\{(?<name>[^{}\n]*)\}|\\(?<display>[[\]()])|\\[^]|(?<dollars>\$\$?)|%[^\n]*|(?<paragraph>\n[ \t]*\n)/g;

/** Environments whose text is not LaTeX. */
const LITERAL = new Set(['verbatim', 'verbatim*', 'lstlisting', 'Verbatim', 'minted', 'comment']);

/**
 * Closes formulas on their page. An environment that is open at the end of a page stays open if one of the next pages
 * ends it, otherwise it is closed. An `\end` without its `\begin` is removed.
 */
export function repairPages(pages: readonly PageText[]): PageText[] {
  const scanned = pages.map(({ page, text }) => ({ page, text: closeFormulas(text) }));
  const unmatched = scanned.map(({ text }) => unmatchedEnds(text));
  let open: string[] = [];
  return scanned.map(({ page, text }, at) => {
    const { text: matched, open: remaining } = matchEnds(text, open);
    // The environments around one that continues continue too.
    const deepest = remaining.findLastIndex((name) => isEndedLater(name, at, scanned, unmatched));
    const closed = remaining.slice(deepest + 1).toReversed();
    open = remaining.slice(0, deepest + 1);
    return { page, text: [matched, ...closed.map((name) => `\\end{${name}}`)].join('\n') };
  });
}

/** Whether the next page with an unmatched `\end` ends `name`, with no page missing before it. */
function isEndedLater(
  name: string,
  at: number,
  pages: readonly PageText[],
  unmatched: readonly ReadonlySet<string>[],
): boolean {
  for (let next = at + 1; next < pages.length && next <= at + MAX_PAGES; next++) {
    if (pages[next]!.page !== pages[next - 1]!.page + 1) return false;
    const ends = unmatched[next]!;
    if (ends.size > 0) return ends.has(name);
  }
  return false;
}

function unmatchedEnds(text: string): Set<string> {
  const open: string[] = [];
  const ends = new Set<string>();
  for (const { kind, name } of environmentsIn(text)) {
    if (kind === 'begin') open.push(name);
    else if (open.includes(name)) open.length = open.lastIndexOf(name);
    else ends.add(name);
  }
  return ends;
}

function matchEnds(text: string, before: readonly string[]): { text: string; open: string[] } {
  const open = [...before];
  let out = '';
  let at = 0;
  for (const { kind, name, index, length } of environmentsIn(text)) {
    if (kind === 'begin') {
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
  kind: 'begin' | 'end';
  name: string;
  index: number;
  length: number;
}

function* environmentsIn(text: string): Generator<EnvironmentMark, void> {
  for (const { groups, index, text: token } of tokensOf(text)) {
    const { kind, name } = groups;
    if (kind === undefined || name === undefined) continue;
    yield { kind: kind as 'begin' | 'end', name, index, length: token.length };
  }
}

interface Token {
  groups: Partial<Record<'kind' | 'name' | 'display' | 'dollars' | 'paragraph', string>>;
  index: number;
  text: string;
}

/** Yields the tokens outside comments and literal text. */
function* tokensOf(text: string): Generator<Token, void> {
  let literalEnd = 0;
  for (const match of text.matchAll(TOKEN)) {
    if (match.index < literalEnd) continue;
    const groups = match.groups ?? {};
    yield { groups, index: match.index, text: match[0] };
    if (groups['kind'] !== 'begin' || !LITERAL.has(groups['name'] ?? '')) continue;
    const end = text.indexOf(`\\end{${groups['name']}}`, match.index);
    literalEnd = end < 0 ? text.length : end;
  }
}

const CLOSES: Record<string, string> = { ']': '[', ')': '(' };
const ENDINGS: Record<string, string> = { '[': '\\]', '(': '\\)', $$: '$$' };

/** Closes an open formula at the end of the page. Escapes a dollar sign without a partner in its paragraph. */
function closeFormulas(text: string): string {
  const edits: { index: number; length: number; text: string }[] = [];
  let open: { mark: string; index: number } | null = null;
  const loneDollar = (index: number): void => void edits.push({ index, length: 1, text: '\\$' });
  for (const { groups, index, text: token } of tokensOf(text)) {
    const { display, dollars, paragraph } = groups;
    if (paragraph !== undefined) {
      if (open?.mark !== '$') continue;
      loneDollar(open.index);
      open = null;
    } else if (display === '[' || display === '(') {
      open ??= { mark: display, index };
    } else if (display !== undefined) {
      if (open?.mark === CLOSES[display]) open = null;
      else edits.push({ index, length: token.length, text: '' });
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
  // `$$` inside a `$` formula: that formula ends and the next one starts.
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
