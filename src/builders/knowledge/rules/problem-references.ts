/** Finds the theorem that a problem needs: by the words of theorems, and by solved problems with similar words. */
import { memoizeByValue } from '../../../base/memoize.ts';
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

/** Of BM25 (Robertson and Zaragoza 2009), the usual values. */
const K1 = 1.2;
const B = 0.75;
/** Times that the words of a title count. */
const TITLE_WEIGHT = 3;
/** Weight of the solved problems beside the texts of the theorems, and how many of them count. */
const NEIGHBOUR_WEIGHT = 1;
const NEIGHBOURS = 10;

const stemOf = memoizeByValue(stem);

function termsOf(text: string): string[] {
  return (text.toLowerCase().match(/[a-z]{2,}/gu) ?? []).map(stemOf);
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
      const weight = Math.log(1 + (size - list.length + 0.5) / (list.length + 0.5));
      for (const { text, count } of list) {
        const length = 1 - B + (B * this.#lengths[text]!) / this.#mean;
        scores[text]! += (weight * count * (K1 + 1)) / (count + K1 * length);
      }
    }
    return scores;
  }
}

export class ProblemLinker {
  readonly #theorems: readonly NamedTheorem[];
  readonly #solved: readonly SolvedProblem[];
  readonly #byText: TextRanker;
  readonly #byProblem: TextRanker;

  constructor(theorems: readonly NamedTheorem[], solved: readonly SolvedProblem[]) {
    this.#theorems = theorems;
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
    const terms = termsOf(text);
    const scores = shares(this.#byText.scores(terms));
    const similar = shares(this.#byProblem.scores(terms));
    const nearest = [...similar.keys()]
      .filter((at) => at !== except && similar[at]! > 0)
      .toSorted((a, b) => similar[b]! - similar[a]!)
      .slice(0, NEIGHBOURS);
    for (const at of nearest) scores[this.#solved[at]!.theorem]! += NEIGHBOUR_WEIGHT * similar[at]!;
    return [...this.#theorems.keys()].toSorted((a, b) => scores[b]! - scores[a]! || a - b);
  }
}

/** Divided by the largest. */
function shares(scores: Float64Array): Float64Array {
  const largest = scores.reduce((most, score) => Math.max(most, score), 0);
  return largest === 0 ? scores : scores.map((score) => score / largest);
}
