/** Formulas compared as sequences: which symbols and words stand next to which, whatever the variables are called. */
import { latexToPlain } from '../index/words/latex.ts';
import type { AtomReader } from './atom-reader.ts';

/** Number of a variable, or of several in a row, among the stems of a formula. */
const VARIABLE = 0;
const VARIABLE_RARITY = 0.3;
const LONGEST_FORMULA = 150;

/** What a query has of formulas: the parts in backticks or dollars, else all of it if it holds a symbol; '' if none. */
export function formulaOf(query: string): string {
  const marked = query.match(/`[^`]+`|\$[^$]+\$/g);
  if (marked !== null) return marked.map((part) => latexToPlain(part.replaceAll('`', ''))).join(' ; ');
  return /[=≤<≥>↔→∈+*/^∑∏∫∀∃⊆∪∩‖∣⊔⊓⨆⨅\\]/.test(query) ? latexToPlain(query) : '';
}

/** Stands for the idf of a word that is not asked for: to look it up would cost more than it is worth. */
const USUAL_RARITY = 5;

/** The formula of a query, in which a word weighs what it does among the query's terms. */
export function askedFormula(
  query: string,
  terms: readonly { stem: string; idf: number }[],
  reader: AtomReader,
): Formula {
  const known = new Map(terms.map(({ stem, idf }) => [stem, idf]));
  return new Formula(reader, formulaOf(query), (stem) => known.get(stem) ?? USUAL_RARITY);
}

export interface Likeness {
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
  #total = 0;

  /** `rarity` gives the idf of a stem, or a guess. */
  constructor(reader: AtomReader, formula: string, rarity: (stem: string) => number) {
    this.#reader = reader;
    this.#rarity = rarity;
    this.#eachRun(formula, (run, weight) => {
      if (this.#asked.has(run)) return;
      this.#asked.set(run, weight);
      this.#total += weight;
    });
  }

  get isEmpty(): boolean {
    return this.#total === 0;
  }

  compare(statement: string): Likeness {
    const found = new Set<number>();
    let recalled = 0;
    let common = 0;
    let all = 0;
    this.#eachRun(statement, (run, weight) => {
      all += weight;
      if (!this.#asked.has(run)) return;
      common += weight;
      if (found.has(run)) return;
      found.add(run);
      recalled += weight;
    });
    return { recall: this.#total === 0 ? 0 : recalled / this.#total, precision: all === 0 ? 0 : common / all };
  }

  /** Calls back with each run, as one number, and its weight; a run that occurs twice comes twice. */
  #eachRun(formula: string, visit: (run: number, weight: number) => void): void {
    const { numbers, weights } = this.#sequence(formula);
    let previousWord = -1;
    for (let i = 0; i < numbers.length; i++) {
      if (i >= 1) visitRun(numbers, weights, i - 1, i, visit);
      if (i >= 2) visitRun(numbers, weights, i - 2, i, visit);
      if (numbers[i] === VARIABLE) continue;
      visit(runNumber(SINGLE, 0, 0, numbers[i]!), weights[i]!);
      if (previousWord >= 0)
        visit(runNumber(SKIPPING, 0, numbers[previousWord]!, numbers[i]!), weights[previousWord]! + weights[i]!);
      previousWord = i;
    }
  }

  /** Stems by their number in the vocabulary plus 1, variables by 0. */
  #sequence(formula: string): { numbers: number[]; weights: number[] } {
    const numbers: number[] = [];
    const weights: number[] = [];
    for (const { stems, ids, isSymbol } of this.#reader.read(formula)) {
      const used = isSymbol ? Math.min(1, ids.length) : ids.length;
      for (let i = 0; i < used; i++) {
        numbers.push(ids[i]! + 1);
        weights.push(this.#rarity(stems[i]!));
      }
      if (used === 0 && !isSymbol && numbers.at(-1) !== VARIABLE) {
        numbers.push(VARIABLE);
        weights.push(VARIABLE_RARITY);
      }
      if (numbers.length >= LONGEST_FORMULA) break;
    }
    return { numbers, weights };
  }
}

const TOGETHER = 0;
const SINGLE = 1;
const SKIPPING = 2;
/** More than any vocabulary has; its third power times four is below 2^53. */
const BASE = 100_000;

function runNumber(kind: number, first: number, second: number, third: number): number {
  return ((first * BASE + second) * BASE + third) * 4 + kind;
}

/** Neighbours from `from` to `to`, one or two apart; variables alone say nothing. */
function visitRun(
  numbers: number[],
  weights: number[],
  from: number,
  to: number,
  visit: (run: number, weight: number) => void,
): void {
  const first = to - from === 2 ? numbers[from]! + 1 : 0;
  const second = numbers[to - 1]!;
  const third = numbers[to]!;
  if (first <= 1 && second === VARIABLE && third === VARIABLE) return;
  let weight = 0;
  for (let i = from; i <= to; i++) weight += weights[i]!;
  visit(runNumber(TOGETHER, first, second, third), weight);
}
