/** Encodes a query in words for the ranking: token codes, vector, and features of the text. */
import { phrases } from '../../base/words.ts';
import { latexToPlain } from '../../index/words/latex.ts';
import type { Tokeniser } from '../../index/words/tokeniser.ts';
import type { TokenTables } from '../../vectors/token-tables.ts';
import { stripQuestion } from '../strip-question.ts';
import type { Term } from '../text-query.ts';

export interface EncodedToken {
  code: number;
  rarity: number;
  isSymbol: boolean;
}

export interface EncodedQuery {
  tokens: readonly EncodedToken[];
  /** Σ rarity of all tokens, of the symbols, and of the other tokens. */
  total: number;
  symbolTotal: number;
  wordTotal: number;
  /** Unit vector; all zero if no token was learned. */
  vector: Float32Array;
  /** Features of the text, as in `QUERY_FEATURES`. */
  features: Float32Array;
}

/** Features of the query alone: they determine which features of a row matter. Part of the weights' feature id. */
export const QUERY_FEATURES: readonly string[] = phrases(`
  length, symbols, pieces of names, latex, backticks, article first, verb or relation, two words at most, name of a law,
  question, digits, unknown words, topic named`);

const MAX_TOKENS = 40;
const LONG_QUERY = 12;

export interface QueryText {
  text: string;
  /** Terms that are in the index, including those joined from two words. */
  terms: readonly Term[];
  /** Whether the user gave a topic in addition to the query. */
  hasTopic: boolean;
}

export function encodeQuery(
  { text, terms, hasTopic }: QueryText,
  tokeniser: Tokeniser,
  tables: TokenTables,
): EncodedQuery {
  const tokens = new Map<number, EncodedToken>();
  const add = (stemmed: string, isSymbol: boolean): void => {
    const code = tables.codeOf(stemmed);
    if (!tokens.has(code) && tokens.size < MAX_TOKENS)
      tokens.set(code, { code, rarity: tables.rarity[code]!, isSymbol });
  };
  for (const { stem: stemmed, isSymbol } of terms) add(stemmed, isSymbol);
  for (const { stems, isSymbol } of tokeniser.scan(latexToPlain(stripQuestion(text))))
    for (const each of stems) add(each, isSymbol);
  const list = [...tokens.values()];
  const sum = (some: readonly EncodedToken[]): number => some.reduce((all, { rarity }) => all + rarity, 1e-6);
  return {
    tokens: list,
    total: sum(list),
    symbolTotal: sum(list.filter(({ isSymbol }) => isSymbol)),
    wordTotal: sum(list.filter(({ isSymbol }) => !isSymbol)),
    vector: tables.queryVector(list.map(({ code }) => code)),
    features: featuresOf(text, list, tables, hasTopic),
  };
}

const RELATION = /[=≤<≥>↔→∈∣≠⊆]|\\(?:le|ge|iff|in|leq|geq|mid|subseteq)\b/u;
const VERB = /\b(?:is|are|iff|if|then|has|have|equals?|implies|admits?|exists?|every|any|all|each)\b/iu;
const LAW =
  /\b(?:theorem|lemma|inequality|formula|criterion|law|principle|identity|property|characteri[sz]ation|rule|test)\b/iu;
const QUESTION = /\?|^\s*(?:how|what|which|where|why|is|are|does|do|can)\b/iu;
const PIECE = /\p{L}[._]\p{L}|\p{Ll}\p{Lu}/gu;

function featuresOf(
  query: string,
  tokens: readonly EncodedToken[],
  tables: TokenTables,
  hasTopic: boolean,
): Float32Array {
  const count = Math.max(1, tokens.length);
  const share = (some: readonly unknown[]): number => some.length / count;
  const is = (test: boolean): number => (test ? 1 : 0);
  return Float32Array.of(
    Math.min(count, LONG_QUERY) / LONG_QUERY,
    share(tokens.filter(({ isSymbol }) => isSymbol)),
    Math.min(1, share(query.match(PIECE) ?? [])),
    is(/[$\\]/u.test(query)),
    is(query.includes('`')),
    is(/^\s*(?:an?|the)\s/iu.test(query)),
    is(VERB.test(query) || RELATION.test(query)),
    is(count <= 2),
    is(LAW.test(query)),
    is(QUESTION.test(query)),
    Math.min(1, share(query.match(/\d+/gu) ?? [])),
    share(tokens.filter(({ code }) => !tables.isLearned(code))),
    is(hasTopic),
  );
}
