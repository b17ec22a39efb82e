/** From a query in words to the lists of the index it asks for: terms, each with the spellings that may stand for it. */
import { WORD_PREFIX } from '../index/words/analyser.ts';
import { latexToPlain } from '../index/words/latex.ts';
import { quantise } from '../index/words/impact.ts';
import { stem } from '../index/words/stem.ts';
import type { Atom, Tokeniser } from '../index/words/tokens.ts';
import type { LibraryIndex } from '../index/library-index.ts';
import type { Postings } from '../index/postings.ts';
import { withoutAsking } from './strip-question.ts';
import { synonymsOf } from './synonyms.ts';

/** One list that counts for a term, and how much. */
export interface Spelling {
  stem: string;
  postings: Postings;
  /** Share of the term's idf that it brings: 1 for the word itself. */
  weight: number;
  idf: number;
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
export const LONGEST_QUERY = 2000;
const MOST_TERMS = 40;
/** What two words written as one add, against a word that the query itself has. */
const JOIN_SHARE = 0.3;

/** The terms that the index knows, each stem once, in the order of the query. */
export function readTerms(index: LibraryIndex, tokeniser: Tokeniser, query: string): Term[] {
  const atoms = tokeniser.scan(latexToPlain(withoutAsking(query.slice(0, LONGEST_QUERY))));
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
  return [...terms.values()].slice(0, MOST_TERMS);
}

/** The lists of a stem and of its synonyms. A common synonym of a rare word is worth no more than its own rarity. */
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

/** Least impact of a row that is about a word: more than a module or a heading of that name gives. */
const ABOUT = quantise(1);

const rarities = new WeakMap<LibraryIndex, Map<string, number>>();

/** idf of a stem: how rare the rows are that are about it, not those that only stand in a module of that name. */
export function rarityOf(index: LibraryIndex, stemmed: string): number {
  let known = rarities.get(index);
  if (known === undefined) rarities.set(index, (known = new Map()));
  let rarity = known.get(stemmed);
  if (rarity === undefined) {
    const weights = index.postings(WORD_PREFIX + stemmed)?.weights ?? new Uint8Array();
    let matching = 0;
    for (let i = 0; i < weights.length; i++) if (weights[i]! >= ABOUT) matching++;
    rarity = inverseFrequency(index.rowCount, matching);
    known.set(stemmed, rarity);
  }
  return rarity;
}

/** ln(1 + (N − n + ½) / (n + ½)), as in BM25. */
function inverseFrequency(rows: number, matching: number): number {
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
