/** A query that is one LaTeX formula without dollars. */

const COMMAND = /\\(?:(?:operatorname|mathrm|text|mathsf|mathbf|mathop)\s*(?:\*\s*)?\{[^{}]*\}|[A-Za-z]+)/gu;
const MARKED = /[$`]|\\[([]/u;
const WORD = /\p{L}{3,}/u;

/** Adds the dollars to a formula that has none, as in `\int_a^b f(x) dx`; returns other queries unchanged. */
export function markFormula(query: string): string {
  if (MARKED.test(query)) return query;
  const withoutCommands = query.replace(COMMAND, ' ');
  return withoutCommands === query || WORD.test(withoutCommands) ? query : `$${query.trim()}$`;
}
