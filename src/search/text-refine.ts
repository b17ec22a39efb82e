/** Second look at the best rows of a query in words: do they say all of it, and does their name say nothing else? */
import type { LibraryIndex } from '../index/library-index.ts';
import { quantise } from '../index/words/impact.ts';
import type { Tokeniser } from '../index/words/tokens.ts';
import type { Postings } from '../index/postings.ts';
import type { Term } from './text-query.ts';
import type { Contribution, Scored } from './types.ts';

/** A word counts as said from this impact on: once in a hypothesis is enough, a module of that name is not. */
const SAID = quantise(0.5);
const COVERAGE_EXPONENT = 0.15;
/** Keeps a row that says none of it clearly from falling to nothing. */
const COVERAGE_FLOOR = 0.01;

/** Queries of at most so many words, and no symbols, are taken for the name of a thing. */
const LONGEST_TOPIC = 4;
const FULL_NAME_BONUS = 0.3;
const LAST_NAME_BONUS = 0.15;

/**
 * Scores of `found` times (share of the query's words that the row says)^0.15 and, for a short query, times
 * 1 + 0.3 · (share of the full name that the query says) + 0.15 · (the same of the last component). Sorts anew.
 */
export function refine(index: LibraryIndex, tokeniser: Tokeniser, terms: readonly Term[], found: Scored[]): void {
  const total = terms.reduce((sum, { idf }) => sum + idf, 0);
  for (const hit of found) multiply(hit, (coverage(terms, hit.id) / total + COVERAGE_FLOOR) ** COVERAGE_EXPONENT, 'says of the query');
  if (terms.length <= LONGEST_TOPIC && !terms.some(({ isSymbol }) => isSymbol)) {
    const asked = new Set(terms.flatMap(({ spellings }) => spellings.map(({ stem }) => stem)));
    const names = new Map(index.nameRows(found.map(({ id }) => id)).map(({ id, name }) => [id, name]));
    for (const hit of found) multiply(hit, nameFactor(tokeniser, asked, names.get(hit.id) ?? ''), 'name says no more');
  }
  found.sort((a, b) => b.score - a.score || a.id - b.id);
}

function multiply(hit: Scored, factor: number, what: string): void {
  hit.contributions?.push({ what, points: hit.score * (factor - 1) } satisfies Contribution);
  hit.score *= factor;
}

/** Sum of the idf of the terms that the row says, each by its best spelling. */
function coverage(terms: readonly Term[], id: number): number {
  let sum = 0;
  for (const { idf, spellings } of terms) {
    let best = 0;
    for (const { postings, weight } of spellings) {
      if (weight > best && weightOf(postings, id) >= SAID) best = weight;
    }
    sum += idf * best;
  }
  return sum;
}

function nameFactor(tokeniser: Tokeniser, asked: ReadonlySet<string>, name: string): number {
  const dot = name.lastIndexOf('.');
  const last = shareSaid(tokeniser.scan(name.slice(dot + 1)).flatMap(({ stems }) => stems), asked);
  const full = shareSaid(tokeniser.scan(name).flatMap(({ stems }) => stems), asked);
  return 1 + FULL_NAME_BONUS * full + LAST_NAME_BONUS * last;
}

function shareSaid(stems: readonly string[], asked: ReadonlySet<string>): number {
  return stems.length === 0 ? 0 : stems.filter((stem) => asked.has(stem)).length / stems.length;
}

/** The weight of a row in a list, 0 if it is not in it: a binary search. */
export function weightOf({ ids, weights }: Postings, id: number): number {
  let low = 0;
  let high = ids.length - 1;
  while (low <= high) {
    const middle = (low + high) >> 1;
    if (ids[middle] === id) return weights[middle]!;
    if (ids[middle]! < id) low = middle + 1;
    else high = middle - 1;
  }
  return 0;
}
