/** Compares formulas as sequences of symbols and words, independent of the names of variables. */
import { latexToPlain } from '../index/words/latex.ts';
import type { AtomReader } from './atom-reader.ts';

/** Stem number of a variable, or of several consecutive ones. */
const VARIABLE = 0;
const VARIABLE_RARITY = 0.3;
const MAX_FORMULA_LENGTH = 150;
/** Larger than any vocabulary; four times its cube is below 2^53. */
const BASE = 100_000;
/** Maximum stems read of one word. */
const MAX_STEMS = 60;

/** Formulas of a query: the parts in backticks or dollars, otherwise the whole query if it has a symbol; '' if none. */
export function formulaOf(query: string): string {
  const marked = query.match(/`[^`]+`|\$[^$]+\$/g);
  if (marked !== null) return marked.map((part) => latexToPlain(part.replaceAll('`', ''))).join(' ; ');
  return /[=≤<≥>↔→∈+*/^∑∏∫∀∃⊆∪∩‖∣⊔⊓⨆⨅\\]/.test(query) ? latexToPlain(query) : '';
}

/** Used as idf of words that are not in the query, because a lookup would be too slow. */
const DEFAULT_RARITY = 5;

/** The formula of a query. Its words have the idf of the query's terms. */
export function queryFormula(
  query: string,
  terms: readonly { stem: string; idf: number }[],
  reader: AtomReader,
): Formula {
  const known = new Map(terms.map(({ stem, idf }) => [stem, idf]));
  return new Formula(reader, formulaOf(query), (stem) => known.get(stem) ?? DEFAULT_RARITY);
}

export interface Similarity {
  /** Weighted share of the query formula that the statement has. */
  recall: number;
  /** Weighted share of the statement that is in the query formula. */
  precision: number;
}

/**
 * A query formula to compare statements with, by its runs: single stems, adjacent pairs and triples, and pairs that
 * skip the variables between them. The weight of a run is the sum of the weights of its stems.
 */
export class Formula {
  readonly #reader: AtomReader;
  readonly #rarity: (stem: string) => number;
  readonly #queryRuns = new Map<number, number>();
  /** By stem number, whether it is in the query formula. Runs with other stems need no lookup. */
  readonly #isInQuery = new Uint8Array(BASE);
  /** idf by stem number; 0: not computed yet. */
  readonly #rarities = new Float64Array(BASE);
  /** Stem numbers of the current text. */
  readonly #numbers = new Uint32Array(MAX_FORMULA_LENGTH + MAX_STEMS);
  readonly #weights = new Float64Array(MAX_FORMULA_LENGTH + MAX_STEMS);
  #total = 0;

  /** `rarity` returns the idf of a stem, or an estimate. */
  constructor(reader: AtomReader, formula: string, rarity: (stem: string) => number) {
    this.#reader = reader;
    this.#rarity = rarity;
    const length = this.#read(formula);
    for (const number of this.#numbers.subarray(0, length)) this.#isInQuery[number] = 1;
    this.#eachRun(length, (run, weight) => {
      if (this.#queryRuns.has(run)) return;
      this.#queryRuns.set(run, weight);
      this.#total += weight;
    });
  }

  get isEmpty(): boolean {
    return this.#total === 0;
  }

  compare(statement: string): Similarity {
    const found = new Set<number>();
    let recalled = 0;
    let common = 0;
    let all = 0;
    this.#eachRun(this.#read(statement), (run, weight) => {
      all += weight;
      if (run === NOT_IN_QUERY || !this.#queryRuns.has(run)) return;
      common += weight;
      if (found.has(run)) return;
      found.add(run);
      recalled += weight;
    });
    return { recall: this.#total === 0 ? 0 : recalled / this.#total, precision: all === 0 ? 0 : common / all };
  }

  /**
   * Calls `visit` with each run of the current text, as one number, and its weight. Visits repeated runs repeatedly.
   * Runs with a stem that is not in the query formula are all `NOT_IN_QUERY`.
   */
  #eachRun(length: number, visit: (run: number, weight: number) => void): void {
    const [numbers, weights, inQuery] = [this.#numbers, this.#weights, this.#isInQuery];
    let previousWord = -1;
    for (let i = 0; i < length; i++) {
      if (i >= 1) this.#visitNeighbours(i - 1, i, visit);
      if (i >= 2) this.#visitNeighbours(i - 2, i, visit);
      const number = numbers[i]!;
      if (number === VARIABLE) continue;
      const isKnown = inQuery[number] === 1;
      visit(isKnown ? runNumber(SINGLE, 0, 0, number) : NOT_IN_QUERY, weights[i]!);
      if (previousWord >= 0) {
        const previous = numbers[previousWord]!;
        const run = isKnown && inQuery[previous] === 1 ? runNumber(SKIPPING, 0, previous, number) : NOT_IN_QUERY;
        visit(run, weights[previousWord]! + weights[i]!);
      }
      previousWord = i;
    }
  }

  /** Visits the pair or triple from `from` to `to`. Skips runs that consist of variables only. */
  #visitNeighbours(from: number, to: number, visit: (run: number, weight: number) => void): void {
    const [numbers, weights, inQuery] = [this.#numbers, this.#weights, this.#isInQuery];
    const isTriple = to - from === 2;
    const first = isTriple ? numbers[from]! + 1 : 0;
    const second = numbers[to - 1]!;
    const third = numbers[to]!;
    if (first <= 1 && second === VARIABLE && third === VARIABLE) return;
    let weight = 0;
    for (let i = from; i <= to; i++) weight += weights[i]!;
    const isKnown = inQuery[third] === 1 && inQuery[second] === 1 && (!isTriple || inQuery[numbers[from]!] === 1);
    visit(isKnown ? runNumber(TOGETHER, first, second, third) : NOT_IN_QUERY, weight);
  }

  /** Sets the current text: stems as their vocabulary number plus 1, variables as 0. Returns their count. */
  #read(formula: string): number {
    let length = 0;
    for (const { stems, ids, isSymbol } of this.#reader.read(formula)) {
      const used = Math.min(MAX_STEMS, isSymbol ? Math.min(1, ids.length) : ids.length);
      for (let i = 0; i < used; i++) {
        const number = ids[i]! + 1;
        this.#weights[length] = this.#rarityOf(number, stems[i]!);
        this.#numbers[length++] = number;
      }
      if (used === 0 && !isSymbol && (length === 0 || this.#numbers[length - 1] !== VARIABLE)) {
        this.#weights[length] = VARIABLE_RARITY;
        this.#numbers[length++] = VARIABLE;
      }
      if (length >= MAX_FORMULA_LENGTH) break;
    }
    return length;
  }

  #rarityOf(number: number, stem: string): number {
    const known = this.#rarities[number]!;
    return known > 0 ? known : (this.#rarities[number] = this.#rarity(stem));
  }
}

const TOGETHER = 0;
const SINGLE = 1;
const SKIPPING = 2;
const NOT_IN_QUERY = -1;

function runNumber(kind: number, first: number, second: number, third: number): number {
  return ((first * BASE + second) * BASE + third) * 4 + kind;
}
