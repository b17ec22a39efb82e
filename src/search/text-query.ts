/** From a query in words to the lists of the index it asks for: terms, each with the spellings that may stand for it. */
import { WORD_PREFIX } from '../index/words/analyser.ts';
import { latexToPlain } from '../index/words/latex.ts';
import { quantise } from '../index/words/impact.ts';
import { stem } from '../index/words/stem.ts';
import type { Atom, Tokeniser } from '../index/words/tokens.ts';
import type { LibraryIndex } from '../index/library-index.ts';
import type { Postings } from '../index/postings.ts';
import { synonymsOf } from './synonyms.ts';

/** One list that counts for a term, and how much. */
export interface Spelling {
  stem: string;
  postings: Postings;
  weight: number;
}

/** One word of the query. A row gets the best of its spellings. */
export interface Term {
  /** As written, for explanations. */
  surface: string;
  stem: string;
  isSymbol: boolean;
  idf: number;
  spellings: Spelling[];
}

/** Longest query that is read, in characters: a pasted page is cut, not refused. */
const LONGEST_QUERY = 2000;
const MOST_TERMS = 40;

/** The terms that the index knows, each stem once, in the order of the query. */
export function readTerms(index: LibraryIndex, tokeniser: Tokeniser, query: string): Term[] {
  const atoms = tokeniser.scan(latexToPlain(query.slice(0, LONGEST_QUERY)));
  const terms = new Map<string, Term>();
  for (const atom of atoms) {
    for (const each of atom.stems) addTerm(index, terms, each, atom);
  }
  for (const [surface, joined] of joins(atoms)) {
    if (index.postings(WORD_PREFIX + joined)) addTerm(index, terms, joined, { surface, isSymbol: false });
  }
  return [...terms.values()].slice(0, MOST_TERMS);
}

function addTerm(index: LibraryIndex, terms: Map<string, Term>, stemmed: string, from: Pick<Atom, 'surface' | 'isSymbol'>): void {
  if (terms.has(stemmed)) return;
  const spellings: Spelling[] = [];
  for (const [spelling, weight] of [[stemmed, 1] as const, ...synonymsOf(stemmed)]) {
    const postings = index.postings(WORD_PREFIX + spelling);
    if (postings) spellings.push({ stem: spelling, postings, weight });
  }
  if (spellings.length === 0) return;
  const rarity = inverseFrequency(index.rowCount, countMatching(spellings[0]!.postings));
  terms.set(stemmed, { surface: from.surface, stem: stemmed, isSymbol: from.isSymbol, idf: rarity, spellings });
}

/** Least impact of a row that is about a word: more than a module or a heading of that name gives. */
const ABOUT = quantise(1);

/** Rows that are about the word: not those that only stand in a module or under a heading of that name. */
function countMatching({ weights }: Postings): number {
  let count = 0;
  for (const weight of weights) if (weight >= ABOUT) count++;
  return count;
}

/** ln(1 + (N − n + ½) / (n + ½)), as in BM25. */
export function inverseFrequency(rows: number, matching: number): number {
  return Math.log(1 + (rows - matching + 0.5) / (matching + 0.5));
}

/** Neighbours written together: `p-adic` → `padic`, `sub space` → `subspace`. Pairs of surface and stem. */
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
