/** Brings LaTeX answers into one form: the same commands, brackets, signs and digits for the same thing. */
import { wordTable } from '../base/words.ts';
import { endOfGroup } from './latex-text.ts';

/** Characters that mean a command. */
const CHARACTERS = new Map(
  Object.entries({
    '−': '-',
    '–': '-',
    '—': '-',
    '\u{a0}': ' ',
    '\u{2009}': '\\,',
    '\u{202f}': '\\,',
    '×': '\\times ',
    '·': '\\cdot ',
    '⋅': '\\cdot ',
    '÷': '/',
    '≤': '\\le ',
    '⩽': '\\le ',
    '≥': '\\ge ',
    '⩾': '\\ge ',
    '≠': '\\neq ',
    '≈': '\\approx ',
    '±': '\\pm ',
    '∓': '\\mp ',
    '∞': '\\infty ',
    '∪': '\\cup ',
    '∩': '\\cap ',
    '∈': '\\in ',
    '∖': '\\setminus ',
    '∅': '\\emptyset ',
    π: '\\pi ',
    θ: '\\theta ',
    α: '\\alpha ',
    β: '\\beta ',
    γ: '\\gamma ',
    λ: '\\lambda ',
    μ: '\\mu ',
    φ: '\\phi ',
    ω: '\\omega ',
    ℝ: '\\mathbb{R}',
    ℤ: '\\mathbb{Z}',
    ℚ: '\\mathbb{Q}',
    ℕ: '\\mathbb{N}',
    '°': '^\\circ ',
    '½': '\\frac{1}{2}',
    '¼': '\\frac{1}{4}',
    '¾': '\\frac{3}{4}',
    '⅓': '\\frac{1}{3}',
    '⅔': '\\frac{2}{3}',
    '⟨': '\\langle ',
    '⟩': '\\rangle ',
    '⌊': '\\lfloor ',
    '⌋': '\\rfloor ',
    '⌈': '\\lceil ',
    '⌉': '\\rceil ',
    '’': "'",
  }),
);
const SUPERSCRIPTS = '⁰¹²³⁴⁵⁶⁷⁸⁹';
const SUBSCRIPTS = '₀₁₂₃₄₅₆₇₈₉';
const SPECIAL = new RegExp(`[${[...CHARACTERS.keys()].join('')}]`, 'gu');

/** Commands with another name for the same thing, or with nothing to say (`-`). */
const COMMANDS = wordTable(`
  dfrac frac, tfrac frac, cfrac frac, dbinom binom, tbinom binom, leq le, leqslant le, geq ge, geqslant ge, ne neq,
  lt <, gt >, lbrace {, rbrace }, lvert |, rvert |, vert |, lbrack [, rbrack ], ast cdot, star cdot, bullet cdot,
  varnothing emptyset, bigcup cup, backslash setminus, simeq approx, thickapprox approx, degree ^circ, perp bot,
  textdegree ^circ, iff Leftrightarrow, land wedge, lor vee, longrightarrow to, rightarrow to, bar overline,
  bmod pmod, mod pmod, varphi phi, epsilon varepsilon,
  left -, right -, big -, bigl -, bigr -, Big -, Bigl -, Bigr -, bigg -, Bigg -, middle -, displaystyle -, textstyle -,
  scriptstyle -, limits -, nolimits -, hline -, quad ~, qquad ~, rm -, bf -, it -, sf -, ensuremath -`);

/** Commands of which only the argument matters. */
const FONTS =
  /^\\(?:mathbf|boldsymbol|bm|mathit|mathsf|mathcal|vec|hat|widehat|overrightarrow|underline|boxed|fbox|tag\*?)$/u;
const TEXTS = /^\\(?:text|textbf|textit|textrm|textnormal|textsf|mathrm|mbox|hbox|operatorname\*?)$/u;

/** Functions that some write without a backslash. */
const BARE_COMMAND =
  /(?<![\\A-Za-z])(frac|sqrt|arcsin|arccos|arctan|sin|cos|tan|cot|sec|csc|log|ln|exp|pi|infty|infinity)(?![A-Za-z])/gu;
const MATRIX = /\\(begin|end)\{(?:[bBp]?matrix|smallmatrix|array)\}(?:\s*\{[lcr|@\s]*\})?/gu;
const MATH_WORD = /^\s*(?:lcm|gcd|cis|arcsin|arccos|arctan|sin|cos|tan|log|ln)\s*$/u;
const SPACES = /(?<!\\)\\[,;:!> ]|\\hspace\*?\{[^{}]*\}|\\h?phantom\{[^{}]*\}|~/gu;
const TOKENS = /\\(?:[A-Za-z]+\*?|[\s\S])|[\s\S]/gu;

