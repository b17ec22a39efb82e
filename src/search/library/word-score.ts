/** How well an entry answers a question by its words: BM25F over title, notions, headings, body and proof. */
import { WORD_PARTS, type EntryWords } from '../../library/word-rows.ts';
import type { Contribution } from '../types.ts';
import type { QuestionTerm } from './entry-query.ts';

/**
 * Of BM25F (Robertson, Zaragoza, Taylor 2004): weight of one occurrence in a part, how strongly a long part thins it
 * (b), and the part's usual number of stems, where it has any, in two books. Weights and b were found on half of the
 * questions in `bench/queries/library`, and rounded.
 */
export const PARTS: Readonly<Record<(typeof WORD_PARTS)[number], { weight: number; b: number; usual: number }>> = {
  title: { weight: 16, b: 0.5, usual: 4 },
  called: { weight: 3, b: 0.5, usual: 3 },
  headings: { weight: 1.5, b: 0.5, usual: 7 },
  body: { weight: 1, b: 0.4, usual: 45 },
  proof: { weight: 0.1, b: 0.6, usual: 120 },
};

/** k of x / (k + x): how soon more of the same word stops to count. */
const SATURATION = 1.2;
/** What a neighbour's words count: a theorem in symbols is often told in words in the text around it. */
const BESIDE = 0.1;
/** A neighbour says no word more than that. */
const MOST_BESIDE = 3;

/** What scoring needs of the whole library: the number of entries, and how many of them hold a stem. */
export interface WordCounts {
  entries: number;
  holding: ReadonlyMap<string, number>;
}

/** A term with what each of its spellings can give at most. */
export interface WeighedTerm {
  surface: string;
  stem: string;
  spellings: { stem: string; most: number }[];
}

/** Terms that the library has, each spelling with its rarity times its weight; one never gives more than the word itself. */
export function weighTerms(terms: readonly QuestionTerm[], { entries, holding }: WordCounts): WeighedTerm[] {
  return terms.flatMap(({ surface, weight: worth, spellings }) => {
    const known = spellings.filter(({ stem }) => holding.has(stem));
    const own = spellings[0]!.stem;
    const limit = holding.has(own) ? rarity(entries, holding.get(own)!) : Infinity;
    if (known.length === 0) return [];
    const weighed = known.map(({ stem, weight }) => ({
      stem,
      most: worth * weight * Math.min(limit, rarity(entries, holding.get(stem)!)),
    }));
    return [{ surface, stem: own, spellings: weighed }];
  });
}

/**
 * The root of BM25's idf, ln(1 + (N − n + ½) / (n + ½)): a question in a person's words has rare ones that the answer
 * does not have, and they must not outweigh the others.
 */
function rarity(entries: number, holding: number): number {
  return Math.sqrt(Math.log(1 + (entries - holding + 0.5) / (holding + 0.5)));
}

/** Σ over the parts of w · tf / (1 − b + b · length / usual), by stem. */
export type Impacts = ReadonlyMap<string, number>;

export function impactsOf(words: EntryWords, wanted: ReadonlySet<string>): Impacts {
  const impacts = new Map<string, number>();
  for (const part of WORD_PARTS) {
    if (words[part] === '') continue;
    const stems = words[part].split(' ');
    const { weight, b, usual } = PARTS[part];
    const impact = weight / (1 - b + (b * stems.length) / usual);
    for (const stem of stems) if (wanted.has(stem)) impacts.set(stem, (impacts.get(stem) ?? 0) + impact);
  }
  return impacts;
}

/** What each word of the question gives an entry; they sum to at most 1. `beside`: the impacts of its neighbours. */
export function scoreWords(own: Impacts, beside: readonly Impacts[], terms: readonly WeighedTerm[]): Contribution[] {
  const total = mostOf(terms);
  const contributions: Contribution[] = [];
  for (const { surface, stem, spellings } of terms) {
    let best = { points: 0, stem };
    for (const spelling of spellings) {
      let impact = own.get(spelling.stem) ?? 0;
      for (const each of beside) impact += BESIDE * Math.min(MOST_BESIDE, each.get(spelling.stem) ?? 0);
      const points = (spelling.most * impact) / (SATURATION + impact) / total;
      if (points > best.points) best = { points, stem: spelling.stem };
    }
    if (best.points === 0) continue;
    const what = best.stem === stem ? `word '${surface}'` : `word '${surface}' as '${best.stem}'`;
    contributions.push({ what, points: best.points });
  }
  return contributions;
}

/** What all words together can give, before it is made 1. */
export function mostOf(terms: readonly WeighedTerm[]): number {
  return terms.reduce((sum, { spellings }) => sum + Math.max(...spellings.map(({ most }) => most)), 0);
}

/** How many stems may stand between the two words of a pair. */
const PAIR_REACH = 3;
/** Of what the lesser word of a pair can give. */
const PAIR_SHARE = 0.15;

/** What it gives an entry that words which follow each other in the question do so in it: `closed interval`. */
export function scorePairs(words: EntryWords, terms: readonly WeighedTerm[]): number {
  const texts = [words.title, words.headings, words.body].map((text) => text.split(' '));
  let points = 0;
  for (const [i, { stem, spellings }] of terms.entries()) {
    const next = terms[i + 1];
    if (next === undefined || !texts.some((stems) => isPairIn(stems, stem, next.stem))) continue;
    points += PAIR_SHARE * Math.min(mostOfStem(stem, spellings), mostOfStem(next.stem, next.spellings));
  }
  return points / mostOf(terms);
}

function mostOfStem(stem: string, spellings: WeighedTerm['spellings']): number {
  return spellings[0]!.stem === stem ? spellings[0]!.most : 0;
}

function isPairIn(stems: readonly string[], one: string, other: string): boolean {
  for (let at = stems.indexOf(one); at >= 0; at = stems.indexOf(one, at + 1)) {
    const near = stems.slice(Math.max(0, at - PAIR_REACH), at + PAIR_REACH + 1);
    if (near.includes(other) && one !== other) return true;
  }
  return false;
}
