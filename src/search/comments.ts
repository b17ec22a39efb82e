/** Comments of Lean in a query that somebody pasted with them. */

/** A string, a `--` to the end of its line, or a `/- … -/`. */
const STRING_OR_COMMENT = /"[^"\n]*"|(?<![^\s()[\]{},])--(?=\s|$)[^\n]*|\/-[\s\S]*?-\//gu;

/** The query with blanks for its comments, so that places in it stay the same. */
export function withoutComments(query: string): string {
  return query.replace(STRING_OR_COMMENT, (found) => (found.startsWith('"') ? found : found.replace(/[^\n]/gu, ' ')));
}