/** One form for LaTeX that says the same. Takes linear time; never deletes a brace that groups. */
export function normalizeLatex(text: string): string {
  let latex = text
    .normalize('NFC')
    .replaceAll(SPECIAL, (character) => CHARACTERS.get(character)!)
    .replaceAll(new RegExp(`[${SUPERSCRIPTS}]+`, 'gu'), (digits) => `^{${asDigits(digits, SUPERSCRIPTS)}}`)
    .replaceAll(new RegExp(`[${SUBSCRIPTS}]+`, 'gu'), (digits) => `_{${asDigits(digits, SUBSCRIPTS)}}`)
    .replaceAll(/√\s*(\d+|[A-Za-z]|\([^()]*\))/gu, '\\sqrt{$1}')
    .replaceAll(/\*\*/gu, '^')
    // Nobody means $x^1 0$ by `x^10`.
    .replaceAll(/\^(-\d+|\d{2,})/gu, '^{$1}')
    .replaceAll(/\\q?quad(?=[a-z])/gu, ' ')
    .replaceAll(/<=|=</gu, '\\le ')
    .replaceAll(/>=|=>/gu, '\\ge ')
    .replaceAll(/!=/gu, '\\neq ');
  latex = withSingleBackslashes(latex);
  latex = withoutMathDelimiters(latex);
  latex = withTextCommands(latex);
  latex = latex
    .replaceAll(MATRIX, '\\$1{pmatrix}')
    .replaceAll(/(?:\[|\()\s*(\\begin\{pmatrix\}[\s\S]*?\\end\{pmatrix\})\s*(?:\]|\))/gu, '$1')
    .replaceAll(BARE_COMMAND, (_, name: string) => `\\${name === 'infinity' ? 'infty' : name} `)
    .replaceAll(/\\sqrt\s*\(([^()]*)\)/gu, '\\sqrt{$1}')
    .replaceAll(/\\mathbb\s+([A-Z])/gu, '\\mathbb{$1}')
    .replaceAll(/\^\s*\{\s*\\circ\s*\}/gu, '^\\circ ')
    .replaceAll(/(?<=\d)\s*\{\s*,\s*\}\s*(?=\d{3}(?!\d))/gu, '')
    .replaceAll(/(?<=\d)(?:,\s*\\!|\\[!,])\s*(?=\d{3}(?!\d))/gu, '')
    .replaceAll(SPACES, ' ')
    .replaceAll(/(?<=(?<![\d.])\d{1,3}(?: \d{3})*) (?=\d{3}(?!\d))/gu, '')
    .replaceAll(/\s+/gu, ' ');
  return latex.replace(/^[\s,;]+|(?:\\\\|[\s.,;:])+$/gu, '');
}

const asDigits = (text: string, digits: string): string =>
  [...text].map((character) => String(digits.indexOf(character))).join('');

/** Some texts went through one escaping too many: `\\frac{1}{2}`. In a matrix, `\\` ends a row. */
function withSingleBackslashes(latex: string): string {
  if (/\\\\begin\b/u.test(latex) && !/(?<!\\)\\begin\b/u.test(latex)) return latex.replaceAll('\\\\', '\\');
  return /\\begin\b/u.test(latex) ? latex : latex.replaceAll(/\\{2,}(?=[A-Za-z{}()[\]%$,;!])/gu, '\\');
}

/** Removes `$ … $`, `\( … \)` and `\[ … \]`, but not `\$`. */
function withoutMathDelimiters(latex: string): string {
  return latex.replaceAll(/\\(?:\\(?:\[[^\]]*\])?|[()[\]])|\\[\s\S]|\$/gu, (token) => {
    if (token === '$' || /^\\[()[\]]$/u.test(token)) return ' ';
    return token.startsWith('\\\\') ? '\\\\' : token;
  });
}

/** Writes commands in one way: fonts dropped, text commands as `\text{…}`. */
function withTextCommands(latex: string): string {
  let out = '';
  let at = 0;
  for (const match of latex.matchAll(TOKENS)) {
    if (match.index < at) continue;
    const token = match[0];
    at = match.index + token.length;
    if (!/^\\[A-Za-z]/u.test(token)) {
      out += token;
      continue;
    }
    const isFont = FONTS.test(token);
    if (!isFont && !TEXTS.test(token)) {
      out += commandText(token, latex.slice(at, at + 1));
      continue;
    }
    const open = at + /^\s*/u.exec(latex.slice(at))![0].length;
    const end = latex[open] === '{' ? endOfGroup(latex, open) : -1;
    if (end < 0) {
      out += ' ';
      continue;
    }
    const inner = latex.slice(open + 1, end - 1);
    out += isFont || isMathInText(token, inner) ? ` ${withTextCommands(inner)} ` : ` \\text{${plainText(inner)}} `;
    at = end;
  }
  return out;
}

function commandText(token: string, next: string): string {
  const other = COMMANDS.get(token.slice(1));
  if (other === undefined) return token;
  if (other === '-') return next === '.' ? '\\leftdot' : '';
  if (other === '~') return ' ';
  if (other === '^circ') return '^\\circ ';
  if (other === '{' || other === '}') return `\\${other}`;
  return /^[a-zA-Z]/u.test(other) ? `\\${other}` : other;
}

/** `\mathrm{e}`, `\text{5}`, `\operatorname{lcm}`: no words. */
function isMathInText(command: string, inner: string): boolean {
  const isLetter = /^\s*[A-Za-z]\s*$/u.test(inner) && (command === '\\operatorname' || /^\s*[deiCP]\s*$/u.test(inner));
  return isLetter || /^[\d.,+\-/() ]*\d[\d.,+\-/() ]*$/u.test(inner) || MATH_WORD.test(inner);
}

const plainText = (inner: string): string => inner.replaceAll(/\\[A-Za-z]+\s*|[{}]/gu, ' ').replaceAll(/\s+/gu, ' ');
