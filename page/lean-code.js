/** Lean text as a highlighted element: each token has a class for its kind. */
import { element } from './elements.js';
import { leanTokens } from './lean-tokens.js';

/** Longer texts are not highlighted, because each token is an element. */
const MAX_HIGHLIGHTED = 60_000;

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
  if (text.length > MAX_HIGHLIGHTED) return [text];
  return leanTokens(text).map(({ kind, text: piece }) =>
    kind === 'plain' ? piece : element('span', { class: `lean-${kind}` }, piece),
  );
}

/**
 * Lean text of several lines, in a box that can be scrolled with the keyboard.
 *
 * @param {string} text
 * @param {string} label
 */
export function leanBlock(text, label) {
  return element('pre', { tabindex: 0, role: 'region', 'aria-label': label }, leanCode(text));
}
