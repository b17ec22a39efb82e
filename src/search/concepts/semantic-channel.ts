/** Finds definitions by vectors: those whose annotations, or whose concepts, are nearest to a text. */
import type { ConceptBase } from '../../concepts/open-base.ts';
import type { EmbeddingModel } from '../../llm/embedding.ts';
import type { NearVector, VectorStore } from '../../vectors/vector-store.ts';
import { nameInKey } from '../declaration-text.ts';
import { embedQuery, orNotice } from '../library/vector-channel.ts';
import { conceptTextToEmbed, coreConcepts, definitionTextToEmbed } from './embedded-texts.ts';

/** Spaces of the vector file. */
export const VECTOR_SPACES = { definitions: 'definitions', concepts: 'concepts' } as const;

export const EMBED_CONCEPTS = 'lemmahead concepts build --embedder NAME';

export interface ConceptVectors {
  model: EmbeddingModel;
  definitions: VectorStore;
  concepts: VectorStore;
  signal: AbortSignal;
  /** Definitions to find. */
  top: number;
}

/** Finds definitions by meaning. Null: the base has no vectors, or no embedder is configured. */
export type SemanticChannel = (text: string) => Promise<NearDefinitions>;

export interface NearDefinitions {
  /** Numbers, nearest first; at most `top`. */
  definitions: number[];
  /** Why vectors were not used; null if they were. */
  notice: string | null;
}

/** Vectors of texts that have changed since are passed over. */
const READ = 40;
/** Number of meanings that count for a near concept: those with the highest weight. */
const MEANINGS = 3;

export function semanticChannel(base: ConceptBase, vectors: ConceptVectors): SemanticChannel {
  return async (text) => {
    const { model, signal, definitions: store } = vectors;
    const embedded = await embedQuery(text, { model, store, signal }, EMBED_CONCEPTS);
    if ('notice' in embedded) return { definitions: [], notice: embedded.notice };
    const near = await orNotice(signal, () => nearest(base, embedded.vector, vectors));
    return 'notice' in near ? { definitions: [], notice: near.notice } : { definitions: near, notice: null };
  };
}

async function nearest(base: ConceptBase, vector: Float32Array, vectors: ConceptVectors): Promise<number[]> {
  const best = new Map<number, number>();
  const raise = (definition: number, similarity: number): void => {
    best.set(definition, Math.max(best.get(definition) ?? -Infinity, similarity));
  };
  for (const { contentHash, similarity } of await vectors.definitions.nearest(vector, READ)) {
    const number = base.numberOf(nameInKey(contentHash));
    if (number !== null && definitionTextToEmbed(base, number).contentHash === contentHash) raise(number, similarity);
  }
  for (const { contentHash, similarity } of await nearConcepts(vectors, vector)) {
    const [concept] = coreConcepts(base, nameInKey(contentHash));
    if (concept === undefined || conceptTextToEmbed(base, concept).contentHash !== contentHash) continue;
    for (const { definition } of base.meanings(concept.key).slice(0, MEANINGS)) raise(definition, similarity);
  }
  const ordered = [...best].sort(([a, m], [b, n]) => n - m || a - b).slice(0, vectors.top);
  return ordered.map(([definition]) => definition);
}

/** None if concepts have no vectors yet, or vectors of another dimension. */
async function nearConcepts({ concepts, top }: ConceptVectors, vector: Float32Array): Promise<NearVector[]> {
  const stored = await concepts.embedder();
  return stored?.dimension === vector.length ? concepts.nearest(vector, top) : [];
}
