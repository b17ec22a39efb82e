/** Features for the topic that the user gave with the query: 'linear algebra', 'probability'. */
import { phrases } from '../../base/words.ts';
import { WORD_SIZE } from '../../index/row-vectors.ts';
import { FIELDS } from '../../index/words/fields.ts';
import { CODE_LIMIT } from '../../vectors/token-tables.ts';
import type { EncodedQuery } from './encoded-query.ts';
import { type Feature, features, type RowFeatures } from './parts.ts';
import type { SimilarityTables, TokenSimilarity } from './token-similarity.ts';

export const TOPIC_FEATURES: readonly Feature[] = features(
  'topic',
  phrases('topic is like it, topic in its place, topic meant in its place, topic in its statement'),
);

/** Fields that show a row's subject, and fields of its content. */
const PLACE = FIELDS.modulePath.bit | FIELDS.headings.bit | FIELDS.namespace.bit;
const CONTENT = FIELDS.lastName.bit | FIELDS.conclusion.bit | FIELDS.hypotheses.bit | FIELDS.variables.bit;

export class TopicFeatures implements RowFeatures {
  readonly #topic: EncodedQuery;
  readonly #similarity: Float32Array;
  readonly #tokenSimilarity: TokenSimilarity;
  readonly #places = new Uint8Array(CODE_LIMIT);
  readonly #best: Float32Array;

  /** `similarity`: by id, similarity of the row's vector and the topic's. */
  constructor(topic: EncodedQuery, similarity: Float32Array, tables: SimilarityTables) {
    this.#topic = topic;
    this.#similarity = similarity;
    this.#tokenSimilarity = tables.of(topic.tokens.map(({ code }) => code));
    this.#best = new Float32Array(topic.tokens.length);
    topic.tokens.forEach(({ code }, place) => (this.#places[code] = place + 1));
  }

  write(id: number, words: Uint16Array, out: Float32Array, start: number): void {
    const { tokens, total } = this.#topic;
    this.#best.fill(0);
    let inPlace = 0;
    let inContent = 0;
    for (let i = 0; i < words.length; i += WORD_SIZE) {
      const code = words[i]!;
      const fields = words[i + 1]!;
      const place = this.#places[code]! - 1;
      if (place >= 0 && (fields & PLACE) !== 0) inPlace += tokens[place]!.rarity;
      if (place >= 0 && (fields & CONTENT) !== 0) inContent += tokens[place]!.rarity;
      if ((fields & PLACE) === 0) continue;
      const from = this.#tokenSimilarity.place(code) * tokens.length;
      for (let token = 0; token < tokens.length; token++)
        this.#best[token] = Math.max(this.#best[token]!, this.#tokenSimilarity.inProse[from + token]!);
    }
    out[start] = this.#similarity[id]!;
    out[start + 1] = inPlace / total;
    out[start + 2] = this.#best.reduce((sum, best, token) => sum + best * tokens[token]!.rarity, 0) / total;
    out[start + 3] = inContent / total;
  }
}
