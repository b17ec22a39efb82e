/** Library queries: the statement itself, or the keywords of an enhanced query (LemmaHead, 4.3.1). */
import { sliceChars } from '../../prompt/fitting.ts';
import { KEYWORD_KINDS, type Keywords } from '../../prompt/keyword-answer.ts';

/** In characters. Embedders truncate longer texts, and later words dilute earlier ones. */
const MAX_CHARS = 2000;

export function statementQuery(statement: string): string {
  return sliceChars(statement.replaceAll(/\s+/g, ' ').trim(), MAX_CHARS);
}

/** Names of theorems, then lemmas, propositions and concepts, without duplicates. */
export function keywordQuery(keywords: Keywords): string {
  const names = new Map<string, string>();
  for (const kind of KEYWORD_KINDS) {
    for (const name of keywords[kind]) if (!names.has(name.toLowerCase())) names.set(name.toLowerCase(), name);
  }
  return sliceChars([...names.values()].join('; '), MAX_CHARS);
}
