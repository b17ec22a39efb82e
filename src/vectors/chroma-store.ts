/** Vector store in a Chroma server: one collection, whose metadata identifies the embedder. */
import type * as ChromaPackage from 'chromadb';
import type { ChromaClient, Collection } from 'chromadb';
import { aborted } from '../base/aborted.ts';
import { Failure } from '../base/errors.ts';
import { unitVector } from './unit-vector.ts';
import type { Embedder, NearVector, StoredVector, VectorStore } from './vector-store.ts';

/** Address of a Chroma server, and the collection to use. */
export interface ChromaPlace {
  /** `http` or `https`, without a path. */
  url: URL;
  collection: string;
}

const SCHEME = 'chroma:';
const DEFAULT_COLLECTION = 'lemmahead';
const NAME = /^[a-zA-Z0-9][a-zA-Z0-9._-]{1,510}[a-zA-Z0-9]$/;
/** Without a response for this long, the server is considered unreachable. */
const BUSY_TIMEOUT_MS = 30_000;
/** Vectors per request. A server accepts some thousands, if their dimension is not too large. */
const BATCH_SIZE = 500;

/** Parses `chroma:http://HOST:PORT[/COLLECTION]`. Returns null if the text has another form. */
export function readChromaPlace(text: string): ChromaPlace | null {
  if (!text.startsWith(SCHEME) || !URL.canParse(text.slice(SCHEME.length))) return null;
  const url = new URL(text.slice(SCHEME.length));
  const collection = decodeURIComponent(url.pathname.replace(/^\/|\/$/gu, '')) || DEFAULT_COLLECTION;
  const isPlain = url.search === '' && url.hash === '' && url.username === '' && url.password === '';
  if (!/^https?:$/u.test(url.protocol) || !isPlain || !NAME.test(collection)) return null;
  url.pathname = '/';
  return { url, collection };
}

/** Sends no request to the server yet. @throws {Failure} `package-missing` */
export async function openChromaStore(place: ChromaPlace, signal: AbortSignal): Promise<VectorStore> {
  let chroma: typeof ChromaPackage;
  try {
    chroma = await import('chromadb');
  } catch (error) {
    throw new Failure('missing', 'package-missing', {
      message: 'A Chroma server needs the package chromadb, which is not installed.',
      reason: (error as Error).message.split('\n')[0]!,
      next: 'npm install -g chromadb',
      cause: error,
    });
  }
  const { hostname, port, protocol } = place.url;
  const ssl = protocol === 'https:';
  const client = new chroma.ChromaClient({ host: hostname, port: Number(port || (ssl ? 443 : 80)), ssl });
  return new ChromaStore(client, place, signal);
}

class ChromaStore implements VectorStore {
  readonly place: string;
  readonly #client: ChromaClient;
  readonly #name: string;
  readonly #signal: AbortSignal;
  #collection: Collection | null = null;

  constructor(client: ChromaClient, { url, collection }: ChromaPlace, signal: AbortSignal) {
    this.place = `${url.origin}/${collection}`;
    this.#client = client;
    this.#name = collection;
    this.#signal = signal;
  }

  async embedder(): Promise<Embedder | null> {
    const collection = await this.#open();
    if (collection === null) return null;
    const { embedder: name, snapshot, dimension } = collection.metadata ?? {};
    if (typeof name === 'string' && typeof snapshot === 'string' && typeof dimension === 'number') {
      return { name, snapshot, dimension };
    }
    throw new Failure('usage', 'store-foreign', {
      message: `The collection ${this.#name} at ${this.place} is another program's: it does not name an embedder.`,
      next: `Use another collection: --store chroma:${this.place.replace(/[^/]*$/u, 'COLLECTION')}`,
    });
  }

  async count(): Promise<number> {
    const collection = await this.#open();
    return collection === null ? 0 : this.#request(() => collection.count());
  }

  async storedHashes(hashes: readonly string[]): Promise<Set<string>> {
    const collection = await this.#open();
    if (collection === null || hashes.length === 0) return new Set();
    const { ids } = await this.#request(() => collection.get({ ids: [...hashes], include: [] }));
    return new Set(ids);
  }

  async put(embedder: Embedder, vectors: readonly StoredVector[]): Promise<void> {
    const collection = (await this.#open()) ?? (await this.#create(embedder));
    for (let at = 0; at < vectors.length; at += BATCH_SIZE) {
      const some = vectors.slice(at, at + BATCH_SIZE);
      const ids = some.map(({ contentHash }) => contentHash);
      const embeddings = some.map(({ vector }) => [...(unitVector(vector) ?? vector)]);
      await this.#request(() => collection.upsert({ ids, embeddings }));
    }
  }

  async nearest(vector: Float32Array, count: number): Promise<NearVector[]> {
    const collection = await this.#open();
    if (collection === null) return [];
    const found = await this.#request(() =>
      collection.query({ queryEmbeddings: [[...vector]], nResults: count, include: ['distances'] }),
    );
    const distances = found.distances[0] ?? [];
    return (found.ids[0] ?? []).map((contentHash, i) => ({ contentHash, similarity: 1 - (distances[i] ?? 1) }));
  }

  async clear(): Promise<void> {
    if ((await this.#open()) === null) return;
    await this.#request(() => this.#client.deleteCollection({ name: this.#name }));
    this.#collection = null;
  }

  /** Returns null if the collection does not exist yet. */
  async #open(): Promise<Collection | null> {
    this.#collection ??= await this.#request(async () => {
      try {
        return await this.#client.getCollection({ name: this.#name });
      } catch (error) {
        if ((error as Error).name === 'ChromaNotFoundError') return null;
        throw error;
      }
    });
    return this.#collection;
  }

  async #create({ name, snapshot, dimension }: Embedder): Promise<Collection> {
    this.#collection = await this.#request(() =>
      this.#client.createCollection({
        name: this.#name,
        embeddingFunction: null,
        configuration: { hnsw: { space: 'cosine' } },
        metadata: { embedder: name, snapshot, dimension },
      }),
    );
    return this.#collection;
  }

  /** Adds a timeout and cancellation, because the package's client waits forever. */
  async #request<T>(work: () => Promise<T>): Promise<T> {
    this.#signal.throwIfAborted();
    const stopped = aborted(AbortSignal.any([this.#signal, AbortSignal.timeout(BUSY_TIMEOUT_MS)]));
    const fail = (): never => {
      throw new Error(`No response for ${BUSY_TIMEOUT_MS / 1000} seconds.`);
    };
    try {
      return await Promise.race([work(), stopped.then(fail)]);
    } catch (error) {
      this.#signal.throwIfAborted();
      throw this.#failed(error as Error);
    }
  }

  #failed(error: Error): Failure {
    const reason = error.message.split('\n')[0]!;
    return new Failure('missing', 'store-unreachable', {
      message: `The Chroma server at ${this.place} does not answer correctly. Its stored vectors are unchanged.`,
      reason,
      next: 'Start it (chroma run --path FOLDER), then repeat the command: stored vectors are not computed again.',
      cause: error,
    });
  }
}
