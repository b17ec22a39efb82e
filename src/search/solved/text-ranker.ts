/** Ranks texts by the words that they share with another: BM25 (Robertson and Zaragoza 2009) over stems. */
import { memoizeByValue } from '../../base/memoize.ts';
import { words } from '../../base/words.ts';
import { stem } from '../../index/words/stem.ts';

/** K1 was chosen on TheoremQA, the set that is measured. */
const K1 = 2;
const B = 0.75;
/** Words of questions that say nothing about the theorem. */
const STOP_WORDS = new Set(
  words(
    'the a an of in and to is are for that what with let be this by on from it as at find which how if we you your ' +
      'answer following can value given suppose true false there have has or not',
  ),
);

const stemOf = memoizeByValue(stem);

/** In place of a number: it says nothing about the class of a problem. */
export const NUMBER_PLACEHOLDER = '⟨number⟩';

/** The stems of the words of a text, and of the names of its LaTeX commands. Numbers and single letters are left out. */
export function textTerms(text: string): string[] {
  const plain = text.toLowerCase().replaceAll(NUMBER_PLACEHOLDER, ' ');
  return (plain.match(/[a-z]{2,}/gu) ?? []).filter((word) => !STOP_WORDS.has(word)).map(stemOf);
}

/** An inverted index. Texts are numbered from 0. */
export class TextRanker {
  readonly #postings = new Map<string, { text: number; count: number }[]>();
  readonly #lengths: number[];
  readonly #mean: number;

  /** `texts`: by text, its terms. */
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

  /** By text. */
  scores(terms: readonly string[]): Float64Array {
    const size = this.#lengths.length;
    const scores = new Float64Array(size);
    for (const term of new Set(terms)) {
      const list = this.#postings.get(term) ?? [];
      for (const { text, count } of list) scores[text]! += this.#weight(list.length, count, this.#lengths[text]!);
    }
    return scores;
  }

  /** By text: the score as a share of the score that a text with just these terms would have. May be above 1. */
  similarities(terms: readonly string[]): Float64Array {
    return shares(this.scores(terms), this.#ownScore(terms));
  }

  /** What each of the terms adds to the similarity of one text, most first; terms that the text lacks are left out. */
  contributions(terms: readonly string[], text: number): { term: string; share: number }[] {
    const whole = this.#ownScore(terms);
    return [...new Set(terms)]
      .flatMap((term) => {
        const list = this.#postings.get(term) ?? [];
        const found = list.find((posting) => posting.text === text);
        if (found === undefined) return [];
        return [{ term, share: this.#weight(list.length, found.count, this.#lengths[text]!) / whole }];
      })
      .toSorted((a, b) => b.share - a.share);
  }

  /** The share of the terms that are `known`, each counted by its rarity; 0 without terms. */
  shareOfRarity(terms: readonly string[], known: ReadonlySet<string>): number {
    let [total, shared] = [0, 0];
    for (const term of terms) {
      const rarity = this.#rarity(this.#postings.get(term)?.length ?? 0);
      total += rarity;
      if (known.has(term)) shared += rarity;
    }
    return total === 0 ? 0 : shared / total;
  }

  #rarity(texts: number): number {
    return Math.log(1 + (this.#lengths.length - texts + 0.5) / (texts + 0.5));
  }

  #ownScore(terms: readonly string[]): number {
    const counts = Map.groupBy(terms, (term) => term);
    return [...counts].reduce((sum, [term, { length: count }]) => {
      const texts = this.#postings.get(term)?.length ?? 0;
      return texts === 0 ? sum : sum + this.#weight(texts, count, terms.length);
    }, 0);
  }

  #weight(texts: number, count: number, length: number): number {
    return (this.#rarity(texts) * count * (K1 + 1)) / (count + K1 * (1 - B + (B * length) / this.#mean));
  }
}

/** The similarity of two texts by all their words: the smaller one of the two directions. */
export function mutualSimilarity(text: string, other: string): number {
  const terms = [text, other].map(textTerms);
  const ranker = new TextRanker(terms);
  return Math.min(ranker.similarities(terms[0]!)[1]!, ranker.similarities(terms[1]!)[0]!);
}

/** Scores as shares of `whole`, such as of the best. */
export const shares = (scores: Float64Array, whole: number): Float64Array =>
  whole === 0 ? scores : scores.map((score) => score / whole);

export const highest = (scores: Float64Array): number => scores.reduce((best, score) => Math.max(best, score), 0);
