/** Texts to vectors, by OpenAI's embeddings API: OpenAI's own, or any compatible server. */
import type { ModelSettings } from '../config/settings.ts';
import type { AskOptions } from './chat.ts';
import type { EmbeddingModel } from './embedding.ts';
import { ModelError } from './model-error.ts';
import { connect, limitsOf } from './open-model.ts';
import { priceOf } from './prices.ts';
import { malformed, type Asked } from './read-error.ts';
import { askAgain, DEFAULT_RETRIES } from './retry.ts';
import { sendOnce } from './send-once.ts';
import { Turns } from './turns.ts';

/** Most servers take more; small ones run out of memory on it. */
const BATCH = 64;

/**
 * Asks the server that `settings` name. Nothing is sent yet.
 * @throws {Failure} if there is no key
 */
export async function openRemoteEmbedding(name: string, settings: ModelSettings): Promise<EmbeddingModel> {
  const { model, server, key, keyVariable } = await connect(name, settings);
  const { openAiClient, OPENAI_SERVER } = await import('./openai.ts');
  const base = server ?? OPENAI_SERVER;
  const client = openAiClient(base, key);
  const asked: Asked = { name, endpoint: `${base}/embeddings`, key, keyVariable, hasAnswered: false };
  const turns = new Turns(settings.concurrency);
  const retry = { ...DEFAULT_RETRIES, retries: settings.retries };

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
    async embed(texts, _role, options) {
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
    close: () => Promise.resolve(),
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
