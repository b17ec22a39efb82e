/** Finds the words of a query in a hit, so that reports can highlight them. */
import { stem } from '../index/words/stem.ts';
import { STOP_WORDS } from '../index/words/stop-words.ts';

/** Words as names write them: `IsCompact.exists_isMaxOn₂` has is, compact, exists, is, max, on. */
const WORD = /\p{Lu}?\p{Ll}+|\p{Lu}+(?!\p{Ll})|\p{L}+/gu;

/** Returns a function that lists the words of texts that the query has too, in lower case: `sets` for a query with `set`. */
export function matchedWords(query: string): (...texts: string[]) => string[] {
  const asked = new Set(lowerWords(query).map((word) => stem(word)));
  return (...texts) =>
    asked.size === 0 ? [] : [...new Set(texts.flatMap(lowerWords))].filter((word) => asked.has(stem(word)));
}

function lowerWords(text: string): string[] {
  const words = Array.from(text.matchAll(WORD), ([word]) => word.toLowerCase());
  return words.filter((word) => word.length > 1 && !STOP_WORDS.has(word));
}

/** Splits a text into parts that are to be highlighted or not. */
export function highlighted(text: string, matched: ReadonlySet<string>): { text: string; isMatch: boolean }[] {
  if (matched.size === 0) return [{ text, isMatch: false }];
  const parts: { text: string; isMatch: boolean }[] = [];
  let from = 0;
  for (const { 0: word, index } of text.matchAll(WORD)) {
    if (!matched.has(word.toLowerCase())) continue;
    if (index > from) parts.push({ text: text.slice(from, index), isMatch: false });
    parts.push({ text: word, isMatch: true });
    from = index + word.length;
  }
  if (from < text.length) parts.push({ text: text.slice(from), isMatch: false });
  return parts;
}
