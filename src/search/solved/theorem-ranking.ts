/** Finds the theorem that a problem needs: by the words of theorems, and by solved problems with similar words. */
import { highest, shares, TextRanker, textTerms } from './text-ranker.ts';

export interface NamedTheorem {
  title: string;
  text: string;
}

export interface SolvedProblem {
  text: string;
  /** Numbers of the theorems that it needs. */
  theorems: readonly number[];
}

/** Times that the words of a title count. */
const TITLE_WEIGHT = 3;
/** Weight of the solved problems beside the texts of the theorems, and how many of them count. */
const NEIGHBOUR_WEIGHT = 1;
const NEIGHBOURS = 10;

export class TheoremRanking {
  readonly #solved: readonly SolvedProblem[];
  readonly #byText: TextRanker;
  readonly #byProblem: TextRanker;

  constructor(theorems: readonly NamedTheorem[], solved: readonly SolvedProblem[]) {
    this.#solved = solved;
    this.#byText = new TextRanker(
      theorems.map(({ title, text }) => [
        ...Array.from({ length: TITLE_WEIGHT }, () => textTerms(title)).flat(),
        ...textTerms(text),
      ]),
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
    const byText = this.#byText.scores(terms);
    const scores = shares(byText, highest(byText));
    const similar = this.#byProblem.similarities(terms);
    const nearest = [...similar.keys()]
      .filter((at) => at !== except && similar[at]! > 0)
      .toSorted((a, b) => similar[b]! - similar[a]!)
      .slice(0, NEIGHBOURS);
    for (const at of nearest)
      for (const theorem of this.#solved[at]!.theorems) scores[theorem]! += NEIGHBOUR_WEIGHT * similar[at]!;
    return scores;
  }
}

const ranked = (scores: Float64Array): number[] =>
  [...scores.keys()].toSorted((a, b) => scores[b]! - scores[a]! || a - b);
