/** Highlights the words of a query in a text. */
import { element } from './elements.js';

/** Words as names write them; as `src/report/highlight.ts`. */
const WORD = /\p{Lu}?\p{Ll}+|\p{Lu}+(?!\p{Ll})|\p{L}+/gu;

/**
 * @param {string} text
 * @param {ReadonlySet<string>} matched words in lower case
 * @returns {(Node | string)[]}
 */
export function highlighted(text, matched) {
  if (matched.size === 0) return [text];
  /** @type {(Node | string)[]} */
  const parts = [];
  let from = 0;
  for (const { 0: word, index } of text.matchAll(WORD)) {
    if (!matched.has(word.toLowerCase())) continue;
    if (index > from) parts.push(text.slice(from, index));
    parts.push(element('mark', {}, word));
    from = index + word.length;
  }
  if (from < text.length) parts.push(text.slice(from));
  return parts;
}
