/**
 * How near a row comes to the asked words where it does not hold them: for each word its likest in a part of the row
 * (max-sim, as in ColBERT), for each word of a part its likest in the query, and both sides' vectors along the query's.
 */
import { WORD_SIZE } from '../../index/row-vectors.ts';
import { FIELDS } from '../../index/words/fields.ts';
import { STATED_WEIGHTS, TOLD_WEIGHTS } from '../../index/words/sides.ts';
import type { TokenTables } from '../../vectors/token-tables.ts';
import type { Asked } from './encoded-query.ts';
import { type Feature, features, NAME, PROSE, ratio, type RowFeatures, STATEMENT } from './parts.ts';
import type { SimilarityTables, TokenSimilarity } from './token-similarity.ts';

export const MEANING_FEATURES: readonly Feature[] = features('meaning', [
  'statement along the query',
  'prose along the query',
  'meant in the name',
  'meant in the statement',
  'meant in the prose',
  'meant in name or prose',
  'meant anywhere',
  'least meant word',
  'meant in the conclusion',
  'meant in the hypotheses',
  'last name is meant',
  'name is meant',
  'statement is meant',
  'conclusion is meant',
  'prose is meant',
]);

const PARTS = [NAME, STATEMENT, PROSE, FIELDS.conclusion.bit, FIELDS.hypotheses.bit] as const;
const ANY_PART = NAME | STATEMENT | PROSE;
/** Parts of which it is asked how much of them is meant. */
const MEANT = [FIELDS.lastName.bit, NAME, STATEMENT, FIELDS.conclusion.bit, PROSE] as const;

export class MeaningFeatures implements RowFeatures {
  readonly #tables: TokenTables;
  readonly #alike: TokenSimilarity;
  readonly #shares: Float32Array;
  readonly #along: { stated: Float32Array; told: Float32Array };
  /** By part and asked token, the likest token of the row. */
  readonly #best: Float32Array;
  readonly #meant = new Float32Array(MEANT.length);
  readonly #whole = new Float32Array(MEANT.length);

  constructor(asked: Asked, tables: TokenTables, similarity: SimilarityTables) {
    this.#tables = tables;
    this.#alike = similarity.of(asked.tokens.map(({ code }) => code));
    this.#shares = Float32Array.from(asked.tokens, ({ rarity }) => rarity / asked.total);
    this.#along = similarity.along(asked.vector);
    this.#best = new Float32Array(PARTS.length * asked.tokens.length);
  }

  look(_id: number, words: Uint16Array, out: Float32Array, start: number): void {
    this.#compare(words);
    let at = start;
    out[at++] = this.#sideAlong(words, STATED_WEIGHTS, this.#along.stated);
    out[at++] = this.#sideAlong(words, TOLD_WEIGHTS, this.#along.told);
    const shares = this.#shares;
    const count = shares.length;
    const best = this.#best;
    let inName = 0;
    let inStatement = 0;
    let inProse = 0;
    let inNameOrProse = 0;
    let anywhere = 0;
    let inConclusion = 0;
    let inHypotheses = 0;
    let least = 1;
    for (let i = 0; i < count; i++) {
      const name = best[i]!;
      const statement = best[count + i]!;
      const prose = best[2 * count + i]!;
      const share = shares[i]!;
      const any = Math.max(name, statement, prose);
      inName += share * name;
      inStatement += share * statement;
      inProse += share * prose;
      inNameOrProse += share * Math.max(name, prose);
      anywhere += share * any;
      least = Math.min(least, any);
      inConclusion += share * best[3 * count + i]!;
      inHypotheses += share * best[4 * count + i]!;
    }
    out[at++] = inName;
    out[at++] = inStatement;
    out[at++] = inProse;
    out[at++] = inNameOrProse;
    out[at++] = anywhere;
    out[at++] = least;
    out[at++] = inConclusion;
    out[at++] = inHypotheses;
    for (let part = 0; part < MEANT.length; part++) out[at++] = ratio(this.#meant[part]!, this.#whole[part]!);
  }

  #compare(words: Uint16Array): void {
    const alike = this.#alike;
    const count = alike.count;
    const rarities = this.#tables.rarity;
    const [meant, whole] = [this.#meant, this.#whole];
    this.#best.fill(0);
    meant.fill(0);
    whole.fill(0);
    for (let i = 0; i < words.length; i += WORD_SIZE) {
      const code = words[i]!;
      const fields = words[i + 1]!;
      if ((fields & ANY_PART) === 0) continue;
      const place = alike.place(code);
      const [stated, told] = [alike.mostStated[place]!, alike.mostTold[place]!];
      if (stated > 0 || told > 0) this.#raise(fields, place * count);
      const rarity = rarities[code]!;
      for (let part = 0; part < MEANT.length; part++) {
        if ((fields & MEANT[part]!) === 0) continue;
        whole[part]! += rarity;
        meant[part]! += rarity * (MEANT[part] === PROSE ? told : stated);
      }
    }
  }

  /** A word of these fields, whose likeness to each asked token starts at `from`. */
  #raise(fields: number, from: number): void {
    const best = this.#best;
    const count = this.#alike.count;
    for (let part = 0; part < PARTS.length; part++) {
      if ((fields & PARTS[part]!) === 0) continue;
      const values = PARTS[part] === PROSE ? this.#alike.told : this.#alike.stated;
      for (let token = 0, at = part * count; token < count; token++, at++) {
        const value = values[from + token]!;
        if (value > best[at]!) best[at] = value;
      }
    }
  }

  #sideAlong(words: Uint16Array, weights: Float32Array, along: Float32Array): number {
    let sum = 0;
    let square = 1e-9;
    for (let i = 0; i < words.length; i += WORD_SIZE) {
      const code = words[i]!;
      const weight = this.#tables.weight[code]! * weights[words[i + 1]!]!;
      if (weight === 0) continue;
      sum += weight * along[code]!;
      square += weight * weight;
    }
    return sum / Math.sqrt(square);
  }
}
