/** Finds the templates and solved problems that are nearest to a problem: Algorithm 1 of Lan et al. (AAAI 2026). */
import { highest, shares, TextRanker, textTerms } from './text-ranker.ts';

export interface Scored<T> {
  item: T;
  similarity: number;
}

/**
 * Algorithm 1: the `k` most similar items, without those from the first one on that is below the threshold. Equal
 * similarities are in the order of ids.
 */
export function algorithmOne<T extends { id: number }>(
  scored: readonly Scored<T>[],
  { k, threshold }: { k: number; threshold: number },
): Scored<T>[] {
  // In descending order, all items after the first one below the threshold are below it, too.
  return scored
    .filter(({ similarity }) => similarity >= threshold)
    .sort((a, b) => b.similarity - a.similarity || a.item.id - b.item.id)
    .slice(0, k);
}

/** A template or a labelled problem. */
export interface SolvedItem {
  /** Id of its entry. */
  id: number;
  /** The class of problems, or the problem. */
  problem: string;
  /** Ids of the theorems that its solution uses. */
  theorems: readonly number[];
}

/** For each wording, the similarity of each item by vectors; a notice if there are none. */
export type SimilaritiesByVectors = (
  wordings: readonly string[],
) => Promise<{ similarities: Float64Array[] } | { notice: string }>;

/** Default threshold of Algorithm 1 (specs/templates.md, section 4): by words, and by the vectors of an embedder. */
export const THRESHOLDS = { words: 0.2, vectors: 0.6 } as const;

export interface FoundItems<T> {
  found: Scored<T>[];
  /** What decided. */
  by: keyof typeof THRESHOLDS;
  /** Why vectors were not used, although an embedder is configured. */
  notices: string[];
}

/** Theorems by name: the words of the problem count so much, beside the nearest solved problems. Chosen on TheoremQA. */
const NAME_WEIGHT = 0.6;
const NEIGHBOURS = 10;

export class NearestTemplates<T extends SolvedItem> {
  readonly #items: readonly T[];
  readonly #ranker: TextRanker;

  constructor(items: readonly T[]) {
    this.#items = items;
    this.#ranker = new TextRanker(items.map(({ problem }) => textTerms(problem)));
  }

  /** By item: the share of the words of the problem that it has, weighted by rarity; 0 to 1. */
  similarities(problem: string): Float64Array {
    return this.#ranker.similarities(textTerms(problem)).map((each) => Math.min(1, each));
  }

  /** The words of the problem that an item has, as stems, with what each adds to the similarity by words. */
  contributions(problem: string, item: T): { word: string; share: number }[] {
    const terms = textTerms(problem);
    return this.#ranker
      .contributions(terms, this.#items.indexOf(item))
      .map(({ term: word, share }) => ({ word, share }));
  }

  /**
   * With several wordings of one problem, the best of each counts. `vectors`: null to compare words. `threshold`: null for
   * the default. `except`: whether an item does not count.
   */
  async find(
    wordings: readonly string[],
    vectors: SimilaritiesByVectors | null,
    { threshold, ...options }: { k: number; threshold: number | null; except?: (item: T) => boolean },
  ): Promise<FoundItems<T>> {
    const answer = vectors === null ? null : await vectors(wordings);
    const notices = answer !== null && 'notice' in answer ? [answer.notice] : [];
    if (answer !== null && 'similarities' in answer) {
      const found = this.#best(answer.similarities, { ...options, threshold: threshold ?? THRESHOLDS.vectors });
      return { found, by: 'vectors', notices };
    }
    const all = wordings.map((wording) => this.similarities(wording));
    return { found: this.#best(all, { ...options, threshold: threshold ?? THRESHOLDS.words }), by: 'words', notices };
  }

  #best(
    all: readonly Float64Array[],
    options: { k: number; threshold: number; except?: (item: T) => boolean },
  ): Scored<T>[] {
    const { except } = options;
    const scored: Scored<T>[] = [];
    for (const [at, item] of this.#items.entries()) {
      let similarity = 0;
      for (const each of all) similarity = Math.max(similarity, each[at]!);
      if (except?.(item) !== true) scored.push({ item, similarity });
    }
    return algorithmOne(scored, options);
  }

  /** By item: words in common, on a scale of this problem alone. */
  scores(problem: string): Float64Array {
    return this.#ranker.scores(textTerms(problem));
  }
}

/** Ranks theorems by their names, and by the solved items that are nearest to the problem and use them. */
export class TheoremsByProblem {
  readonly #items: readonly SolvedItem[];
  readonly #nearest: NearestTemplates<SolvedItem>;
  readonly #theorems: readonly number[];
  readonly #byName: TextRanker;

  constructor(items: readonly SolvedItem[], theorems: readonly { id: number; name: string }[]) {
    this.#items = items;
    this.#nearest = new NearestTemplates(items);
    this.#theorems = theorems.map(({ id }) => id);
    this.#byName = new TextRanker(theorems.map(({ name }) => textTerms(name)));
  }

  /** Ids with scores, the best first; without those that have nothing to do with it. `except`: id of an item to ignore. */
  rank(problem: string, except: number | null = null): { id: number; score: number }[] {
    const named = this.#byName.scores(textTerms(problem));
    const scores = new Map(
      Array.from(shares(named, highest(named)), (share, at) => [this.#theorems[at]!, NAME_WEIGHT * share]),
    );
    for (const [id, share] of this.#byNearest(problem, except)) scores.set(id, (scores.get(id) ?? 0) + share);
    return [...scores]
      .flatMap(([id, score]) => (score > 0 ? [{ id, score }] : []))
      .toSorted((a, b) => b.score - a.score || a.id - b.id);
  }

  /** By theorem: the similarity of the nearest item that uses it, as a share of the best. */
  #byNearest(problem: string, except: number | null): Map<number, number> {
    const scores = this.#nearest.scores(problem);
    for (const [at, { id }] of this.#items.entries()) if (id === except) scores[at] = 0;
    const best = highest(scores);
    const nearest = [...scores.keys()].filter((at) => scores[at]! > 0).toSorted((a, b) => scores[b]! - scores[a]!);
    const found = new Map<number, number>();
    for (const at of nearest.slice(0, NEIGHBOURS)) {
      for (const id of this.#items[at]!.theorems) if (!found.has(id)) found.set(id, scores[at]! / best);
    }
    return found;
  }
}
