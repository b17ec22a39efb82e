/** Docstrings and module docs: their text, titles and headings. */

/** Text of `/-- … -/` or `/-! … -/` without its marks. */
export function docText(comment: string): string {
  const end = comment.endsWith('-/') ? comment.length - 2 : comment.length;
  const text = comment.slice(3, Math.max(3, end)).trim();
  return text.includes('\r') ? text.replaceAll('\r\n', '\n') : text;
}

/** First Markdown heading in a module doc, without its `#`s; null if there is none. */
export function firstHeading(text: string): string | null {
  const match = /^[ \t]*#+[ \t]+(.*)$/m.exec(text);
  return match?.[1]?.trim() || null;
}
