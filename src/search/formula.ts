/** Formulas compared as sequences: which symbols and words stand next to which, whatever the variables are called. */
import { latexToPlain } from '../index/words/latex.ts';
import type { Tokeniser } from '../index/words/tokens.ts';

/** Stands for a variable, or several in a row. */
const VARIABLE = 'V';
const VARIABLE_IDF = 0.3;
const LONGEST_FORMULA = 150;

/** Runs of symbols and words with their summed rarity: single ones, pairs and triples, and pairs with variables left out. */
export type Grams = ReadonlyMap<string, number>;

/** What a query has of formulas: the parts in backticks or dollars, else all of it if it holds a symbol; '' if none. */
export function formulaOf(query: string): string {
  const marked = query.match(/`[^`]+`|\$[^$]+\$/g);
  if (marked !== null) return marked.map((part) => latexToPlain(part.replaceAll('`', ''))).join(' ; ');
  return /[=≤<≥>↔→∈+*/^∑∏∫∀∃⊆∪∩‖∣⊔⊓⨆⨅\\]/.test(query) ? latexToPlain(query) : '';
}

/** The runs of a formula. `rarity` gives the idf of a stem. */
export function gramsOf(tokeniser: Tokeniser, formula: string, rarity: (stem: string) => number): Grams {
  const items = sequenceOf(tokeniser, formula);
  const grams = new Map<string, number>();
  const add = (prefix: string, run: readonly string[]): void => {
    const weight = run.reduce((sum, item) => sum + (item === VARIABLE ? VARIABLE_IDF : rarity(item)), 0);
    grams.set(`${prefix}${run.join(' ')}`, weight);
  };
  for (let i = 0; i < items.length; i++) {
    for (const length of [2, 3]) {
      const run = items.slice(i, i + length);
      if (run.length === length && run.some((item) => item !== VARIABLE)) add('', run);
    }
  }
  const words = items.filter((item) => item !== VARIABLE);
  for (const [i, word] of words.entries()) {
    add('1 ', [word]);
    if (i + 1 < words.length) add('* ', [word, words[i + 1]!]);
  }
  return grams;
}

function sequenceOf(tokeniser: Tokeniser, formula: string): string[] {
  const items: string[] = [];
  for (const { surface, stems, isSymbol } of tokeniser.scan(formula)) {
    if (stems.length > 0) items.push(...(isSymbol ? stems.slice(0, 1) : stems));
    else if (!isSymbol && /^\p{L}/u.test(surface) && items.at(-1) !== VARIABLE) items.push(VARIABLE);
    if (items.length >= LONGEST_FORMULA) break;
  }
  return items;
}

/** Shares by weight: how much of `asked` is in `found`, and how much of `found` is in `asked`. */
export function compareGrams(asked: Grams, found: Grams): { recall: number; precision: number } {
  let common = 0;
  let foundTotal = 0;
  for (const [gram, weight] of found) {
    foundTotal += weight;
    if (asked.has(gram)) common += weight;
  }
  const askedTotal = [...asked.values()].reduce((sum, weight) => sum + weight, 0);
  return { recall: askedTotal === 0 ? 0 : common / askedTotal, precision: foundTotal === 0 ? 0 : common / foundTotal };
}
