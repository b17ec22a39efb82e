/** Converts the LaTeX of a title to readable text: one line, no fonts or braces, accented letters. Formulas stay. */

const FONTS =
  /\\(?:text(?:bf|it|rm|sf|sc|sl|tt|up|normal)|emph|bf|it|sc|rm|sf|tt|em|bfseries|itshape|scshape|sffamily|normalfont|large|Large|LARGE|huge|Huge|small)(?![A-Za-z])\s*/g;

/** Combining characters by TeX accent command. */
const ACCENTS: Record<string, string> = {
  '`': '\u0300',
  "'": '\u0301',
  '^': '\u0302',
  '~': '\u0303',
  '=': '\u0304',
  u: '\u0306',
  '.': '\u0307',
  '"': '\u0308',
  r: '\u030a',
  H: '\u030b',
  v: '\u030c',
  c: '\u0327',
  k: '\u0328',
};
const ACCENTED = /\\(?:(["'`^~=.])\s*|([uvHckr])(?:\s+|(?=\{)))(?:\{\\?([A-Za-z])\}|\\([ij])(?![A-Za-z])|([A-Za-z]))/g;
const LETTERS = new Map(
  Object.entries({ ss: 'ß', o: 'ø', O: 'Ø', l: 'ł', L: 'Ł', ae: 'æ', AE: 'Æ', oe: 'œ', aa: 'å' }),
);
const LETTER = /\\(ss|ae|AE|oe|aa|[oOlL])(?![A-Za-z])(?:\{\}|\s+)?/g;
const SIGNS = new Map(Object.entries({ '{': '', '}': '', '---': '—', '--': '–', '``': '“', "''": '”' }));
const SIGN = /\\[A-Za-z]+\*?(?:\{[^{}]*\})+|[{}]|--?-|``|''/g;

/** @param text output of `writeTex` */
export function titleText(text: string): string {
  return text
    .split(/(\$[^$]*\$)/)
    .map((part) => (part.startsWith('$') ? part : withoutMarkup(part)))
    .join('')
    .replace(/[~\s]+/g, ' ')
    .trim();
}

/** Keeps the braces of control words such as `\ref{x}`. */
function withoutMarkup(text: string): string {
  return text
    .replace(FONTS, '')
    .replace(ACCENTED, accented)
    .replace(LETTER, (_found, name: string) => LETTERS.get(name)!)
    .replace(/\\\\(?:\[[^\]]*\])?/g, ' ')
    .replace(SIGN, (found) => SIGNS.get(found) ?? found);
}

function accented(
  _found: string,
  mark?: string,
  word?: string,
  braced?: string,
  dotless?: string,
  plain?: string,
): string {
  return `${braced ?? dotless ?? plain}${ACCENTS[mark ?? word!]}`.normalize('NFC');
}
