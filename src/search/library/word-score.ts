/** Scores an entry by the words of a question: BM25F over title, terms, headings, body and proof. */
import { WORD_PARTS, type EntryWords } from '../../library/word-rows.ts';
import type { Contribution } from '../types.ts';
import type { QuestionTerm } from './entry-query.ts';

/**
 * Parameters of BM25F (Robertson, Zaragoza, Taylor 2004): weight of one occurrence in a part, length normalisation (b),
 * and typical number of stems of a non-empty part in two books (length). Weights and b were tuned on half of the
 * questions in `bench/queries/library`, and rounded.
 */
export const PARTS: Readonly<Record<(typeof WORD_PARTS)[number], { weight: number; b: number; length: number }>> = {
  title: { weight: 16, b: 0.5, length: 4 },
  called: { weight: 3, b: 0.5, length: 3 },
  headings: { weight: 1.5, b: 0.5, length: 7 },
  body: { weight: 1, b: 0.4, length: 45 },
  proof: { weight: 0.1, b: 0.6, length: 120 },
};

/** k of x / (k + x): how fast repeated occurrences of a word saturate. */
const SATURATION = 1.2;
/** Weight of a neighbour's words: the surrounding text often explains a theorem in symbols. */
const NEARBY_WEIGHT = 0.1;
/** Maximum impact of a word in a neighbour. */
const MAX_NEARBY_IMPACT = 3;

/** Statistics of the whole library: number of entries, and number of entries with each stem. */
export interface WordCounts {
  entries: number;
  withStem: ReadonlyMap<string, number>;
}

/** A term with the maximum points of each of its spellings. */
export interface WeighedTerm {
  surface: string;
  stem: string;
  spellings: { stem: string; max: number }[];
}

/** Terms that are in the library, each spelling with rarity times weight. No spelling exceeds the word itself. */
export function weighTerms(terms: readonly QuestionTerm[], { entries, withStem }: WordCounts): WeighedTerm[] {
  return terms.flatMap(({ surface, weight: worth, spellings }) => {
    const known = spellings.filter(({ stem }) => withStem.has(stem));
    const own = spellings[0]!.stem;
    const limit = withStem.has(own) ? rarity(entries, withStem.get(own)!) : Infinity;
    if (known.length === 0) return [];
    const weighed = known.map(({ stem, weight }) => ({
      stem,
      max: worth * weight * Math.min(limit, rarity(entries, withStem.get(stem)!)),
    }));
    return [{ surface, stem: own, spellings: weighed }];
  });
}

/**
 * Square root of BM25's idf, ln(1 + (N − n + ½) / (n + ½)): a question often has rare words that the answer does not
 * have, and they must not outweigh the others.
 */
function rarity(entries: number, withStem: number): number {
  return Math.sqrt(Math.log(1 + (entries - withStem + 0.5) / (withStem + 0.5)));
}

/** Σ over the parts of w · tf / (1 − b + b · stems / length), by stem. */
export type Impacts = ReadonlyMap<string, number>;

export function impactsOf(words: EntryWords, queryStems: ReadonlySet<string>): Impacts {
  const impacts = new Map<string, number>();
  for (const part of WORD_PARTS) {
    if (words[part] === '') continue;
    const stems = words[part].split(' ');
    const { weight, b, length } = PARTS[part];
    const impact = weight / (1 - b + (b * stems.length) / length);
    for (const stem of stems) if (queryStems.has(stem)) impacts.set(stem, (impacts.get(stem) ?? 0) + impact);
  }
  return impacts;
}

/** Points of each word of the question; they sum to at most 1. `nearby`: impacts of the neighbouring entries. */
export function scoreWords(own: Impacts, nearby: readonly Impacts[], terms: readonly WeighedTerm[]): Contribution[] {
  const total = maxPoints(terms);
  const contributions: Contribution[] = [];
  for (const { surface, stem, spellings } of terms) {
    let best = { points: 0, stem };
    for (const spelling of spellings) {
      let impact = own.get(spelling.stem) ?? 0;
      for (const each of nearby) impact += NEARBY_WEIGHT * Math.min(MAX_NEARBY_IMPACT, each.get(spelling.stem) ?? 0);
      const points = (spelling.max * impact) / (SATURATION + impact) / total;
      if (points > best.points) best = { points, stem: spelling.stem };
    }
    if (best.points === 0) continue;
    const what = best.stem === stem ? `word '${surface}'` : `word '${surface}' as '${best.stem}'`;
    contributions.push({ what, points: best.points });
  }
  return contributions;
}

/** Maximum points of all words together, before normalisation to 1. */
export function maxPoints(terms: readonly WeighedTerm[]): number {
  return terms.reduce((sum, { spellings }) => sum + Math.max(...spellings.map(({ max }) => max)), 0);
}

/** Maximum distance in stems between the two words of a pair. */
const PAIR_REACH = 3;
/** Points of a pair, as a share of the maximum points of its weaker word. */
const PAIR_SHARE = 0.15;

/** Points for words that are adjacent in the question and near each other in the entry: `closed interval`. */
export function scorePairs(words: EntryWords, terms: readonly WeighedTerm[]): number {
  const texts = [words.title, words.headings, words.body].map((text) => text.split(' '));
  let points = 0;
  for (const [i, { stem, spellings }] of terms.entries()) {
    const next = terms[i + 1];
    if (next === undefined || !texts.some((stems) => isPairIn(stems, stem, next.stem))) continue;
    points += PAIR_SHARE * Math.min(maxPointsOfStem(stem, spellings), maxPointsOfStem(next.stem, next.spellings));
  }
  return points / maxPoints(terms);
}

function maxPointsOfStem(stem: string, spellings: WeighedTerm['spellings']): number {
  return spellings[0]!.stem === stem ? spellings[0]!.max : 0;
}

function isPairIn(stems: readonly string[], one: string, other: string): boolean {
  for (let at = stems.indexOf(one); at >= 0; at = stems.indexOf(one, at + 1)) {
    const near = stems.slice(Math.max(0, at - PAIR_REACH), at + PAIR_REACH + 1);
    if (near.includes(other) && one !== other) return true;
  }
  return false;
}
