/** Text without its formulas, or without its markup, at the same offsets as the original. */

const ENVIRONMENT = String.raw`(?:equation|align|gather|multline|displaymath|eqnarray|flalign|alignat|math|array)\*?`;

/** A formula does not contain its own opening: text with many openings takes linear time. */
const FORMULA = new RegExp(
  [
    String.raw`\\[\\$]`,
    String.raw`\$\$[^]{1,4000}?\$\$`,
    String.raw`\$[^$]{1,4000}\$`,
    String.raw`\\\((?:[^\\]|\\[^()]){0,4000}\\\)`,
    String.raw`\\\[(?:[^\\]|\\[^[\]]){0,8000}\\\]`,
    String.raw`\\begin\{(${ENVIRONMENT})\}(?:[^\\]|\\(?!(?:begin|end)\{\1\})[^]){0,16000}\\end\{\1\}`,
  ].join('|'),
  'g',
);

const blank = (text: string): string => text.replaceAll(/[^\n]/g, ' ');

/** Replaces each formula by spaces of the same length. `mark` is written where it began. */
export function maskFormulas(text: string, mark = ' '): string {
  return text.replaceAll(FORMULA, (found) =>
    found === String.raw`\\` || found === String.raw`\$` ? '  ' : mark + blank(found).slice(mark.length),
  );
}

/** The formulas of a text, with their offsets. */
export function formulasIn(text: string): { start: number; end: number }[] {
  return [...text.matchAll(FORMULA)]
    .filter(({ 0: found }) => found.length > 2)
    .map(({ 0: found, index }) => ({ start: index, end: index + found.length }));
}

const COMMENT = /(?<!\\)%.*/g;
/** Commands whose argument is no text of the sentence. */
const SILENT =
  /\\(?:label|(?:eq|auto|[cC]|page|name|v)?ref|cite[a-z]*|uses|lean|index|begin|end|PMlinkescape\w+|vspace|hspace)\*?(?:\[[^\]]{0,200}\]){0,3}\{[^{}]*\}/g;
const MARKDOWN_LINK = /\]\([^()\s]*\)/g;
const WIKI_LINK = /\[\[(?:[^\][|]*\|)?|\]\]/g;
const COMMAND = /\\[a-zA-Z]+\*?|[{}~*_[\]`]/g;

/** The words of prose, without formulas and markup; offsets are kept. `mark` replaces each formula. */
export function maskMarkup(text: string, mark = ' '): string {
  return maskFormulas(text, mark)
    .replaceAll(COMMENT, blank)
    .replaceAll(SILENT, blank)
    .replaceAll(MARKDOWN_LINK, blank)
    .replaceAll(WIKI_LINK, blank)
    .replaceAll(COMMAND, blank);
}
