/** Embeds all items without a vector: in batches, within a budget, each batch stored as soon as it is done. */
import { Failure } from '../../base/errors.ts';
import { LocalWork, runUnits } from '../../base/work.ts';
import type { Embedded, EmbeddingModel } from '../../llm/embedding.ts';
import type { ModelClient } from '../../llm/model-client.ts';
import { unitVector } from '../../vectors/unit-vector.ts';
import type { Embedder, StoredVector, VectorStore } from '../../vectors/vector-store.ts';
import { checkEmbedder } from '../../vectors/same-embedder.ts';

/** Something to embed. Equal hashes mean equal content. */
export interface Embeddable {
  contentHash: string;
  text: () => string;
}

export interface EmbedRequest {
  client: ModelClient<EmbeddingModel>;
  store: VectorStore;
  /** What to do about a different embedder; shown to the user. */
  remedy: string;
  onProgress: (done: number, total: number) => void;
}

export interface EmbedOutcome {
  embedded: number;
  /** Number of vectors stored before. */
  held: number;
  /** Number of texts for which the model returned zeros or invalid numbers. */
  without: number;
  /** Null if nothing is stored. */
  embedder: Embedder | null;
}

/** Texts per request, and concurrent requests. */
const BATCH = 64;
const CONCURRENCY = 4;

/** Returns the items of `all` without a vector, without duplicate content. */
export async function withoutVector(all: Iterable<Embeddable>, store: VectorStore): Promise<Embeddable[]> {
  const missing: Embeddable[] = [];
  const seen = new Set<string>();
  let page: Embeddable[] = [];
  const checkPage = async (): Promise<void> => {
    const stored = await store.storedHashes(page.map(({ contentHash }) => contentHash));
    missing.push(...page.filter(({ contentHash }) => !stored.has(contentHash)));
    page = [];
  };
  for (const each of all) {
    if (seen.has(each.contentHash)) continue;
    seen.add(each.contentHash);
    page.push(each);
    if (page.length >= BATCH * CONCURRENCY) await checkPage();
  }
  if (page.length > 0) await checkPage();
  return missing;
}

/**
 * Embeds all of `missing`. On failure, finished batches stay stored, and the same call resumes the work.
 * @throws {Failure} `embedder-differs` if the store has vectors of another embedder, or the model changes meanwhile
 * @throws {ModelError} if the model's server fails, or `cancelled`
 * @throws {BudgetSpent}
 */
export async function embedAll(missing: readonly Embeddable[], request: EmbedRequest): Promise<EmbedOutcome> {
  const { client, store, onProgress } = request;
  const held = await store.count();
  const outcome: EmbedOutcome = { embedded: 0, held, without: 0, embedder: await store.embedder() };
  onProgress(0, missing.length);
  await runUnits({
    work: new LocalWork(
      missing.map((each) => ({ ...each, id: each.contentHash })),
      (batch, embedded: Embedded) => storeBatch(batch, embedded, request, outcome),
    ),
    ...{ concurrency: CONCURRENCY, batch: BATCH, signal: client.signal },
    run: (batch) => {
      const texts = batch.map(({ text }) => text());
      return client.embed(texts, 'passage');
    },
    onDone: (_, done) => onProgress(done, missing.length),
  });
  return outcome;
}

async function storeBatch(
  batch: readonly Embeddable[],
  embedded: Embedded,
  { client, store, remedy }: EmbedRequest,
  outcome: EmbedOutcome,
): Promise<void> {
  const { name } = client.model;
  const dimension = embedded.vectors[0]?.length ?? 0;
  const embedder: Embedder = { name, snapshot: embedded.snapshot, dimension };
  checkEmbedder(outcome.embedder, embedder, remedy);
  const vectors = batch.flatMap(({ contentHash }, i): StoredVector[] => {
    const vector = embedded.vectors[i]!;
    if (vector.length !== dimension) throw unequalLengths(name);
    return unitVector(vector) === null ? [] : [{ contentHash, vector }];
  });
  if (vectors.length > 0) {
    await store.put(embedder, vectors);
    outcome.embedder = embedder;
  }
  outcome.embedded += vectors.length;
  outcome.without += batch.length - vectors.length;
}

function unequalLengths(name: string): Failure {
  return new Failure('missing', 'embedder-differs', {
    message: `${name} returned vectors of different lengths for one request. They are not stored.`,
    next: 'Use another model: --embedder NAME',
  });
}
