/** Parses a query in words into terms, each with the posting lists of its stem and synonyms. */
import { memoize, memoizeByValue } from '../base/memoize.ts';
import { WORD_PREFIX } from '../index/words/analyser.ts';
import { latexToPlain } from '../index/words/latex.ts';
import { quantise } from '../index/words/impact.ts';
import { stem } from '../index/words/stem.ts';
import type { Atom, Tokeniser } from '../index/words/tokeniser.ts';
import type { LibraryIndex } from '../index/library-index.ts';
import type { Postings } from '../index/postings.ts';
import { stripQuestion } from './strip-question.ts';
import { synonymsOf } from './synonyms.ts';

/** A posting list that contributes to a term, with its weight. */
export interface Spelling {
  stem: string;
  postings: Postings;
  /** Share of the term's idf: 1 for the word itself. */
  weight: number;
  idf: number;
}

/** One word of the query. A row scores by the best of its spellings. */
export interface Term {
  /** As written, for explanations. */
  surface: string;
  stem: string;
  isSymbol: boolean;
  idf: number;
  spellings: Spelling[];
}

/** Maximum characters read from a query. Longer queries are truncated, not rejected. */
export const MAX_QUERY_LENGTH = 2000;
const MAX_TERMS = 40;
/** Weight of two adjacent words joined into one, relative to a word of the query. */
const JOIN_SHARE = 0.3;

/** Terms that are in the index, each stem once, in query order. */
export function readTerms(index: LibraryIndex, tokeniser: Tokeniser, query: string): Term[] {
  const atoms = tokeniser.scan(latexToPlain(stripQuestion(query.slice(0, MAX_QUERY_LENGTH))));
  const terms = new Map<string, Term>();
  const add = (stemmed: string, { surface, isSymbol }: Pick<Atom, 'surface' | 'isSymbol'>, share: number): void => {
    if (terms.has(stemmed)) return;
    const spellings = spellingsOf(index, stemmed);
    if (spellings.length > 0)
      terms.set(stemmed, { surface, stem: stemmed, isSymbol, idf: share * spellings[0]!.idf, spellings });
  };
  for (const atom of atoms) for (const each of atom.stems) add(each, atom, 1);
  for (const [surface, joined] of joins(atoms)) {
    if (index.postings(WORD_PREFIX + joined)) add(joined, { surface, isSymbol: false }, JOIN_SHARE);
  }
  return [...terms.values()].slice(0, MAX_TERMS);
}

/** Posting lists of a stem and its synonyms. A synonym's idf is capped at that of the stem. */
function spellingsOf(index: LibraryIndex, stemmed: string): Spelling[] {
  const spellings: (Spelling & { idf: number })[] = [];
  for (const [spelling, weight] of [[stemmed, 1] as const, ...synonymsOf(stemmed)]) {
    const postings = index.postings(WORD_PREFIX + spelling);
    if (!postings) continue;
    const idf = rarityOf(index, spelling);
    const rarest = spellings[0]?.idf ?? idf;
    spellings.push({
      stem: spelling,
      postings,
      idf: Math.min(idf, rarest),
      weight: (weight * Math.min(idf, rarest)) / rarest,
    });
  }
  return spellings;
}

/** Minimum impact of a row that is about a word: more than its module path or heading alone gives. */
const ABOUT = quantise(1);

const rarities = memoize((index: LibraryIndex) =>
  memoizeByValue((stemmed: string) => {
    const weights = index.postings(WORD_PREFIX + stemmed)?.weights ?? new Uint8Array();
    let matching = 0;
    for (let i = 0; i < weights.length; i++) if (weights[i]! >= ABOUT) matching++;
    return inverseFrequency(index.rowCount, matching);
  }),
);

/** idf of a stem. Counts only rows that are about it, not rows that are merely in a module of that name. */
export const rarityOf = (index: LibraryIndex, stemmed: string): number => rarities(index)(stemmed);

/** ln(1 + (N − n + ½) / (n + ½)), as in BM25. */
function inverseFrequency(rows: number, matching: number): number {
  return Math.log(1 + (rows - matching + 0.5) / (matching + 0.5));
}

/** Adjacent words joined (`p-adic` → `padic`, `sub space` → `subspace`), as pairs of surface and stem. */
function joins(atoms: readonly Atom[]): [string, string][] {
  const found: [string, string][] = [];
  for (let i = 0; i + 1 < atoms.length; i++) {
    const [left, right] = [atoms[i]!, atoms[i + 1]!];
    if (left.isSymbol || right.isSymbol) continue;
    const surface = left.surface + right.surface;
    if (surface.length >= 4) found.push([surface, stem(surface.toLowerCase())]);
  }
  return found;
}
