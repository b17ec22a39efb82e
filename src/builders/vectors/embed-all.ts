/** Vectors for all that has none yet: in batches, within a budget, each kept as soon as it came. */
import { Failure } from '../../base/errors.ts';
import type { Budget, Reservation } from '../../llm/budget.ts';
import type { Embedded, EmbeddingModel } from '../../llm/embedding.ts';
import { ModelError } from '../../llm/model-error.ts';
import { costOf } from '../../llm/prices.ts';
import { longestNormalForm } from '../../llm/cost-bound.ts';
import { unitVector } from '../../vectors/unit-vector.ts';
import type { Embedder, StoredVector, VectorStore } from '../../vectors/vector-store.ts';
import { checkEmbedder } from '../../vectors/same-embedder.ts';

/** Something to embed. Two of one hash say the same. */
export interface Embeddable {
  contentHash: string;
  text: () => string;
}

export interface EmbedRequest {
  model: EmbeddingModel;
  store: VectorStore;
  budget: Budget;
  signal: AbortSignal;
  /** How a wrong embedder is put right. */
  startAgain: string;
  onProgress: (done: number, total: number) => void;
}

export interface EmbedOutcome {
  embedded: number;
  /** Had a vector before. */
  held: number;
  /** What was embedded has no vector of this model: it gave zeros, or what is no number. */
  without: number;
  /** Null: nothing is stored. */
  embedder: Embedder | null;
}

/** Texts a request, and requests before what came is stored. */
const BATCH = 64;
const AT_ONCE = 4;

/** Those of `all` without a vector, each content once. */
export async function withoutVector(all: Iterable<Embeddable>, store: VectorStore): Promise<Embeddable[]> {
  const missing: Embeddable[] = [];
  const seen = new Set<string>();
  let page: Embeddable[] = [];
  const look = async (): Promise<void> => {
    const holding = await store.storedHashes(page.map(({ contentHash }) => contentHash));
    missing.push(...page.filter(({ contentHash }) => !holding.has(contentHash)));
    page = [];
  };
  for (const each of all) {
    if (seen.has(each.contentHash)) continue;
    seen.add(each.contentHash);
    page.push(each);
    if (page.length >= BATCH * AT_ONCE) await look();
  }
  if (page.length > 0) await look();
  return missing;
}

/** Tokens that are put around each text. */
const AROUND = 16;

/** At most so many tokens are billed for `texts`: a token stands for at least a byte. */
export function mostTokens(texts: readonly string[]): number {
  return texts.reduce((sum, text) => sum + longestNormalForm(text) + AROUND, 0);
}

/**
 * Embeds all of `missing`. What was stored before it ended, however it ended, is stored: the same call again goes on.
 * @throws {Failure} `embedder-differs` where the store holds another's vectors, or the model changes on the way
 * @throws {ModelError} what the model's server does, and `cancelled`
 * @throws {BudgetSpent}
 */
export async function embedAll(missing: readonly Embeddable[], request: EmbedRequest): Promise<EmbedOutcome> {
  const { store, onProgress } = request;
  const held = await store.count();
  const outcome: EmbedOutcome = { embedded: 0, held, without: 0, embedder: await store.embedder() };
  for (let at = 0; at < missing.length; at += BATCH * AT_ONCE) {
    onProgress(at, missing.length);
    const slice = missing.slice(at, at + BATCH * AT_ONCE);
    const batches: Embeddable[][] = [];
    for (let from = 0; from < slice.length; from += BATCH) batches.push(slice.slice(from, from + BATCH));
    const settled = await Promise.allSettled(batches.map((batch) => embedBatch(batch, request)));
    for (const result of settled) if (result.status === 'fulfilled') await keep(result.value, request, outcome);
    const failed = settled.find(({ status }) => status === 'rejected');
    if (failed !== undefined) throw (failed as PromiseRejectedResult).reason;
  }
  onProgress(missing.length, missing.length);
  return outcome;
}

interface Answered {
  batch: readonly Embeddable[];
  embedded: Embedded;
}

/** Every request that goes out is held against the budget before. */
async function embedBatch(batch: readonly Embeddable[], { model, budget, signal }: EmbedRequest): Promise<Answered> {
  const texts = batch.map(({ text }) => text());
  const tokens = mostTokens(texts);
  const worst = {
    tokens,
    cost: model.price === null ? 0 : costOf({ inputTokens: tokens, outputTokens: 0 }, model.price),
  };
  const held: Reservation[] = [];
  /** Requests that were answered, or failed in a way that may cost something. */
  let paid = 0;
  try {
    const onTry = (): void => {
      held.push(budget.reserveNow(worst));
    };
    const embedded = await model.embed(texts, 'passage', { signal, onTry });
    paid = 1 + embedded.unaccounted;
    return { batch, embedded };
  } catch (error) {
    if (error instanceof ModelError) paid = error.unaccounted;
    throw error;
  } finally {
    held.forEach((each, i) => each.settle(i < paid ? worst : { tokens: 0, cost: 0 }));
  }
}

async function keep({ batch, embedded }: Answered, request: EmbedRequest, outcome: EmbedOutcome): Promise<void> {
  const { model, store, startAgain } = request;
  const dimension = embedded.vectors[0]?.length ?? 0;
  const embedder: Embedder = { name: model.name, snapshot: embedded.snapshot, dimension };
  checkEmbedder(outcome.embedder, embedder, startAgain);
  const vectors = batch.flatMap(({ contentHash }, i): StoredVector[] => {
    const vector = embedded.vectors[i]!;
    if (vector.length !== dimension) throw unequal(model.name);
    return unitVector(vector) === null ? [] : [{ contentHash, vector }];
  });
  if (vectors.length > 0) {
    await store.put(embedder, vectors);
    outcome.embedder = embedder;
  }
  outcome.embedded += vectors.length;
  outcome.without += batch.length - vectors.length;
}

function unequal(name: string): Failure {
  return new Failure({
    exit: 'missing',
    code: 'embedder-differs',
    message: `${name} gave vectors of different lengths for one request. They are not stored.`,
    next: 'Ask another model: --embedder NAME',
  });
}
