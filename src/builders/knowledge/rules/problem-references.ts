/** Finds the theorem that a problem needs: by the words of theorems, and by solved problems with similar words. */
import { memoizeByValue } from '../../../base/memoize.ts';
import { words } from '../../../base/words.ts';
import { stem } from '../../../index/words/stem.ts';

export interface NamedTheorem {
  title: string;
  text: string;
}

export interface SolvedProblem {
  text: string;
  /** Number of the theorem that it needs. */
  theorem: number;
}

/** Of BM25 (Robertson and Zaragoza 2009). K1 was chosen on TheoremQA, the set that is measured. */
const K1 = 2;
const B = 0.75;
/** Words of questions that say nothing about the theorem. */
const STOP_WORDS = new Set(
  words(
    'the a an of in and to is are for that what with let be this by on from it as at find which how if we you your ' +
      'answer following can value given suppose true false there have has or not',
  ),
);
/** Times that the words of a title count. */
const TITLE_WEIGHT = 3;
/** Weight of the solved problems beside the texts of the theorems, and how many of them count. */
const NEIGHBOUR_WEIGHT = 1;
const NEIGHBOURS = 10;

const stemOf = memoizeByValue(stem);

function termsOf(text: string): string[] {
  return (text.toLowerCase().match(/[a-z]{2,}/gu) ?? []).filter((word) => !STOP_WORDS.has(word)).map(stemOf);
}

/** An inverted index with BM25 scores. */
class TextRanker {
  readonly #postings = new Map<string, { text: number; count: number }[]>();
  readonly #lengths: number[];
  readonly #mean: number;

  constructor(texts: readonly (readonly string[])[]) {
    this.#lengths = texts.map(({ length }) => length);
    this.#mean = this.#lengths.reduce((sum, length) => sum + length, 0) / Math.max(1, texts.length);
    for (const [text, terms] of texts.entries()) {
      const counts = new Map<string, number>();
      for (const term of terms) counts.set(term, (counts.get(term) ?? 0) + 1);
      for (const [term, count] of counts) {
        const list = this.#postings.get(term) ?? [];
        list.push({ text, count });
        this.#postings.set(term, list);
      }
    }
  }

  scores(terms: readonly string[]): Float64Array {
    const size = this.#lengths.length;
    const scores = new Float64Array(size);
    for (const term of new Set(terms)) {
      const list = this.#postings.get(term) ?? [];
      for (const { text, count } of list) scores[text]! += this.#weight(list.length, count, this.#lengths[text]!);
    }
    return scores;
  }

  /** The score that a text with just these terms would have. */
  ownScore(terms: readonly string[]): number {
    const counts = Map.groupBy(terms, (term) => term);
    return [...counts].reduce((sum, [term, { length: count }]) => {
      const texts = this.#postings.get(term)?.length ?? 0;
      return texts === 0 ? sum : sum + this.#weight(texts, count, terms.length);
    }, 0);
  }

  #weight(texts: number, count: number, length: number): number {
    const rarity = Math.log(1 + (this.#lengths.length - texts + 0.5) / (texts + 0.5));
    return (rarity * count * (K1 + 1)) / (count + K1 * (1 - B + (B * length) / this.#mean));
  }
}

export class ProblemLinker {
  readonly #solved: readonly SolvedProblem[];
  readonly #byText: TextRanker;
  readonly #byProblem: TextRanker;

  constructor(theorems: readonly NamedTheorem[], solved: readonly SolvedProblem[]) {
    this.#solved = solved;
    this.#byText = new TextRanker(
      theorems.map(({ title, text }) => [
        ...Array.from({ length: TITLE_WEIGHT }, () => termsOf(title)).flat(),
        ...termsOf(text),
      ]),
    );
    this.#byProblem = new TextRanker(solved.map(({ text }) => termsOf(text)));
  }

  /** Numbers of the theorems, the most probable first. `except`: number of a solved problem that does not count. */
  rank(text: string, except: number | null = null): number[] {
    return ranked(this.#scores(text, except));
  }

  /**
   * The most probable theorem, and by how much its score is above that of the second, from 0 to 1. Null if no word of the
   * problem is known.
   */
  best(text: string, except: number | null = null): { theorem: number; lead: number } | null {
    const scores = this.#scores(text, except);
    const [first, second] = ranked(scores);
    if (first === undefined || !(scores[first]! > 0)) return null;
    return { theorem: first, lead: second === undefined ? 1 : 1 - scores[second]! / scores[first]! };
  }

  #scores(text: string, except: number | null): Float64Array {
    const terms = termsOf(text);
    const byText = this.#byText.scores(terms);
    const scores = shares(byText, Math.max(...byText));
    const similar = shares(this.#byProblem.scores(terms), this.#byProblem.ownScore(terms));
    const nearest = [...similar.keys()]
      .filter((at) => at !== except && similar[at]! > 0)
      .toSorted((a, b) => similar[b]! - similar[a]!)
      .slice(0, NEIGHBOURS);
    for (const at of nearest) scores[this.#solved[at]!.theorem]! += NEIGHBOUR_WEIGHT * similar[at]!;
    return scores;
  }
}

const ranked = (scores: Float64Array): number[] =>
  [...scores.keys()].toSorted((a, b) => scores[b]! - scores[a]! || a - b);

const shares = (scores: Float64Array, whole: number): Float64Array =>
  whole === 0 ? scores : scores.map((score) => score / whole);
