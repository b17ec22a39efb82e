/**
 * Learned similarity of a row to the query's words: per query word its most similar word in a part of the row (max-sim,
 * as in ColBERT), per word of a part its most similar query word, and products of both sides' vectors with the query's.
 */
import { phrases } from '../../base/words.ts';
import { WORD_SIZE } from '../../index/row-vectors.ts';
import { FIELDS } from '../../index/words/fields.ts';
import { STATED_WEIGHTS, DESCRIBED_WEIGHTS } from '../../index/words/sides.ts';
import type { TokenTables } from '../../vectors/token-tables.ts';
import type { EncodedQuery } from './encoded-query.ts';
import { type Feature, features, NAME, PROSE, ratio, type RowFeatures, STATEMENT } from './parts.ts';
import type { SimilarityTables, TokenSimilarity } from './token-similarity.ts';

export const MEANING_FEATURES: readonly Feature[] = features(
  'meaning',
  phrases(`
  statement along the query, prose along the query, meant in the name, meant in the statement, meant in the prose,
  meant in name or prose, meant anywhere, least meant word, meant in the conclusion, meant in the hypotheses,
  last name is meant, name is meant, statement is meant, conclusion is meant, prose is meant`),
);

const PARTS = [NAME, STATEMENT, PROSE, FIELDS.conclusion.bit, FIELDS.hypotheses.bit] as const;
const ANY_PART = NAME | STATEMENT | PROSE;
/** Parts whose coverage by the query is computed. */
const COVERED_PARTS = [FIELDS.lastName.bit, NAME, STATEMENT, FIELDS.conclusion.bit, PROSE] as const;

export class MeaningFeatures implements RowFeatures {
  readonly #tables: TokenTables;
  readonly #similarity: TokenSimilarity;
  readonly #shares: Float32Array;
  readonly #products: { statement: Float32Array; prose: Float32Array };
  /** By part and query token: highest similarity to a token of the row. */
  readonly #best: Float32Array;
  readonly #covered = new Float32Array(COVERED_PARTS.length);
  readonly #total = new Float32Array(COVERED_PARTS.length);

  constructor(query: EncodedQuery, tables: TokenTables, similarity: SimilarityTables) {
    this.#tables = tables;
    this.#similarity = similarity.of(query.tokens.map(({ code }) => code));
    this.#shares = Float32Array.from(query.tokens, ({ rarity }) => rarity / query.total);
    this.#products = similarity.productsWith(query.vector);
    this.#best = new Float32Array(PARTS.length * query.tokens.length);
  }

  write(_id: number, words: Uint16Array, out: Float32Array, start: number): void {
    this.#compare(words);
    let at = start;
    out[at++] = this.#sideProduct(words, STATED_WEIGHTS, this.#products.statement);
    out[at++] = this.#sideProduct(words, DESCRIBED_WEIGHTS, this.#products.prose);
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
    for (let part = 0; part < COVERED_PARTS.length; part++) out[at++] = ratio(this.#covered[part]!, this.#total[part]!);
  }

  #compare(words: Uint16Array): void {
    const similarity = this.#similarity;
    const count = similarity.count;
    const rarities = this.#tables.rarity;
    const [covered, total] = [this.#covered, this.#total];
    this.#best.fill(0);
    covered.fill(0);
    total.fill(0);
    for (let i = 0; i < words.length; i += WORD_SIZE) {
      const code = words[i]!;
      const fields = words[i + 1]!;
      if ((fields & ANY_PART) === 0) continue;
      const place = similarity.place(code);
      const [inStatement, inProse] = [similarity.maxInStatement[place]!, similarity.maxInProse[place]!];
      if (inStatement > 0 || inProse > 0) this.#raise(fields, place * count);
      const rarity = rarities[code]!;
      for (let part = 0; part < COVERED_PARTS.length; part++) {
        if ((fields & COVERED_PARTS[part]!) === 0) continue;
        total[part]! += rarity;
        covered[part]! += rarity * (COVERED_PARTS[part] === PROSE ? inProse : inStatement);
      }
    }
  }

  /** Updates the maxima with a word in these fields. Its similarities to the query tokens start at `from`. */
  #raise(fields: number, from: number): void {
    const best = this.#best;
    const count = this.#similarity.count;
    for (let part = 0; part < PARTS.length; part++) {
      if ((fields & PARTS[part]!) === 0) continue;
      const values = PARTS[part] === PROSE ? this.#similarity.inProse : this.#similarity.inStatement;
      for (let token = 0, at = part * count; token < count; token++, at++) {
        const value = values[from + token]!;
        if (value > best[at]!) best[at] = value;
      }
    }
  }

  #sideProduct(words: Uint16Array, weights: Float32Array, products: Float32Array): number {
    let sum = 0;
    let square = 1e-9;
    for (let i = 0; i < words.length; i += WORD_SIZE) {
      const code = words[i]!;
      const weight = this.#tables.weight[code]! * weights[words[i + 1]!]!;
      if (weight === 0) continue;
      sum += weight * products[code]!;
      square += weight * weight;
    }
    return sum / Math.sqrt(square);
  }
}
