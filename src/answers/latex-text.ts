/** Reads LaTeX as text: braces and brackets, without the meaning of commands. All functions take linear time. */

const OPENING = '([{';
const CLOSING = ')]}';

/** One character of LaTeX, or a command with its backslash: `\{`, `\frac`. */
const TOKEN = /\\(?:[A-Za-z]+|[\s\S])|[\s\S]/gu;

/** The tokens of LaTeX: commands whole, other characters alone. */
export function latexTokens(latex: string): string[] {
  return latex.match(TOKEN) ?? [];
}

/** The offset after the brace that closes the one at `open`; -1 if it is not closed. */
export function endOfGroup(latex: string, open: number): number {
  let depth = 0;
  for (let at = open; at < latex.length; at++) {
    const character = latex[at]!;
    if (character === '\\') at++;
    else if (character === '{') depth++;
    else if (character === '}' && --depth === 0) return at + 1;
  }
  return -1;
}

/** The greatest number of nested groups and brackets. */
export function nestingOf(latex: string): number {
  let [depth, most] = [0, 0];
  for (const token of latexTokens(latex)) {
    const bracket = token.at(-1)!;
    if (OPENING.includes(bracket)) most = Math.max(most, ++depth);
    else if (CLOSING.includes(bracket)) depth--;
  }
  return most;
}

/**
 * Splits LaTeX at separators outside of groups, brackets and environments.
 * @param isSeparator is asked for each token at depth 0
 */
export function splitAtTopLevel(latex: string, isSeparator: (token: string) => boolean): string[] {
  const parts = [''];
  let depth = 0;
  for (const token of latexTokens(latex)) {
    const bracket = token.length === 1 || token.length === 2 ? token.at(-1)! : '';
    if (token === '\\begin' || OPENING.includes(bracket || ' ')) depth++;
    else if (token === '\\end' || CLOSING.includes(bracket || ' ')) depth--;
    if (depth === 0 && isSeparator(token)) parts.push('');
    else parts[parts.length - 1] += token;
  }
  return parts.map((part) => part.trim());
}

/** What is between a pair of brackets that enclose the whole text; null if they do not. */
export function insideBrackets(latex: string, open: string, close: string): string | null {
  if (!latex.startsWith(open) || !latex.endsWith(close)) return null;
  const inner = latex.slice(open.length, latex.length - close.length);
  let depth = 0;
  for (const token of latexTokens(inner)) {
    const bracket = token.length <= 2 ? token.at(-1)! : '';
    if (bracket !== '' && OPENING.includes(bracket)) depth++;
    else if (bracket !== '' && CLOSING.includes(bracket) && --depth < 0) return null;
  }
  return depth === 0 ? inner.trim() : null;
}
