/** Finds the theorem that a problem needs: by the words of theorems, and by solved problems with similar words. */
import { highest, shares, TextRanker, textTerms } from './text-ranker.ts';

export interface NamedTheorem {
  title: string;
  /** May be empty. */
  text: string;
}

export interface SolvedProblem {
  text: string;
  /** Numbers of the theorems that it needs. */
  theorems: readonly number[];
}

/**
 * Weights of: words and pairs of words in common, as a share of the best; the same with the titles of the best theorems
 * as words of the problem; the share of the words of a title that the problem has, by rarity; the nearest solved problem;
 * and all near ones together. Fitted on TheoremQA by softmax regression: five times on four fifths, they differ little.
 */
const WEIGHTS = { words: 3, feedback: 2, title: 3.2, nearest: 1.75, near: 3.9 } as const;
/** Times that the words of a title count when the words of the best titles are added. */
const TITLE_REPEATS = 4;
/** Theorems whose titles are added. */
const FEEDBACK = 3;
/** Solved problems that count. */
const NEIGHBOURS = 20;

export class TheoremRanking {
  readonly #solved: readonly SolvedProblem[];
  readonly #titles: readonly (readonly string[])[];
  readonly #byPairs: TextRanker;
  readonly #byWords: TextRanker;
  readonly #byProblem: TextRanker;

  constructor(theorems: readonly NamedTheorem[], solved: readonly SolvedProblem[]) {
    this.#solved = solved;
    this.#titles = theorems.map(({ title }) => textTerms(title));
    const texts = theorems.map(({ text }) => textTerms(text));
    this.#byPairs = new TextRanker(texts.map((terms, at) => [...withPairs(this.#titles[at]!), ...withPairs(terms)]));
    this.#byWords = new TextRanker(
      texts.map((terms, at) => [...Array.from({ length: TITLE_REPEATS }, () => this.#titles[at]!).flat(), ...terms]),
    );
    this.#byProblem = new TextRanker(solved.map(({ text }) => textTerms(text)));
  }

  /** Numbers of the theorems, the most probable first. `except`: number of a solved problem that does not count. */
  rank(text: string, except: number | null = null): number[] {
    return ranked(this.scores(text, except));
  }

  /**
   * The most probable theorem, and by how much its score is above that of the second, from 0 to 1. Null if no word of the
   * problem is known.
   */
  best(text: string, except: number | null = null): { theorem: number; lead: number } | null {
    const scores = this.scores(text, except);
    const [first, second] = ranked(scores);
    if (first === undefined || !(scores[first]! > 0)) return null;
    return { theorem: first, lead: second === undefined ? 1 : 1 - scores[second]! / scores[first]! };
  }

  /** By theorem. */
  scores(text: string, except: number | null = null): Float64Array {
    const terms = textTerms(text);
    const words = shareOfBest(this.#byPairs.scores(withPairs(terms)));
    const feedback = shareOfBest(this.#byWords.scores([...terms, ...this.#likelyTitles(terms)]));
    const known = new Set(terms);
    const scores = words.map(
      (share, at) =>
        WEIGHTS.words * share +
        WEIGHTS.feedback * feedback[at]! +
        WEIGHTS.title * this.#byWords.shareOfRarity(this.#titles[at]!, known),
    );
    this.#addSolved(scores, terms, except);
    return scores;
  }

  #likelyTitles(terms: readonly string[]): string[] {
    const scores = this.#byWords.scores(terms);
    return ranked(scores)
      .slice(0, FEEDBACK)
      .flatMap((at) => (scores[at]! > 0 ? this.#titles[at]! : []));
  }

  #addSolved(scores: Float64Array, terms: readonly string[], except: number | null): void {
    const similar = this.#byProblem.similarities(terms);
    if (except !== null) similar[except] = 0;
    const best = highest(similar);
    const nearest = ranked(similar).slice(0, NEIGHBOURS);
    const found = new Set<number>();
    for (const at of nearest) {
      const similarity = similar[at]!;
      if (similarity === 0) break;
      for (const theorem of this.#solved[at]!.theorems) {
        scores[theorem]! += WEIGHTS.near * similarity ** 2;
        if (!found.has(theorem)) scores[theorem]! += (WEIGHTS.nearest * similarity) / best;
        found.add(theorem);
      }
    }
  }
}

/** The words, and each with its successor. */
const withPairs = (terms: readonly string[]): string[] => [
  ...terms,
  ...terms.slice(1).map((term, at) => `${terms[at]} ${term}`),
];

const shareOfBest = (scores: Float64Array): Float64Array => shares(scores, highest(scores));

const ranked = (scores: Float64Array): number[] =>
  [...scores.keys()].toSorted((a, b) => scores[b]! - scores[a]! || a - b);
