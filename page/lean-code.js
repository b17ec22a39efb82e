/** Lean text as a highlighted element: each token has a class for its kind. */
import { declarationLink } from './address.js';
import { element } from './elements.js';
import { highlighted } from './highlight.js';
import { leanTokens } from './lean-tokens.js';

/** Longer texts are not highlighted, because each token is an element. */
const MAX_HIGHLIGHTED = 60_000;

/**
 * @typedef {object} Marking
 * @property {Readonly<Record<string, string>> | undefined} [constants] full names, by the names as written: they become links
 * @property {ReadonlySet<string>} [matched] words to highlight, in lower case
 */

/** Names, as `lean-tokens.js` reads them. */
const NAME = /((?![λΠΣ])[\p{L}_][\p{L}\p{N}_'!?]*(?:\.(?![λΠΣ])[\p{L}_][\p{L}\p{N}_'!?]*)*)/u;

/**
 * @param {string} text
 * @param {string} [className]
 * @param {Marking} [marking]
 * @returns {HTMLElement}
 */
export function leanCode(text, className = '', marking = {}) {
  return element('code', { class: `lean ${className}`.trimEnd(), translate: 'no' }, ...leanPieces(text, marking));
}

/**
 * @param {string} text
 * @param {Marking} [marking]
 * @returns {(Node | string)[]}
 */
export function leanPieces(text, { constants = {}, matched = new Set() } = {}) {
  if (text.length > MAX_HIGHLIGHTED) return [text];
  return leanTokens(text).flatMap(({ kind, text: piece }) =>
    kind === 'plain' ? namesIn(piece, constants, matched) : [element('span', { class: `lean-${kind}` }, piece)],
  );
}

/**
 * @param {string} text
 * @param {Readonly<Record<string, string>>} constants
 * @param {ReadonlySet<string>} matched
 */
function namesIn(text, constants, matched) {
  return text.split(NAME).flatMap((part) => {
    const shown = highlighted(part, matched);
    const name = Object.hasOwn(constants, part) ? constants[part] : undefined;
    return name === undefined
      ? shown
      : [element('a', { class: 'constant', href: declarationLink(name), title: name }, ...shown)];
  });
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
