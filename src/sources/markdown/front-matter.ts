/** Removes the front matter of a Markdown file: the metadata between `---` lines at the top. */

const FRONT_MATTER = /^\ufeff?---[ \t]*\n([\s\S]*?)\n(?:---|\.\.\.)[ \t]*(?:\n|$)/;

/** `body` has as many lines as the text. `title`: from the front matter, or null. */
export function withoutFrontMatter(text: string): { body: string; title: string | null } {
  const found = FRONT_MATTER.exec(text);
  if (found === null) return { body: text, title: null };
  const title = /^title:[ \t]*(.+)$/m
    .exec(found[1] ?? '')?.[1]
    ?.trim()
    .replace(/^(["'])(.*)\1$/, '$2');
  return { body: found[0].replace(/[^\n]+/g, '') + text.slice(found[0].length), title: title || null };
}
