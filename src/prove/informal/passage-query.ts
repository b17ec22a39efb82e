/** What the library is asked for: the statement itself, or the keywords of an enhanced query (LemmaHead, 4.3.1). */
import { sliceChars } from '../../prompt/fitting.ts';
import { KEYWORD_KINDS, type Keywords } from '../../prompt/keywords.ts';

/** Characters. Embedders cut what is longer, and words far behind dilute those before. */
const LONGEST = 2000;

export function statementQuery(statement: string): string {
  return sliceChars(statement.replaceAll(/\s+/g, ' ').trim(), LONGEST);
}

/** Names of theorems first, then lemmas, propositions and concepts, each once. */
export function keywordQuery(keywords: Keywords): string {
  const names = new Map<string, string>();
  for (const kind of KEYWORD_KINDS) {
    for (const name of keywords[kind]) if (!names.has(name.toLowerCase())) names.set(name.toLowerCase(), name);
  }
  return sliceChars([...names.values()].join('; '), LONGEST);
}
