/** Unicode abbreviations in a text field, as in VS Code: `\forall` becomes ∀ while the user types. */
import { requestJson } from './request.js';

/** @typedef {Readonly<Record<string, string>>} Abbreviations symbols by abbreviation, without its backslash */

/** Where the caret is in a symbol such as `⟨$CURSOR⟩`. */
const CARET = '$CURSOR';

/**
 * What to write instead of an abbreviation that ends `text`; null if there is none, or if it may continue.
 *
 * @param {string} text from the start of the field to the caret
 * @param {Abbreviations} abbreviations
 * @param {boolean} isFinal whether nothing is typed after it
 * @returns {{ from: number, symbol: string, rest: string } | null} `from`: place of the backslash
 */
export function abbreviationAt(text, abbreviations, isFinal = false) {
  const from = text.lastIndexOf('\\');
  const typed = text.slice(from + 1);
  if (from < 0 || typed === '' || typed.length > 60) return null;
  const names = Object.keys(abbreviations);
  const mayContinue = names.some((name) => name.length > typed.length && name.startsWith(typed));
  if (mayContinue && !isFinal) return null;
  // A LaTeX command such as \frac{1}{2} stays, and is not read as its first letters.
  const letters = /^[a-zA-Z]*/u.exec(typed)?.[0].length ?? 0;
  for (let end = typed.length; end >= Math.max(letters, 1); end--) {
    const symbol = Object.hasOwn(abbreviations, typed.slice(0, end)) ? abbreviations[typed.slice(0, end)] : undefined;
    if (symbol !== undefined) return typed[end] === '{' ? null : { from, symbol, rest: typed.slice(end) };
  }
  return null;
}

/**
 * Replaces abbreviations while the user types in `field`. The returned function replaces one at the end, before the text
 * is used.
 *
 * @param {HTMLTextAreaElement} field
 * @returns {() => void}
 */
export function replaceAbbreviations(field) {
  /** @type {Abbreviations} */
  let known = {};
  let isRequested = false;

  const replace = (isFinal = false) => {
    const caret = field.selectionStart;
    if (caret !== field.selectionEnd) return;
    const found = abbreviationAt(field.value.slice(0, caret), known, isFinal);
    if (found === null) return;
    const inside = found.symbol.indexOf(CARET);
    const symbol = found.symbol.replace(CARET, '');
    field.setRangeText(symbol + found.rest, found.from, caret, 'end');
    if (inside >= 0) field.setSelectionRange(found.from + inside, found.from + inside);
  };
  // What was typed while the abbreviations were loading.
  const retype = () => {
    if (field.selectionStart !== field.value.length) return;
    const typed = field.value;
    field.value = '';
    for (const character of typed) {
      field.setRangeText(character, field.selectionStart, field.selectionEnd, 'end');
      replace();
    }
  };
  // Captures the event, so that listeners of the form read the replaced text.
  field.addEventListener('input', (event) => {
    if (!(event instanceof InputEvent) || event.isComposing || event.inputType !== 'insertText') return;
    if (!isRequested && field.value.includes('\\')) {
      isRequested = true;
      void requestJson('page/abbreviations.json').then(
        (all) => {
          known = /** @type {Abbreviations} */ (all);
          retype();
        },
        () => void (isRequested = false),
      );
    }
    replace();
  });
  return () => replace(true);
}
