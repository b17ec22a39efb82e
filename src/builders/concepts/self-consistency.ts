/** Chooses one of several texts of a model: the one most like the documentation, or most like the others. */
import type { DefinitionWords } from '../../search/concepts/definition-words.ts';
import { normalForm } from '../../search/concepts/normal-form.ts';

/** −1 to 1. */
export type Similarity = (one: string, other: string) => number;

export interface Consistency {
  /** One per candidate. */
  scores: number[];
  /** Place of the best candidate, the first of equal ones; null if it does not reach the floor. */
  chosen: number | null;
}

/** `documentation`: null if the definition has none; then the candidate that is most like the others is the best. */
export function selfConsistency(
  candidates: readonly string[],
  documentation: string | null,
  similarity: Similarity,
  floor: number,
): Consistency {
  const scores = candidates.map((candidate, at) =>
    documentation === null
      ? meanOf(candidates.filter((_, other) => other !== at).map((other) => similarity(candidate, other)))
      : similarity(candidate, documentation),
  );
  const best = scores.indexOf(Math.max(...scores));
  return { scores, chosen: best >= 0 && scores[best]! >= floor ? best : null };
}

/** A single candidate has nothing to disagree with. */
function meanOf(values: readonly number[]): number {
  return values.length === 0 ? 1 : values.reduce((sum, value) => sum + value, 0) / values.length;
}

/** Cosine of the sets of stems, each weighted by how few definitions have it. `definitions`: their words. */
export function wordSimilarity(definitions: Iterable<Pick<DefinitionWords, 'text'>>): Similarity {
  const counts = new Map<string, number>();
  let total = 0;
  for (const { text } of definitions) {
    total++;
    for (const word of text) counts.set(word, (counts.get(word) ?? 0) + 1);
  }
  const weight = (word: string): number => Math.log((1 + total) / (1 + (counts.get(word) ?? 0))) + 1;
  const stemsOf = (text: string): Set<string> =>
    new Set(
      normalForm(text)
        .split(' ')
        .filter((word) => word !== ''),
    );
  const squares = (words: Iterable<string>): number => [...words].reduce((sum, word) => sum + weight(word) ** 2, 0);
  return (one, other) => {
    const [words, others] = [stemsOf(one), stemsOf(other)];
    const length = Math.sqrt(squares(words) * squares(others));
    return length === 0 ? 0 : squares([...words].filter((word) => others.has(word))) / length;
  };
}
