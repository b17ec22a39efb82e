/** Whether a passage of a book is the problem itself, in words: to be told with what a dataset adds or a book leaves out. */

/** Words in a row that two texts are compared by. */
const IN_A_ROW = 3;
/** Share of the shorter text's rows of words that the other one has. */
const SAME = 0.8;
/** A text of fewer words says too little to be told by. */
const LEAST_WORDS = 6;

/**
 * Up to case, white space, punctuation and the marks of LaTeX, and with something added on either side: miniF2F ends
 * many a statement in `Show that it is 5.`, and an exercise may have more parts.
 */
export function statesTheSame(passage: string, statement: string): boolean {
  const [one, other] = [wordsOf(passage), wordsOf(statement)];
  // A part of the statement is not yet the problem.
  if (one.length < other.length / 2) return false;
  const [short, long] = one.length <= other.length ? [one, other] : [other, one];
  if (short.length < LEAST_WORDS) return short.length > 0 && short.join(' ') === long.join(' ');
  const known = new Set(rowsOf(long));
  const rows = rowsOf(short);
  return rows.filter((row) => known.has(row)).length >= SAME * rows.length;
}

/** Words, numbers and signs of formulas; how something looks says nothing. */
function wordsOf(text: string): string[] {
  const plain = text.replaceAll(/\\(?:text|mathrm|mathbf|mathbb|mbox|textbf|emph|left|right|d?frac|begin|end)\b/g, ' ');
  return plain.toLowerCase().match(/\\?\p{L}+|\d+|[=<>+*/^-]/gu) ?? [];
}

function rowsOf(words: readonly string[]): string[] {
  return words.slice(0, words.length - IN_A_ROW + 1).map((_, at) => words.slice(at, at + IN_A_ROW).join(' '));
}
