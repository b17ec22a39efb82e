/**
 * Limits on the variables and on the open namespaces of a scope. Each declaration inside may store all of them, so
 * without a limit a file with thousands would need quadratic space. Mathlib's maximum in one declaration: 67 groups of
 * variables, 1464 characters; 23 namespaces, 235 characters.
 */
const MAX_COUNT = 300;
const MAX_CHARACTERS = 10_000;

export function isTooMuchInScope(texts: readonly string[]): boolean {
  return texts.length > MAX_COUNT || texts.reduce((sum, { length }) => sum + length, 0) > MAX_CHARACTERS;
}

/** What `isTooMuchInScope` detects, for messages. */
export const limitText = (what: string): string =>
  `more than ${MAX_COUNT}${what} or ${MAX_CHARACTERS} characters of them`;
