/** Renders docstrings: a subset of Markdown. Unknown syntax stays unchanged. */
import { element } from './elements.js';
import { highlighted } from './highlight.js';
import { leanCode } from './lean-code.js';

/**
 * @typedef {{ kind: 'paragraph' | 'item' | 'heading' | 'code', text: string }} Block
 * @typedef {{ kind: 'text' | 'code' | 'strong' | 'emphasis', text: string } | { kind: 'link', text: string, to: string }} Span
 */

/**
 * @param {string} text
 * @returns {Block[]}
 */
export function proseBlocks(text) {
  /** @type {Block[]} */
  const blocks = [];
  /** @type {Block | null} */
  let open = null;
  let isFenced = false;
  for (const line of text.replaceAll('\r\n', '\n').split('\n')) {
    if (/^\s*(?:```|~~~)/u.test(line)) {
      isFenced = !isFenced;
      open = isFenced ? { kind: 'code', text: '' } : null;
      if (open !== null) blocks.push(open);
    } else if (isFenced && open !== null) {
      open.text += open.text === '' ? line : `\n${line}`;
    } else if (line.trim() === '') {
      open = null;
    } else {
      const block = blockOf(line);
      if (block.kind === 'paragraph' && open !== null && open.kind !== 'heading') open.text += ` ${block.text}`;
      else blocks.push((open = block));
    }
  }
  return blocks.filter((block) => block.text !== '');
}

/**
 * @param {string} line
 * @returns {Block}
 */
function blockOf(line) {
  const item = /^\s*(?:[-*+]|\d+[.)])\s+(?<text>.*)$/u.exec(line)?.groups?.['text'];
  if (item !== undefined) return { kind: 'item', text: item };
  const heading = /^\s*#{1,6}\s+(?<text>.*)$/u.exec(line)?.groups?.['text'];
  return heading === undefined ? { kind: 'paragraph', text: line.trim() } : { kind: 'heading', text: heading };
}

const SPAN =
  /(?<ticks>`+)(?<code>[^]+?)(?<!`)\k<ticks>(?!`)|\*\*(?<strong>[^*\s](?:[^*]*[^*\s])?)\*\*|(?<![\w*])\*(?<emphasis>[^*\s](?:[^*]*[^*\s])?)\*(?![\w*])|\[(?<words>[^[\]]+)\]\((?<to>https?:\/\/[^\s()]+)\)/gu;

/**
 * @param {string} text
 * @returns {Span[]}
 */
export function proseSpans(text) {
  /** @type {Span[]} */
  const spans = [];
  let from = 0;
  for (const match of text.matchAll(SPAN)) {
    if (match.index > from) spans.push({ kind: 'text', text: text.slice(from, match.index) });
    spans.push(spanOf(match));
    from = match.index + match[0].length;
  }
  if (from < text.length) spans.push({ kind: 'text', text: text.slice(from) });
  return spans;
}

/**
 * @param {RegExpMatchArray} match
 * @returns {Span}
 */
function spanOf({ groups = {}, 0: matched }) {
  const { code, strong, emphasis, words, to } = groups;
  if (code !== undefined) return { kind: 'code', text: code.trim() };
  if (strong !== undefined) return { kind: 'strong', text: strong };
  if (emphasis !== undefined) return { kind: 'emphasis', text: emphasis };
  return words === undefined || to === undefined ? { kind: 'text', text: matched } : { kind: 'link', text: words, to };
}

/**
 * @param {string} text
 * @param {ReadonlySet<string>} [matched] words to highlight
 * @returns {HTMLElement}
 */
export function prose(text, matched = new Set()) {
  return element('div', { class: 'prose' }, ...proseBlocks(text).map((block) => blockElement(block, matched)));
}

/**
 * The words of a text in Markdown, for a search.
 *
 * @param {string} text
 */
export function plainText(text) {
  const [first] = proseBlocks(text).filter(({ kind }) => kind === 'paragraph' || kind === 'item');
  const words = proseSpans(first?.text ?? '').map((span) => span.text);
  return (
    words
      .join('')
      .split(/(?<=[.!?])\s/u)[0]
      ?.trim() ?? ''
  );
}

/**
 * @param {Block} block
 * @param {ReadonlySet<string>} matched
 */
function blockElement({ kind, text }, matched) {
  if (kind === 'code') return element('pre', {}, leanCode(text));
  const spans = proseSpans(text).flatMap((span) =>
    span.kind === 'text' ? highlighted(span.text, matched) : [spanElement(span)],
  );
  return element('p', { class: kind === 'paragraph' ? null : kind }, ...spans);
}

/**
 * @param {Span} span
 * @returns {Node | string}
 */
function spanElement(span) {
  switch (span.kind) {
    case 'code':
      return leanCode(span.text);
    case 'strong':
      return element('strong', {}, span.text);
    case 'emphasis':
      return element('em', {}, span.text);
    case 'link':
      return element('a', { href: span.to, rel: 'noreferrer noopener', target: '_blank' }, span.text);
    default:
      return span.text;
  }
}
