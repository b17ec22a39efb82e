/** A button that puts a text on the clipboard, and says that it did. */
import { announce, element } from './elements.js';

const SVG = 'http://www.w3.org/2000/svg';
const SHEETS = 'M5.5 5.5v-3h8v8h-3M2.5 5.5h8v8h-8z';
const TICK = 'M2.5 8.5l4 4 7-9';
const SHOWN_MS = 1500;

/**
 * @param {string} text
 * @param {string} what as in 'Copy the name'
 */
export function copyButton(text, what) {
  const button = element('button', {
    type: 'button',
    class: 'copy',
    'aria-label': `Copy ${what}`,
    title: `Copy ${what}`,
  });
  button.append(icon(SHEETS));
  button.addEventListener('click', () => {
    void copy(text).then((isCopied) => {
      announce(isCopied ? `Copied ${what}.` : `The browser did not let ${what} be copied.`);
      button.replaceChildren(icon(isCopied ? TICK : SHEETS));
      setTimeout(() => button.replaceChildren(icon(SHEETS)), SHOWN_MS);
    });
  });
  return button;
}

/** @param {string} text */
async function copy(text) {
  try {
    await navigator.clipboard.writeText(text);
    return true;
  } catch {
    return copyBySelection(text);
  }
}

/**
 * Browsers have the clipboard only where the connection is safe; a selection can be copied anywhere.
 *
 * @param {string} text
 */
function copyBySelection(text) {
  const focused = document.activeElement;
  const area = element('textarea', { class: 'unseen', 'aria-hidden': 'true', tabindex: -1 });
  area.value = text;
  (focused?.closest('dialog') ?? document.body).append(area);
  area.select();
  const isCopied = document.execCommand('copy');
  area.remove();
  if (focused instanceof HTMLElement) focused.focus();
  return isCopied;
}

/** @param {string} path */
function icon(path) {
  const svg = document.createElementNS(SVG, 'svg');
  svg.setAttribute('viewBox', '0 0 16 16');
  svg.setAttribute('aria-hidden', 'true');
  const line = document.createElementNS(SVG, 'path');
  line.setAttribute('d', path);
  svg.append(line);
  return svg;
}
