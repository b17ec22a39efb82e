/** Formulas compared as sequences: which symbols and words stand next to which, whatever the variables are called. */
import { latexToPlain } from '../index/words/latex.ts';
import type { AtomReader } from './atom-reader.ts';

/** Number of a variable, or of several in a row, among the stems of a formula. */
const VARIABLE = 0;
const VARIABLE_RARITY = 0.3;
const LONGEST_FORMULA = 150;
/** More than any vocabulary has; its third power times four is below 2^53. */
const BASE = 100_000;
/** Of one word that are read. */
const MOST_STEMS = 60;

/** What a query has of formulas: the parts in backticks or dollars, else all of it if it holds a symbol; '' if none. */
export function formulaOf(query: string): string {
  const marked = query.match(/`[^`]+`|\$[^$]+\$/g);
  if (marked !== null) return marked.map((part) => latexToPlain(part.replaceAll('`', ''))).join(' ; ');
  return /[=≤<≥>↔→∈+*/^∑∏∫∀∃⊆∪∩‖∣⊔⊓⨆⨅\\]/.test(query) ? latexToPlain(query) : '';
}

/** Stands for the idf of a word that is not asked for: to look it up would cost more than it is worth. */
const DEFAULT_RARITY = 5;

/** The formula of a query, in which a word weighs what it does among the query's terms. */
export function askedFormula(
  query: string,
  terms: readonly { stem: string; idf: number }[],
  reader: AtomReader,
): Formula {
  const known = new Map(terms.map(({ stem, idf }) => [stem, idf]));
  return new Formula(reader, formulaOf(query), (stem) => known.get(stem) ?? DEFAULT_RARITY);
}

export interface Similarity {
  /** Share by weight of the asked formula that is found. */
  recall: number;
  /** Share by weight of what was looked at that is asked. */
  precision: number;
}

/**
 * A formula to compare others with, by its runs: single stems, pairs and triples of neighbours, and pairs with the
 * variables between them left out. A run weighs what its stems weigh together.
 */
export class Formula {
  readonly #reader: AtomReader;
  readonly #rarity: (stem: string) => number;
  readonly #asked = new Map<number, number>();
  /** By number, whether it is in the asked formula: a run of others need not be looked up. */
  readonly #isAsked = new Uint8Array(BASE);
  /** By number, the idf; 0: not yet asked for. */
  readonly #rarities = new Float64Array(BASE);
  /** Of the text at hand. */
  readonly #numbers = new Uint32Array(LONGEST_FORMULA + MOST_STEMS);
  readonly #weights = new Float64Array(LONGEST_FORMULA + MOST_STEMS);
  #total = 0;

  /** `rarity` gives the idf of a stem, or a guess. */
  constructor(reader: AtomReader, formula: string, rarity: (stem: string) => number) {
    this.#reader = reader;
    this.#rarity = rarity;
    const length = this.#read(formula);
    for (const number of this.#numbers.subarray(0, length)) this.#isAsked[number] = 1;
    this.#eachRun(length, (run, weight) => {
      if (this.#asked.has(run)) return;
      this.#asked.set(run, weight);
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
      if (run === NOT_ASKED || !this.#asked.has(run)) return;
      common += weight;
      if (found.has(run)) return;
      found.add(run);
      recalled += weight;
    });
    return { recall: this.#total === 0 ? 0 : recalled / this.#total, precision: all === 0 ? 0 : common / all };
  }

  /**
   * Calls back with each run of the text at hand, as one number, and its weight; a run that occurs twice comes twice.
   * Runs that hold what the asked formula has not are all `NOT_ASKED`.
   */
  #eachRun(length: number, visit: (run: number, weight: number) => void): void {
    const [numbers, weights, isAsked] = [this.#numbers, this.#weights, this.#isAsked];
    let previousWord = -1;
    for (let i = 0; i < length; i++) {
      if (i >= 1) this.#visitNeighbours(i - 1, i, visit);
      if (i >= 2) this.#visitNeighbours(i - 2, i, visit);
      const number = numbers[i]!;
      if (number === VARIABLE) continue;
      const isKnown = isAsked[number] === 1;
      visit(isKnown ? runNumber(SINGLE, 0, 0, number) : NOT_ASKED, weights[i]!);
      if (previousWord >= 0) {
        const previous = numbers[previousWord]!;
        const run = isKnown && isAsked[previous] === 1 ? runNumber(SKIPPING, 0, previous, number) : NOT_ASKED;
        visit(run, weights[previousWord]! + weights[i]!);
      }
      previousWord = i;
    }
  }

  /** Neighbours from `from` to `to`, one or two apart; variables alone say nothing. */
  #visitNeighbours(from: number, to: number, visit: (run: number, weight: number) => void): void {
    const [numbers, weights, isAsked] = [this.#numbers, this.#weights, this.#isAsked];
    const isTriple = to - from === 2;
    const first = isTriple ? numbers[from]! + 1 : 0;
    const second = numbers[to - 1]!;
    const third = numbers[to]!;
    if (first <= 1 && second === VARIABLE && third === VARIABLE) return;
    let weight = 0;
    for (let i = from; i <= to; i++) weight += weights[i]!;
    const isKnown = isAsked[third] === 1 && isAsked[second] === 1 && (!isTriple || isAsked[numbers[from]!] === 1);
    visit(isKnown ? runNumber(TOGETHER, first, second, third) : NOT_ASKED, weight);
  }

  /** Takes a text in hand: its stems by their number in the vocabulary plus 1, variables by 0. Gives how many. */
  #read(formula: string): number {
    let length = 0;
    for (const { stems, ids, isSymbol } of this.#reader.read(formula)) {
      const used = Math.min(MOST_STEMS, isSymbol ? Math.min(1, ids.length) : ids.length);
      for (let i = 0; i < used; i++) {
        const number = ids[i]! + 1;
        this.#weights[length] = this.#rarityOf(number, stems[i]!);
        this.#numbers[length++] = number;
      }
      if (used === 0 && !isSymbol && (length === 0 || this.#numbers[length - 1] !== VARIABLE)) {
        this.#weights[length] = VARIABLE_RARITY;
        this.#numbers[length++] = VARIABLE;
      }
      if (length >= LONGEST_FORMULA) break;
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
const NOT_ASKED = -1;

function runNumber(kind: number, first: number, second: number, third: number): number {
  return ((first * BASE + second) * BASE + third) * 4 + kind;
}
