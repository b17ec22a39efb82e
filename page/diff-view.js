/** A unified diff: displays it with Lean highlighting, and applies it to the original text. */
import { copyButton } from './copy-button.js';
import { element } from './elements.js';
import { leanPieces } from './lean-code.js';

/** @typedef {'files' | 'hunk' | 'added' | 'removed' | 'same'} LineKind */

/** @param {string} line */
function kindOf(line) {
  if (/^(?:--- |\+\+\+ |\\)/u.test(line)) return 'files';
  if (line.startsWith('@@')) return 'hunk';
  return line.startsWith('+') ? 'added' : line.startsWith('-') ? 'removed' : 'same';
}

/** @param {string} diff */
export function diffView(diff) {
  const lines = diff.replace(/\n$/u, '').split('\n').map(lineElement);
  return element(
    'div',
    { class: 'diff' },
    element(
      'pre',
      { tabindex: 0, role: 'region', 'aria-label': 'Diff of the filled holes' },
      element('code', { class: 'lean', translate: 'no' }, ...lines),
    ),
    copyButton(diff, 'the diff'),
  );
}

/** @param {string} line */
function lineElement(line) {
  const kind = kindOf(line);
  const isLean = kind !== 'files' && kind !== 'hunk';
  const words = isLean ? [element('span', { class: 'sign' }, line.slice(0, 1)), ...leanPieces(line.slice(1))] : [line];
  return element('span', { class: `line ${kind}` }, ...words, '\n');
}

/**
 * Applies the diff; null if the text is not the original of the diff.
 *
 * @param {string} text
 * @param {string} diff
 * @returns {string | null}
 */
export function applyDiff(text, diff) {
  const lines = text.match(/[^\n]*\n|[^\n]+$/gu) ?? [];
  const out = [];
  let at = 0;
  for (const line of hunkLines(diff)) {
    const from = /^@@ -(?<from>\d+)/u.exec(line)?.groups?.['from'];
    if (from !== undefined) {
      out.push(...lines.slice(at, Number(from) - 1));
      at = Number(from) - 1;
    } else if (line.startsWith('+')) out.push(line.slice(1));
    else if (lines[at] !== line.slice(1)) return null;
    else {
      if (line.startsWith(' ')) out.push(line.slice(1));
      at++;
    }
  }
  return [...out, ...lines.slice(at)].join('');
}

/**
 * The lines of the hunks with their line ends. The last line of a text may lack one.
 *
 * @param {string} diff
 */
function hunkLines(diff) {
  const lines = diff.match(/[^\n]*\n|[^\n]+$/gu) ?? [];
  return lines.slice(2).flatMap((line, at) => {
    if (line.startsWith('\\')) return [];
    return [lines[at + 3]?.startsWith('\\') ? line.slice(0, -1) : line];
  });
}
