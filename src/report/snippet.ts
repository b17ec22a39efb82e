/** The part of a text that a question asks for: a window of it with most of the question's words. Pure. */
import { collapseWhitespace } from '../base/one-line.ts';

const LENGTH = 240;
/** Characters of a text that are looked through: far more than any passage has. */
const MOST_READ = 100_000;
const SHORTEST_WORD = 4;
/** Letters that words of one family share at their beginning. */
const SHARED = 6;

/** `text` on one line, cut to about 240 characters; `…` where something is left out. */
export function snippetOf(text: string, question: string): string {
  const line = collapseWhitespace(text.slice(0, MOST_READ));
  if (line.length <= LENGTH) return line;
  const wanted = new Set(wordsOf(question).map(({ word }) => word));
  const found = wordsOf(line).filter(({ word }) => wanted.has(word));
  let best = { at: 0, count: 0 };
  for (const [first, { at }] of found.entries()) {
    const within = new Set<string>();
    for (let next = first; next < found.length && found[next]!.at < at + LENGTH; next++) within.add(found[next]!.word);
    if (within.size > best.count) best = { at, count: within.size };
  }
  // What comes before the first of them tells what they are about.
  const start = best.at < LENGTH / 2 ? 0 : line.indexOf(' ', best.at - LENGTH / 4) + 1;
  const end = start + LENGTH >= line.length ? line.length : line.lastIndexOf(' ', start + LENGTH);
  const cut = line.slice(start, end > start ? end : start + LENGTH);
  const isCut = start + cut.length < line.length || text.length > MOST_READ;
  return `${start > 0 ? '… ' : ''}${cut}${isCut ? ' …' : ''}`;
}

function wordsOf(text: string): { word: string; at: number }[] {
  return Array.from(text.toLowerCase().matchAll(/\p{L}+/gu), (match) => ({
    word: match[0].slice(0, SHARED),
    at: match.index,
  })).filter(({ word }) => word.length >= SHORTEST_WORD);
}
