/** Maps a library's own notation to the words for its meaning, if the tokeniser's table of symbols has none. */
import type { Notation } from '../../lean/declaration.ts';
import { splitIdentifier } from './split-identifier.ts';
import { SYMBOLS } from './symbols.ts';

/**
 * Symbol → words, space-separated, as in `SYMBOLS`. A notation is identified by its first token that is not a plain
 * word, such as `→ₐ[`, `𝔸[` or `C(`. A symbol with several meanings gets the words that all share. Skips `local`
 * notations, which are valid in one file only, and scoped ones of one letter and a bracket, `φ(`.
 */
export function notationWords(notations: readonly Notation[]): Map<string, string> {
  const found = new Map<string, string[]>();
  for (const { parts, head, scope } of notations) {
    if (scope === 'local' || head === null) continue;
    const symbol = symbolOf(parts);
    if (symbol === null || (scope === 'scoped' && /^\p{L}[([]$/u.test(symbol))) continue;
    const words = wordsOf(head);
    found.set(symbol, found.get(symbol)?.filter((word) => words.includes(word)) ?? words);
  }
  const known = new Map<string, string>();
  for (const [symbol, words] of found)
    if (words.length > 0 && !isKnown(symbol, words)) known.set(symbol, words.join(' '));
  return known;
}

function symbolOf(parts: Notation['parts']): string | null {
  for (const part of parts) {
    const token = 'token' in part ? part.token.trim() : '';
    if (isSymbol(token)) return token;
  }
  return null;
}

/**
 * Accepts symbols, and words that include a bracket. Rejects Greek letters, which are variables elsewhere, tokens that
 * only close, and ASCII signs, which are used everywhere.
 */
function isSymbol(token: string): boolean {
  if (/[\s"`]/.test(token) || /^[\p{Pe}\p{Pf}_',;.]/u.test(token)) return false;
  if (/^\p{L}[\p{L}\p{N}_]{0,6}[([]$/u.test(token)) return true;
  return (
    /^(?:[\p{S}\p{P}\p{Lm}\p{Mn}]|[\u{2100}-\u{214F}\u{1D400}-\u{1D7FF}])/u.test(token) &&
    /[^\p{ASCII}]|^\[[A-Z]/u.test(token)
  );
}

/** The words of a name's last part; with the part before if it is one word, such as `dual` in `Matroid.dual`. */
function wordsOf(head: string): string[] {
  const parts = head.split('.').filter((part) => part !== '_root_');
  const words = (part: string | undefined): string[] =>
    (part ?? '').split('_').flatMap((word) => splitIdentifier(word));
  const last = words(parts.at(-1));
  return last.length > 1 ? last : [...words(parts.at(-2)), ...last];
}

/** Whether the table has the symbol, or has different words for its part before the bracket. */
function isKnown(symbol: string, words: readonly string[]): boolean {
  const base = symbol.replace(/[([]$/, '');
  const differs = (one: string): boolean =>
    SYMBOLS.get(one)
      ?.split(' ')
      .some((word) => !words.includes(word)) ?? false;
  return SYMBOLS.has(symbol) || differs(base);
}
