/** The single typo that search tolerates: a letter inserted, deleted or changed, or two adjacent letters swapped. */

/** Whether the two differ by at most one such edit (optimal string alignment distance ≤ 1, in UTF-16 units). */
export function withinOneEdit(a: string, b: string): boolean {
  const [short, long] = a.length <= b.length ? [a, b] : [b, a];
  if (long.length - short.length > 1) return false;
  let start = 0;
  while (start < short.length && short[start] === long[start]) start++;
  let end = 0;
  while (end < short.length - start && short[short.length - 1 - end] === long[long.length - 1 - end]) end++;
  const left = short.length - start - end;
  if (left === 0 || (left === 1 && short.length === long.length)) return true;
  return (
    left === 2 && short.length === long.length && short[start] === long[start + 1] && short[start + 1] === long[start]
  );
}

/** All words one edit away from `word`, with letters from `alphabet`. May yield `word` itself and duplicates. */
export function* oneEditAway(word: string, alphabet: readonly string[]): Generator<string> {
  for (let i = 0; i <= word.length; i++) {
    const before = word.slice(0, i);
    const after = word.slice(i + 1);
    for (const letter of alphabet) yield before + letter + word.slice(i);
    if (i === word.length) break;
    yield before + after;
    for (const letter of alphabet) yield before + letter + after;
    if (i + 1 < word.length) yield before + word[i + 1]! + word[i]! + word.slice(i + 2);
  }
}
