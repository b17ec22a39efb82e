/** What a query says of the kind of its answer: by its first words, or by being a sentence rather than a thing. */

/** 'law', 'statement' and 'thing' are guesses from the grammar; the others are said by the query. */
export type KindIntent = 'definition' | 'class' | 'theorem' | 'instance' | 'law' | 'statement' | 'thing' | 'any';

/** Phrases at the start of a query that name the kind and are not part of what is sought. */
const KIND_PHRASES: [RegExp, KindIntent][] = [
  [/^\s*(?:the\s+)?def(?:inition)?\s+of\s+/i, 'definition'],
  [/^\s*what\s+is\s+(?:an?\s+|the\s+)?/i, 'definition'],
  [/^\s*(?:the\s+)?(?:type)?class\s+(?:of|for)\s+/i, 'class'],
  [/^\s*(?:the\s+)?instance\s+(?:of|for|that)\s+/i, 'instance'],
  [/^\s*(?:(?:a|the)\s+)?(?:lemma|theorem|proof)\s+(?:that|of|for|about|saying|stating)\s+(?:that\s+)?/i, 'theorem'],
];

/** Reads the kind off a query and gives back what is left to look for. */
export function readKindIntent(query: string): { intent: KindIntent; rest: string } {
  for (const [phrase, intent] of KIND_PHRASES) {
    const match = phrase.exec(query);
    if (match && match[0].length < query.length) return { intent, rest: query.slice(match[0].length) };
  }
  return { intent: guessFromGrammar(query), rest: query };
}

const FORMULA = /\$[^$]*\$|`[^`]*`/g;
/** Before a word: `a * b` begins with a variable. */
const ARTICLE = /^\s*(?:an?|the)\s+\p{L}[\p{L}-]/iu;
/** Begins a sentence about all, or on a condition. */
const QUANTIFIER = /^\s*(?:every|each|any|all|if|for|no|some|there)\b/i;
/** 'fundamental theorem of calculus': the name of a statement, but a noun. */
const LAW = /\b(?:theorem|lemma)\b/i;
/** After one of these a verb says which thing is meant. */
const RELATIVE = /\b(?:that|which|whose|whom|where|with|satisfying)\b/i;
const VERB =
  /\b(?:is|are|equals?|iff|implies|imply|exists?|has|have|admits?|preserves?|coincides?|if|gives|yields|lies|agrees?|vanish(?:es)?|sends|satisfies|recovers)\b/i;

/** A sentence states something; 'a space in which …' is a thing. Right about four times in five on sentences. */
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
