/** Features of word matches: which words of a goal are in which part of a row, and their share of the part. */
import { WORD_SIZE } from '../../index/row-vectors.ts';
import { FIELDS } from '../../index/words/fields.ts';
import { CODE_LIMIT, type TokenTables } from '../../vectors/token-tables.ts';
import { type Feature, features, ratio } from '../rank/parts.ts';
import type { EncodedGoal } from './encoded-goal.ts';

const PARTS = {
  'last name': FIELDS.lastName.bit,
  namespace: FIELDS.namespace.bit,
  conclusion: FIELDS.conclusion.bit,
  hypotheses: FIELDS.hypotheses.bit | FIELDS.variables.bit,
};
const PART_BITS = Object.values(PARTS);
const SIDES = ['target', 'hypotheses'] as const;

export const GOAL_WORD_FEATURES: readonly Feature[] = [
  ...Object.keys(PARTS).flatMap((part) =>
    SIDES.flatMap((side) => features('words', [`${side} in the ${part}`, `share of the ${part} in the ${side}`])),
  ),
  ...features('words', ['rarest word of the name missing']),
  ...features(
    'length',
    Object.keys(PARTS).map((part) => `length of the ${part}`),
  ),
];

const IN_TARGET = 1;
const IN_HYPOTHESES = 2;
const MAX_RARITY = 10;

export class GoalWordFeatures {
  readonly #rarity: Float32Array;
  /** By code: 1 for a word of the target, 2 for a word of the hypotheses. */
  readonly #sides = new Uint8Array(CODE_LIMIT);
  readonly #totals: readonly [number, number];
  readonly #counts = new Float32Array(PART_BITS.length);
  readonly #rarities = new Float32Array(PART_BITS.length);
  readonly #inTarget = new Float32Array(PART_BITS.length);
  readonly #inHypotheses = new Float32Array(PART_BITS.length);

  constructor({ targetWords, hypothesisWords }: EncodedGoal, { rarity }: TokenTables) {
    this.#rarity = rarity;
    const total = (words: readonly number[]): number => words.reduce((sum, code) => sum + rarity[code]!, 0);
    for (const code of targetWords) this.#sides[code]! |= IN_TARGET;
    for (const code of hypothesisWords) this.#sides[code]! |= IN_HYPOTHESES;
    this.#totals = [total(targetWords), total(hypothesisWords)];
  }

  /** `words`: codes with their sets of fields, as in `RowStore`. */
  write(words: Uint16Array, out: Float32Array, start: number): void {
    const missing = this.#count(words);
    let at = start;
    for (let part = 0; part < PART_BITS.length; part++) {
      for (const [side, shared] of [this.#inTarget[part]!, this.#inHypotheses[part]!].entries()) {
        out[at++] = ratio(shared, this.#totals[side]!);
        out[at++] = ratio(shared, this.#rarities[part]!);
      }
    }
    out[at++] = missing / MAX_RARITY;
    for (let part = 0; part < PART_BITS.length; part++) out[at++] = Math.log1p(this.#counts[part]!) / 4;
  }

  /** Returns the highest rarity of a word of the last name that is not in the goal. */
  #count(words: Uint16Array): number {
    for (const sums of [this.#counts, this.#rarities, this.#inTarget, this.#inHypotheses]) sums.fill(0);
    let missing = 0;
    for (let i = 0; i < words.length; i += WORD_SIZE) {
      const side = this.#sides[words[i]!]!;
      const rarity = this.#rarity[words[i]!]!;
      if (side === 0 && (words[i + 1]! & FIELDS.lastName.bit) !== 0) missing = Math.max(missing, rarity);
      for (let part = 0; part < PART_BITS.length; part++) {
        if ((words[i + 1]! & PART_BITS[part]!) === 0) continue;
        this.#counts[part]!++;
        this.#rarities[part]! += rarity;
        if ((side & IN_TARGET) !== 0) this.#inTarget[part]! += rarity;
        if ((side & IN_HYPOTHESES) !== 0) this.#inHypotheses[part]! += rarity;
      }
    }
    return missing;
  }
}
