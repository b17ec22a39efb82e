/** Detects passages that state the problem itself, tolerating additions of a dataset and omissions of a book. */

/** Length of the word n-grams that are compared. */
const NGRAM = 3;
/** Minimum share of the shorter text's n-grams in the other text. */
const MIN_SHARED = 0.8;
/** Shorter texts must be equal. */
const MIN_WORDS = 6;

/**
 * Ignores case, whitespace, punctuation and LaTeX markup, and allows additions on either side: many miniF2F statements
 * end in `Show that it is 5.`, and an exercise may have more parts.
 */
export function statesTheSame(passage: string, statement: string): boolean {
  const [one, other] = [wordsOf(passage), wordsOf(statement)];
  // A part of the statement is not the problem.
  if (one.length < other.length / 2) return false;
  const [short, long] = one.length <= other.length ? [one, other] : [other, one];
  if (short.length < MIN_WORDS) return short.length > 0 && short.join(' ') === long.join(' ');
  const known = new Set(ngramsOf(long));
  const ngrams = ngramsOf(short);
  return ngrams.filter((ngram) => known.has(ngram)).length >= MIN_SHARED * ngrams.length;
}

/** Words, numbers and operators, without formatting commands. */
function wordsOf(text: string): string[] {
  const plain = text.replaceAll(/\\(?:text|mathrm|mathbf|mathbb|mbox|textbf|emph|left|right|d?frac|begin|end)\b/g, ' ');
  return plain.toLowerCase().match(/\\?\p{L}+|\d+|[=<>+*/^-]/gu) ?? [];
}

function ngramsOf(words: readonly string[]): string[] {
  return words.slice(0, words.length - NGRAM + 1).map((_, at) => words.slice(at, at + NGRAM).join(' '));
}
