/** How well an entry answers a question by its words: BM25F over title, name, headings, body and proof. */
import { WORD_PARTS, type EntryWords } from '../../library/word-rows.ts';
import type { Contribution } from '../types.ts';
import type { QuestionTerm } from './question.ts';

/**
 * Of BM25F (Robertson, Zaragoza, Taylor 2004): weight of one occurrence in a part, how strongly a long part thins it
 * (b), and the part's usual number of stems, where it has any.
 */
export const PARTS: Readonly<Record<(typeof WORD_PARTS)[number], { weight: number; b: number; usual: number }>> = {
  title: { weight: 4, b: 0.5, usual: 4 },
  called: { weight: 1, b: 0, usual: 1 },
  headings: { weight: 1, b: 0.5, usual: 6 },
  body: { weight: 1.5, b: 0.6, usual: 60 },
  proof: { weight: 0.4, b: 0.6, usual: 120 },
};

/** k of x / (k + x): how soon more of the same word stops to count. */
const SATURATION = 1.2;

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

/** Terms that the library has, each spelling with its idf times its weight; one never gives more than the word itself. */
export function weighTerms(terms: readonly QuestionTerm[], { entries, holding }: WordCounts): WeighedTerm[] {
  return terms.flatMap(({ surface, spellings }) => {
    const known = spellings.filter(({ stem }) => holding.has(stem));
    const own = spellings[0]!.stem;
    const limit = holding.has(own) ? rarity(entries, holding.get(own)!) : Infinity;
    if (known.length === 0) return [];
    const weighed = known.map(({ stem, weight }) => ({
      stem,
      most: weight * Math.min(limit, rarity(entries, holding.get(stem)!)),
    }));
    return [{ surface, stem: own, spellings: weighed }];
  });
}

/** ln(1 + (N − n + ½) / (n + ½)), as in BM25. */
function rarity(entries: number, holding: number): number {
  return Math.log(1 + (entries - holding + 0.5) / (holding + 0.5));
}

/** The entry's score, from 0 to 1, as the sum of what its words give: 1 is what no entry reaches. */
export function scoreByWords(words: EntryWords, terms: readonly WeighedTerm[]): Contribution[] {
  const impacts = impactsOf(words, new Set(terms.flatMap(({ spellings }) => spellings.map(({ stem }) => stem))));
  const total = terms.reduce((sum, { spellings }) => sum + Math.max(...spellings.map(({ most }) => most)), 0);
  const contributions: Contribution[] = [];
  for (const { surface, stem, spellings } of terms) {
    let best = { points: 0, stem };
    for (const spelling of spellings) {
      const impact = impacts.get(spelling.stem) ?? 0;
      const points = (spelling.most * impact) / (SATURATION + impact) / total;
      if (points > best.points) best = { points, stem: spelling.stem };
    }
    if (best.points === 0) continue;
    const what = best.stem === stem ? `word '${surface}'` : `word '${surface}' as '${best.stem}'`;
    contributions.push({ what, points: best.points });
  }
  return contributions;
}

/** Σ over the parts of w · tf / (1 − b + b · length / usual), by stem. */
function impactsOf(words: EntryWords, wanted: ReadonlySet<string>): Map<string, number> {
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
