/** Removes Lean comments from a pasted query. */

/** A string, a `--` to the end of its line, or a `/- … -/`. */
const STRING_OR_COMMENT = /"[^"\n]*"|(?<![^\s()[\]{},])--(?=\s|$)[^\n]*|\/-[\s\S]*?-\//gu;

/** Replaces comments by spaces, so positions in the query stay the same. */
export function withoutComments(query: string): string {
  return query.replace(STRING_OR_COMMENT, (found) => (found.startsWith('"') ? found : found.replace(/[^\n]/gu, ' ')));
}
