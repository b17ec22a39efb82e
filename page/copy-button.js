/** A button that copies a text to the clipboard and confirms it. */
import { announce, element } from './elements.js';

const SVG = 'http://www.w3.org/2000/svg';
const COPY_ICON = 'M5.5 5.5v-3h8v8h-3M2.5 5.5h8v8h-8z';
const DONE_ICON = 'M2.5 8.5l4 4 7-9';
const CONFIRMATION_MS = 1500;

/**
 * @param {string} text
 * @param {string} what the object of 'Copy', such as 'the name'
 * @param {string} [words] shown instead of the icon
 */
export function copyButton(text, what, words = '') {
  const button = element('button', {
    type: 'button',
    class: words === '' ? 'copy' : 'copy words',
    'aria-label': `Copy ${what}`,
    title: `Copy ${what}`,
  });
  const face = () => (words === '' ? icon(COPY_ICON) : words);
  button.append(face());
  button.addEventListener('click', () => {
    void copy(text).then((isCopied) => {
      announce(isCopied ? `Copied ${what}.` : `The browser did not allow copying ${what}.`);
      button.replaceChildren(isCopied ? icon(DONE_ICON) : face());
      setTimeout(() => button.replaceChildren(face()), CONFIRMATION_MS);
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
 * Browsers provide the clipboard API only in a secure context; a selection can always be copied.
 *
 * @param {string} text
 */
function copyBySelection(text) {
  const focused = document.activeElement;
  const area = element('textarea', { class: 'visually-hidden', 'aria-hidden': 'true', tabindex: -1 });
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
