/** Lean text as an element, each piece with the class of what it is. */
import { element } from './elements.js';
import { leanTokens } from './lean-tokens.js';

/** Beyond it the text is shown as it is: nobody reads so much by its colours, and each piece is an element. */
const MOST_COLOURED = 60_000;

/**
 * @param {string} text
 * @param {string} [className]
 * @returns {HTMLElement}
 */
export function leanCode(text, className = '') {
  return element('code', { class: `lean ${className}`.trimEnd(), translate: 'no' }, ...leanPieces(text));
}

/**
 * @param {string} text
 * @returns {(Node | string)[]}
 */
export function leanPieces(text) {
  if (text.length > MOST_COLOURED) return [text];
  return leanTokens(text).map(({ kind, text: piece }) =>
    kind === 'plain' ? piece : element('span', { class: `lean-${kind}` }, piece),
  );
}

/**
 * Of more than one line, in a box that can be scrolled by keyboard too.
 *
 * @param {string} text
 * @param {string} label
 */
export function leanBlock(text, label) {
  return element('pre', { tabindex: 0, role: 'region', 'aria-label': label }, leanCode(text));
}
