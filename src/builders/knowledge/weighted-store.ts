/** MathVD2: vectors of entities as weighted sums of the vectors of their parts, in memory. */
import type { Library } from '../../library/library.ts';
import { VectorTable } from '../../vectors/nearest-vectors.ts';
import { unitVector } from '../../vectors/unit-vector.ts';
import type { Embedder, NearVector, VectorStore } from '../../vectors/vector-store.ts';
import { openSpaceStore, storedVectors } from './entity-spaces.ts';

/** The contents of the store are ids of entities. */
export interface WeightedStore extends VectorStore {
  /** Null if the entity has no vector. */
  vectorOf(id: number): Float32Array | null;
}

/** The sum of weight · vector over the parts that exist, of length 1; null if it is zero. */
export function weightedSum(
  parts: readonly (Float32Array | null)[],
  weights: readonly number[],
  dimension: number,
): Float32Array | null {
  const sum = new Float32Array(dimension);
  for (const [at, part] of parts.entries())
    if (part !== null) for (let k = 0; k < dimension; k++) sum[k]! += weights[at]! * part[k]!;
  return unitVector(sum);
}

/** `weights`: by part, in the order of `ENTITY_PARTS`. */
export function openWeightedStore(library: Library, weights: readonly number[], isLsa: boolean): WeightedStore {
  const { dimension, of } = storedVectors(library, 'parts', isLsa);
  const vectors = new Map<number, Float32Array>();
  for (const [id, parts] of of) {
    const vector = weightedSum(parts, weights, dimension);
    if (vector !== null) vectors.set(id, vector);
  }
  const ids = [...vectors.keys()];
  const table = new VectorTable([...vectors.values()]);
  const isReadOnly = (): never => {
    throw new TypeError('a weighted store is read only');
  };
  return {
    place: library.path,
    embedder: (): Promise<Embedder | null> => openSpaceStore(library, 'parts', isLsa).embedder(),
    count: async () => vectors.size,
    storedHashes: async (hashes) => new Set(hashes.filter((each) => vectors.has(Number(each)))),
    nearest: async (vector, count): Promise<NearVector[]> => {
      const unit = unitVector(vector);
      if (unit === null) return [];
      return table.nearest(unit, count).map(({ row, similarity }) => ({ contentHash: String(ids[row]), similarity }));
    },
    put: isReadOnly,
    clear: isReadOnly,
    vectorOf: (id) => vectors.get(id) ?? null,
  };
}
