/** Makes the training pairs of the encoder from the library itself: texts and the declarations that they are about. */
import { makeRandom } from '../../src/base/random.ts';
import { FIELDS } from '../../src/index/words/fields.ts';
import { STATED_WEIGHTS } from '../../src/index/words/sides.ts';
import { tokenWeights } from '../../src/vectors/token-tables.ts';
import type { Bags, Pairs } from './encoder.ts';
import type { RowWords } from './rows.ts';

/** Fields of prose, with the minimum number of tokens of a useful text. */
const TEXTS = [
  { bit: FIELDS.firstSentence.bit, minTokens: 3 },
  { bit: FIELDS.restOfDoc.bit, minTokens: 5 },
  { bit: FIELDS.bullets.bit, minTokens: 2 },
  { bit: FIELDS.sentences.bit, minTokens: 4 },
  { bit: FIELDS.glossary.bit, minTokens: 3 },
];

/** The declaration's own formula as a text, with weights of its parts. It must find the declaration. */
const FORMULA = { conclusion: 1, hypotheses: 0.4, minTokens: 3 };
const FORMULA_SHARE = 0.3;

export interface PairsInput {
  words: RowWords;
  /** By stem of `words.vocabulary`: its code in the tables, or -1. */
  codes: Int32Array;
  /** By code. */
  rarity: Float32Array;
  /** Ids of rows excluded from training: the answers to the labelled queries. */
  excluded: ReadonlySet<number>;
  seed: number;
}

export function makePairs({ words, codes, rarity, excluded, seed }: PairsInput): Pairs {
  const weight = tokenWeights(rarity);
  const random = makeRandom(seed);
  const statements = new BagsBuilder();
  const texts = new BagsBuilder();
  const targets: number[] = [];
  for (let row = 0; row < words.ids.length; row++) {
    const start = words.starts[row]!;
    const end = words.starts[row + 1]!;
    const isUsed = !excluded.has(words.ids[row]!);
    const before = targets.length;
    if (isUsed) {
      for (const { bit, minTokens } of TEXTS) {
        let size = 0;
        for (let e = start; e < end; e++) if ((words.fields[e]! & bit) !== 0) size++;
        if (size < minTokens) continue;
        for (let e = start; e < end; e++) {
          const code = codes[words.stems[e]!]!;
          if (code >= 0 && (words.fields[e]! & bit) !== 0) texts.add(code, weight[code]!);
        }
        if (texts.endBag()) targets.push(statements.count);
      }
      if (random() < FORMULA_SHARE && addFormula(words, start, end, codes, weight, texts))
        targets.push(statements.count);
    }
    if (targets.length === before) continue;
    for (let e = start; e < end; e++) {
      const code = codes[words.stems[e]!]!;
      const side = STATED_WEIGHTS[words.fields[e]!]!;
      if (code >= 0 && side > 0) statements.add(code, side * weight[code]!);
    }
    if (!statements.endBag()) {
      // The statement has no known token, so its texts are dropped.
      texts.drop(targets.length - before);
      targets.length = before;
    }
  }
  return { texts: texts.finish(), statements: statements.finish(), targets: Uint32Array.from(targets) };
}

function addFormula(
  words: RowWords,
  start: number,
  end: number,
  codes: Int32Array,
  weight: Float32Array,
  texts: BagsBuilder,
): boolean {
  let size = 0;
  for (let e = start; e < end; e++) if ((words.fields[e]! & FIELDS.conclusion.bit) !== 0) size++;
  if (size < FORMULA.minTokens) return false;
  for (let e = start; e < end; e++) {
    const code = codes[words.stems[e]!]!;
    const set = words.fields[e]!;
    const share =
      ((set & FIELDS.conclusion.bit) !== 0 ? FORMULA.conclusion : 0) +
      ((set & FIELDS.hypotheses.bit) !== 0 ? FORMULA.hypotheses : 0);
    if (code >= 0 && share > 0) texts.add(code, share * weight[code]!);
  }
  return texts.endBag();
}

class BagsBuilder {
  #tokens: number[] = [];
  #weights: number[] = [];
  #starts: number[] = [0];

  get count(): number {
    return this.#starts.length - 1;
  }

  add(token: number, weight: number): void {
    this.#tokens.push(token);
    this.#weights.push(weight);
  }

  /** Ends the bag and normalises its weights to L2 norm 1. Returns false and adds no bag if it is empty. */
  endBag(): boolean {
    const start = this.#starts.at(-1)!;
    let sum = 0;
    for (let i = start; i < this.#weights.length; i++) sum += this.#weights[i]! ** 2;
    if (sum === 0) {
      this.#tokens.length = this.#weights.length = start;
      return false;
    }
    for (let i = start; i < this.#weights.length; i++) this.#weights[i]! /= Math.sqrt(sum);
    this.#starts.push(this.#tokens.length);
    return true;
  }

  /** Removes the last `count` bags. */
  drop(count: number): void {
    this.#starts.length -= count;
    this.#tokens.length = this.#weights.length = this.#starts.at(-1)!;
  }

  finish(): Bags {
    return {
      starts: Uint32Array.from(this.#starts),
      tokens: Uint32Array.from(this.#tokens),
      weights: Float32Array.from(this.#weights),
    };
  }
}
