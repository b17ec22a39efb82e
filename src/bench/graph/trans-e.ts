/**
 * TransE (Bordes et al. 2013): vectors of entities and relations with entity + relation ≈ entity for every edge. The
 * baseline of the reachability measure. Seeded, so the same graph gives the same vectors.
 */
import { makeRandom, shuffle } from '../../base/random.ts';

export interface Triple {
  head: number;
  relation: number;
  tail: number;
}

export interface TransEOptions {
  dimension: number;
  margin: number;
  epochs: number;
  rate: number;
  seed: number;
}

export const TRANS_E: Omit<TransEOptions, 'seed'> = { dimension: 384, margin: 1, epochs: 100, rate: 0.01 };

/** Vectors of length 1, one an entity. `onEpoch` is called after each round over all triples. */
export function trainTransE(
  triples: readonly Triple[],
  entities: number,
  { dimension, margin, epochs, rate, seed }: TransEOptions,
  onEpoch: (done: number) => void = () => {},
): Float32Array[] {
  const random = makeRandom(seed);
  const bound = 6 / Math.sqrt(dimension);
  const draw = (): Float32Array => Float32Array.from({ length: dimension }, () => (2 * random() - 1) * bound);
  const relations = Array.from({ length: 1 + Math.max(0, ...triples.map(({ relation }) => relation)) }, draw);
  for (const each of relations) normalize(each);
  const vectors = Array.from({ length: entities }, draw);
  for (const each of vectors) normalize(each);
  const order = [...triples.keys()];
  for (let epoch = 0; epoch < epochs; epoch++) {
    shuffle(order, random);
    for (const at of order) {
      const { head, relation, tail } = triples[at]!;
      const other = Math.floor(random() * entities);
      // One end is replaced by a random entity; the true triple must be nearer by the margin.
      const [badHead, badTail] = random() < 0.5 ? [other, tail] : [head, other];
      const good = [vectors[head]!, relations[relation]!, vectors[tail]!] as const;
      const bad = [vectors[badHead]!, relations[relation]!, vectors[badTail]!] as const;
      const [near, far] = [distance(...good), distance(...bad)];
      if (margin + near <= far) continue;
      step(good, near, -rate);
      step(bad, far, rate);
      for (const node of [head, tail, badHead, badTail]) normalize(vectors[node]!);
    }
    onEpoch(epoch + 1);
  }
  return vectors;
}

function distance(head: Float32Array, relation: Float32Array, tail: Float32Array): number {
  let sum = 0;
  for (let i = 0; i < head.length; i++) sum += (head[i]! + relation[i]! - tail[i]!) ** 2;
  return Math.sqrt(sum);
}

/** Moves along the gradient of the distance: `by` < 0 brings the ends together. */
function step(
  [head, relation, tail]: readonly [Float32Array, Float32Array, Float32Array],
  length: number,
  by: number,
): void {
  if (length === 0) return;
  for (let i = 0; i < head.length; i++) {
    const move = (by * (head[i]! + relation[i]! - tail[i]!)) / length;
    head[i]! += move;
    relation[i]! += move;
    tail[i]! -= move;
  }
}

function normalize(vector: Float32Array): void {
  let square = 0;
  for (const value of vector) square += value * value;
  const length = Math.sqrt(square);
  if (length > 0) for (let i = 0; i < vector.length; i++) vector[i]! /= length;
}
