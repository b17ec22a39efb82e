/** Detects the kind of declaration that a query wants, from its first words or its grammar. */

/** 'law', 'statement' and 'thing' are guessed from grammar; the query names the others explicitly. */
export type KindIntent = 'definition' | 'class' | 'theorem' | 'instance' | 'law' | 'statement' | 'thing' | 'any';

/** Phrases at the start of a query that name the kind and are not part of the search text. */
const KIND_PHRASES: [RegExp, KindIntent][] = [
  [/^\s*(?:the\s+)?def(?:inition)?\s+of\s+/i, 'definition'],
  [/^\s*what\s+is\s+(?:an?\s+|the\s+)?/i, 'definition'],
  [/^\s*(?:the\s+)?(?:type)?class\s+(?:of|for)\s+/i, 'class'],
  [/^\s*(?:the\s+)?instance\s+(?:of|for|that)\s+/i, 'instance'],
  [/^\s*(?:(?:a|the)\s+)?(?:lemma|theorem|proof)\s+(?:that|of|for|about|saying|stating)\s+(?:that\s+)?/i, 'theorem'],
];

/** Detects the kind and returns the rest of the query. */
export function readKindIntent(query: string): { intent: KindIntent; rest: string } {
  for (const [phrase, intent] of KIND_PHRASES) {
    const match = phrase.exec(query);
    if (match && match[0].length < query.length) return { intent, rest: query.slice(match[0].length) };
  }
  return { intent: guessFromGrammar(query), rest: query };
}

const FORMULA = /\$[^$]*\$|`[^`]*`/g;
/** An article before a word. In `a * b`, `a` is a variable. */
const ARTICLE = /^\s*(?:an?|the)\s+\p{L}[\p{L}-]/iu;
/** First word of a universal or conditional sentence. */
const QUANTIFIER = /^\s*(?:every|each|any|all|if|for|no|some|there)\b/i;
/** 'fundamental theorem of calculus': the name of a statement, but a noun. */
const LAW = /\b(?:theorem|lemma)\b/i;
/** Words that start a relative clause; a verb after them describes a thing. */
const RELATIVE = /\b(?:that|which|whose|whom|where|with|satisfying)\b/i;
const VERB =
  /\b(?:is|are|equals?|iff|implies|imply|exists?|has|have|admits?|preserves?|coincides?|if|gives|yields|lies|agrees?|vanish(?:es)?|sends|satisfies|recovers)\b/i;

/** Guesses 'statement' for sentences, 'thing' for noun phrases ('a space in which …'). Right on ~80 % of sentences. */
function guessFromGrammar(query: string): KindIntent {
  const prose = query.replace(FORMULA, ' ');
  const wordCount = prose.match(/\p{L}{2,}/gu)?.length ?? 0;
  if (prose !== query && wordCount <= 1) return 'any'; // A formula alone may be either.
  const verb = VERB.exec(prose);
  if (verb !== null) {
    const relative = RELATIVE.exec(prose);
    if (QUANTIFIER.test(prose) || relative === null || relative.index > verb.index) return 'statement';
  }
  if (LAW.test(prose)) return 'law';
  return ARTICLE.test(query) ? 'thing' : 'any';
}
