/** What continues a prefix that a user typed in a shell: names, modules, attributes. */
import { ATTRIBUTE_TOKEN } from './facets.ts';
import type { LibraryIndex } from './library-index.ts';

export const COMPLETION_KINDS = ['declaration', 'module', 'attribute'] as const;

export type CompletionKind = (typeof COMPLETION_KINDS)[number];

/** A longer list helps nobody; a cut one would mislead, because a shell inserts what all its words begin with. */
const MAX_COMPLETIONS = 3000;

/** Each finds the first text that is not before the parameter, by an index of SQLite. */
const FIRST_FROM = {
  declaration: 'SELECT min(name) AS text FROM decls WHERE name >= ?',
  module: 'SELECT min(module) AS text FROM expansions WHERE module >= ?',
};

/**
 * Texts up to the next dot: `Nat.` and `Nat.a` give `Nat.add.` if it has names below it, and `Nat.add_comm`. Returns
 * none if there are too many.
 */
export function completions(index: LibraryIndex, kind: CompletionKind, prefix: string): string[] {
  if (kind === 'attribute')
    return index.tokensWithPrefix(ATTRIBUTE_TOKEN + prefix).map(({ token }) => token.slice(ATTRIBUTE_TOKEN.length));
  const found: string[] = [];
  for (let from = prefix; found.length <= MAX_COMPLETIONS;) {
    const text = index.all<{ text: string | null }>(FIRST_FROM[kind], from)[0]?.text ?? '';
    if (text === '' || !text.startsWith(prefix)) return found;
    const dot = text.indexOf('.', prefix.length);
    found.push(dot < 0 ? text : text.slice(0, dot + 1));
    from = dot < 0 ? `${text}\u0001` : `${text.slice(0, dot)}/`;
  }
  return [];
}
