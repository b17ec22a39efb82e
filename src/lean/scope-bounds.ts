/**
 * What a scope holds at most, of variables as of open namespaces: each declaration within may be given all of it, so
 * that without a bound a file of thousands would make an index of the square of its size. Mathlib's most in one
 * declaration: 67 groups of variables, 1464 characters; 23 namespaces, 235 characters.
 */
const MOST = 300;
const MOST_CHARACTERS = 10_000;

export function isTooMuchInScope(texts: readonly string[]): boolean {
  return texts.length > MOST || texts.reduce((sum, { length }) => sum + length, 0) > MOST_CHARACTERS;
}

/** What `isTooMuchInScope` finds, for a message. */
export const tooMuchOf = (what: string): string => `more than ${MOST}${what} or ${MOST_CHARACTERS} characters of them`;
