/** The part of a text that is most relevant to a query: the window with most of the query's words. Pure. */
import { collapseWhitespace } from '../base/one-line.ts';

const LENGTH = 240;
/** Number of characters that are searched; passages are much shorter. */
const MAX_SEARCHED = 100_000;
const MIN_WORD_LENGTH = 4;
/** Words that share this many first letters count as equal. */
const PREFIX_LENGTH = 6;

/** `text` on one line, cut to about 240 characters; `…` marks omitted text. */
export function snippetOf(text: string, query: string): string {
  const line = collapseWhitespace(text.slice(0, MAX_SEARCHED));
  if (line.length <= LENGTH) return line;
  const queryWords = new Set(wordsOf(query).map(({ word }) => word));
  const found = wordsOf(line).filter(({ word }) => queryWords.has(word));
  let best = { at: 0, count: 0 };
  for (const [first, { at }] of found.entries()) {
    const within = new Set<string>();
    for (let next = first; next < found.length && found[next]!.at < at + LENGTH; next++) within.add(found[next]!.word);
    if (within.size > best.count) best = { at, count: within.size };
  }
  // Include some text before the first match for context.
  const start = best.at < LENGTH / 2 ? 0 : line.indexOf(' ', best.at - LENGTH / 4) + 1;
  const end = start + LENGTH >= line.length ? line.length : line.lastIndexOf(' ', start + LENGTH);
  const cut = line.slice(start, end > start ? end : start + LENGTH);
  const isCut = start + cut.length < line.length || text.length > MAX_SEARCHED;
  return `${start > 0 ? '… ' : ''}${cut}${isCut ? ' …' : ''}`;
}

function wordsOf(text: string): { word: string; at: number }[] {
  return Array.from(text.toLowerCase().matchAll(/\p{L}+/gu), (match) => ({
    word: match[0].slice(0, PREFIX_LENGTH),
    at: match.index,
  })).filter(({ word }) => word.length >= MIN_WORD_LENGTH);
}
