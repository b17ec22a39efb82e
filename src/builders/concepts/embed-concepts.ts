/** Vectors of a concept base: of what its definitions and its core concepts mean, and of texts that are compared. */
import { sha256 } from '../../base/hash.ts';
import type { VectorFile } from '../../library/vector-file.ts';
import type { EmbeddingModel } from '../../llm/embedding.ts';
import type { ModelClient } from '../../llm/model-client.ts';
import {
  conceptTextToEmbed,
  coreConcepts,
  definitionTextToEmbed,
  type EmbeddedText,
} from '../../search/concepts/embedded-texts.ts';
import { VECTOR_SPACES } from '../../search/concepts/semantic-channel.ts';
import { dotProduct } from '../../vectors/unit-vector.ts';
import type { VectorStore } from '../../vectors/vector-store.ts';
import { embedAll, withoutVector } from '../vectors/embed-all.ts';
import type { Comparison } from './back-translate.ts';
import { type ModelStage, selectedDefinitions, upToLimit } from './model-stage.ts';

export interface ConceptEmbedder {
  client: ModelClient<EmbeddingModel>;
  file: VectorFile;
  /** What to do about vectors of another embedder. */
  remedy: string;
}

/** Candidates and documentation, which are compared. */
const TEXTS = 'texts';
/** How like the documentation, or the other answers, a text must be at least. */
const FLOOR = 0.6;

/** Those without a vector. */
export async function textsToEmbed(
  stage: Pick<ModelStage, 'base' | 'module' | 'limit'>,
  storeOf: (space: string) => VectorStore | null,
): Promise<{ space: string; missing: EmbeddedText[] }[]> {
  const { base } = stage;
  const definitions = upToLimit(selectedDefinitions(stage), stage).map(({ number }) =>
    definitionTextToEmbed(base, number),
  );
  const concepts = upToLimit(coreConcepts(base), stage).map((concept) => conceptTextToEmbed(base, concept));
  return Promise.all(
    [
      { space: VECTOR_SPACES.definitions, all: definitions },
      { space: VECTOR_SPACES.concepts, all: concepts },
    ].map(async ({ space, all }) => {
      const store = storeOf(space);
      return { space, missing: store === null ? all : await withoutVector(all, store) };
    }),
  );
}

/** Each batch is stored at once. Returns the number of vectors. @throws {BudgetSpent} {ModelError} {Failure} */
export async function embedConcepts(stage: ModelStage, { client, file, remedy }: ConceptEmbedder): Promise<number> {
  const spaces = await textsToEmbed(stage, (space) => file.space(space));
  const total = spaces.reduce((sum, { missing }) => sum + missing.length, 0);
  let before = 0;
  let embedded = 0;
  for (const { space, missing } of spaces) {
    const onProgress = (done: number): void => stage.onProgress(before + done, total);
    const outcome = await embedAll(missing, { client, store: file.space(space), remedy, onProgress });
    before += missing.length;
    embedded += outcome.embedded;
  }
  return embedded;
}

/** Compares texts by the cosine of their vectors, which are stored: a text is embedded once. */
export function byVectors({ client, file, remedy }: ConceptEmbedder): Comparison {
  const store = file.space(TEXTS);
  return {
    by: 'vectors',
    floor: FLOOR,
    compare: async (texts) => {
      const all = texts.map((text) => ({ contentHash: sha256(text), text: () => text }));
      const missing = await withoutVector(all, store);
      await embedAll(missing, { client, store, remedy, onProgress: () => undefined });
      const vectors = store.vectorsOf(all.map(({ contentHash }) => contentHash));
      return (one, other) => {
        const [a, b] = [vectors.get(sha256(one)), vectors.get(sha256(other))];
        return a === undefined || b === undefined ? 0 : dotProduct(a, b);
      };
    },
  };
}
