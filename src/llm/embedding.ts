/** Texts to vectors, by OpenAI's embeddings API: OpenAI's own, or any compatible server. */
import { Failure } from '../base/errors.ts';
import type { ModelSettings } from '../config/settings.ts';
import type { AskOptions, Price } from './chat.ts';
import { ModelError } from './model-error.ts';
import { connect, limitsOf } from './open-model.ts';
import { priceOf } from './prices.ts';
import { malformed, type Asked } from './read-error.ts';
import { askAgain, USUAL_RETRIES } from './retry.ts';
import { sendOnce } from './send-once.ts';
import { Turns } from './turns.ts';

export interface Embedded {
  /** One a text, in their order, all of one length. */
  vectors: Float32Array[];
  /** As the provider names what answered. */
  snapshot: string;
  retries: number;
  unaccounted: number;
}

export interface EmbeddingModel {
  /** `provider/model`. */
  readonly name: string;
  /** Where requests go, for people to read. */
  readonly endpoint: string;
  readonly price: Price | null;
  /**
   * Sends `texts` in batches, several at once. Fails as a whole if one batch does.
   * @throws {ModelError}
   */
  embed(texts: readonly string[], options: AskOptions): Promise<Embedded>;
}

/** Most servers take more; small ones run out of memory on it. */
const BATCH = 64;

/**
 * The embedding model that the settings name. Nothing is sent.
 * @throws {Failure} if there is no such provider, no key, or a provider without embeddings
 */
export async function openEmbeddingFrom(settings: ModelSettings): Promise<EmbeddingModel> {
  const name = settings.name ?? '';
  if (!/^(?:openai|local)\//.test(name)) throw noEmbeddings(name);
  const { model, server, key, keyVariable } = await connect(name, settings);
  const { openAiClient, OPENAI_SERVER } = await import('./openai.ts');
  const base = server ?? OPENAI_SERVER;
  const client = openAiClient(base, key);
  const asked: Asked = { name, endpoint: `${base}/embeddings`, key, keyVariable, hasAnswered: false };
  const turns = new Turns(settings.concurrency);
  const retry = { ...USUAL_RETRIES, retries: settings.retries };

  const embedBatch = async (input: string[], options: AskOptions) => {
    const send = () =>
      sendOnce(asked, limitsOf(settings), options.signal, (signal, onBytes) =>
        client(onBytes).embeddings.create({ model, input, encoding_format: 'float' }, { signal }),
      );
    return turns.take(() => askAgain(send, retry, options), options.signal);
  };

  return {
    name,
    endpoint: asked.endpoint,
    price: priceOf(name, settings.prices, server !== null),
    async embed(texts, options) {
      const batches: string[][] = [];
      for (let at = 0; at < texts.length; at += BATCH) batches.push(texts.slice(at, at + BATCH));
      const results = await Promise.all(
        batches.map(async (batch) => {
          const { answer, ...tries } = await embedBatch(batch, options);
          return { vectors: vectorsOf(answer, batch.length, asked), snapshot: answer.model, ...tries };
        }),
      );
      const vectors = results.flatMap((each) => each.vectors);
      if (new Set(vectors.map(({ length }) => length)).size > 1) throw notVectors(asked, 'They differ in length.');
      return {
        vectors,
        snapshot: results[0]?.snapshot || name,
        retries: results.reduce((sum, { retries }) => sum + retries, 0),
        unaccounted: results.reduce((sum, { unaccounted }) => sum + unaccounted, 0),
      };
    },
  };
}

/** The server may give them in any order, with their numbers; each must be there once. */
function vectorsOf(answer: { data?: { index?: unknown; embedding?: unknown }[] }, count: number, asked: Asked) {
  const vectors = new Map<unknown, Float32Array>();
  if (!Array.isArray(answer.data)) throw notVectors(asked, 'There is no list of them.');
  for (const { index, embedding } of answer.data) {
    const isVector = Array.isArray(embedding) && embedding.length > 0 && embedding.every(Number.isFinite);
    if (!isVector) throw notVectors(asked, 'One is no list of numbers.');
    vectors.set(index, Float32Array.from(embedding as number[]));
  }
  const ordered = [...Array(count).keys()].flatMap((index) => vectors.get(index) ?? []);
  if (ordered.length === count && answer.data.length === count) return ordered;
  throw notVectors(asked, `${count} texts, ${answer.data.length} vectors with ${vectors.size} numbers.`);
}

function notVectors(asked: Asked, why: string): ModelError {
  return new ModelError('malformed', malformed(asked, `The vectors are not those of the texts. ${why}`));
}

function noEmbeddings(name: string): Failure {
  return new Failure({
    exit: 'usage',
    code: 'model-name',
    message: `"${name}" gives no vectors.`,
    reason: 'Embeddings are asked of openai/NAME, or of local/NAME with --base-url.',
    next: '--model openai/text-embedding-3-small',
  });
}
