/** IBM Model 1 (Brown et al. 1993) from phrases to definitions: what a phrase means, and how certainly. */
import type { Translation } from '../../concepts/definition.ts';
import type { TranslationPair } from './translation-pairs.ts';

const ROUNDS = 6;
/** Added to the count of a phrase: draws a rare phrase away from certainty. */
const SMOOTHING = 2;
const MIN_PROBABILITY = 0.001;

/**
 * Returns for each phrase its meanings, most probable first. Expectation maximisation of
 * t(d | g) = c(d, g) / (Σ_d' c(d', g) + 2), where each definition of a pair is explained by the phrases of its text and
 * by an empty phrase. Sums run in the order of the pairs, so equal pairs give equal tables.
 */
export function trainTranslations(pairs: readonly TranslationPair[], phraseCount: number): Translation[][] {
  const layout = new Incidences(pairs, phraseCount);
  const weights = new Float64Array(layout.entryCount).fill(1);
  const counts = new Float64Array(layout.entryCount);
  const explained = new Float64Array(layout.slotCount);
  for (let round = 0; round < ROUNDS; round++) {
    layout.explain(weights, explained);
    layout.count(weights, explained, counts);
    layout.normalise(counts, weights);
  }
  return layout.table(weights);
}

/** Which phrase may explain which definition of which pair. A slot is a definition of a pair, an entry a phrase and a definition. */
class Incidences {
  readonly slotCount: number;
  readonly entryCount: number;
  readonly #phraseCount: number;
  /** By phrase, the empty one last: where its incidences and its entries start. */
  readonly #incidenceStarts: Int32Array;
  readonly #entryStarts: Int32Array;
  readonly #entries: Int32Array;
  readonly #slots: Int32Array;
  readonly #definitions: Int32Array;

  constructor(pairs: readonly TranslationPair[], phraseCount: number) {
    this.#phraseCount = phraseCount + 1;
    const pairsOf = pairsByPhrase(pairs, phraseCount);
    const slotStarts = new Int32Array(pairs.length + 1);
    for (const [i, { definitions }] of pairs.entries()) slotStarts[i + 1] = slotStarts[i]! + definitions.length;
    this.slotCount = slotStarts[pairs.length]!;
    let total = 0;
    for (const { phrases, definitions } of pairs) total += (phrases.length + 1) * definitions.length;
    this.#entries = new Int32Array(total);
    this.#slots = new Int32Array(total);
    this.#incidenceStarts = new Int32Array(this.#phraseCount + 1);
    this.#entryStarts = new Int32Array(this.#phraseCount + 1);
    const definitionOf: number[] = [];
    // By definition: its newest entry. One before `firstEntry` belongs to an earlier phrase.
    const entryOf = new Int32Array(definitionCount(pairs)).fill(-1);
    let at = 0;
    for (let phrase = 0; phrase < this.#phraseCount; phrase++) {
      const firstEntry = definitionOf.length;
      for (const pair of pairsOf(phrase)) {
        const { definitions } = pairs[pair]!;
        for (let i = 0; i < definitions.length; i++, at++) {
          let entry = entryOf[definitions[i]!]!;
          if (entry < firstEntry) {
            entry = definitionOf.push(definitions[i]!) - 1;
            entryOf[definitions[i]!] = entry;
          }
          this.#entries[at] = entry;
          this.#slots[at] = slotStarts[pair]! + i;
        }
      }
      this.#incidenceStarts[phrase + 1] = at;
      this.#entryStarts[phrase + 1] = definitionOf.length;
    }
    this.#definitions = Int32Array.from(definitionOf);
    this.entryCount = definitionOf.length;
  }

  /** Into `explained`: for each slot, the sum of the weights of its entries. */
  explain(weights: Float64Array, explained: Float64Array): void {
    const entries = this.#entries;
    const slots = this.#slots;
    explained.fill(0);
    for (let at = 0; at < entries.length; at++) explained[slots[at]!]! += weights[entries[at]!]!;
  }

  /** Into `counts`: for each entry, the sum of its shares of the slots. */
  count(weights: Float64Array, explained: Float64Array, counts: Float64Array): void {
    const entries = this.#entries;
    const slots = this.#slots;
    counts.fill(0);
    for (let at = 0; at < entries.length; at++) {
      const entry = entries[at]!;
      counts[entry]! += weights[entry]! / explained[slots[at]!]!;
    }
  }

  normalise(counts: Float64Array, into: Float64Array): void {
    for (let phrase = 0; phrase < this.#phraseCount; phrase++) {
      const end = this.#entryStarts[phrase + 1]!;
      let total = SMOOTHING;
      for (let entry = this.#entryStarts[phrase]!; entry < end; entry++) total += counts[entry]!;
      for (let entry = this.#entryStarts[phrase]!; entry < end; entry++) into[entry] = counts[entry]! / total;
    }
  }

  table(weights: Float64Array): Translation[][] {
    return Array.from({ length: this.#phraseCount - 1 }, (_, phrase) => {
      const found: Translation[] = [];
      for (let entry = this.#entryStarts[phrase]!; entry < this.#entryStarts[phrase + 1]!; entry++)
        if (weights[entry]! >= MIN_PROBABILITY)
          found.push({ definition: this.#definitions[entry]!, probability: weights[entry]! });
      return found.sort((a, b) => b.probability - a.probability || a.definition - b.definition);
    });
  }
}

/** The largest number of a definition, plus one. */
function definitionCount(pairs: readonly TranslationPair[]): number {
  let count = 0;
  for (const { definitions } of pairs) for (const definition of definitions) count = Math.max(count, definition + 1);
  return count;
}

/** The pairs of each phrase, in order; the empty phrase, the last one, is in all. */
function pairsByPhrase(pairs: readonly TranslationPair[], phraseCount: number): (phrase: number) => Int32Array {
  const starts = new Int32Array(phraseCount + 1);
  for (const { phrases } of pairs) for (const phrase of phrases) starts[phrase + 1]!++;
  for (let phrase = 0; phrase < phraseCount; phrase++) starts[phrase + 1]! += starts[phrase]!;
  const next = starts.slice();
  const all = new Int32Array(starts[phraseCount]!);
  for (const [pair, { phrases }] of pairs.entries()) for (const phrase of phrases) all[next[phrase]!++] = pair;
  const every = Int32Array.from(pairs, (_, pair) => pair);
  return (phrase) => (phrase === phraseCount ? every : all.subarray(starts[phrase], starts[phrase + 1]));
}
