/** Embedding of texts with OpenAI's embeddings API, by OpenAI or a compatible server. */
import type { ModelSettings } from '../config/settings.ts';
import type { AskOptions } from './chat.ts';
import type { EmbeddingModel } from './embedding.ts';
import { ModelError } from './model-error.ts';
import { connect, timeoutLimits } from './open-model.ts';
import { priceOf } from './prices.ts';
import { malformed, type RequestContext } from './read-error.ts';
import { withRetries, DEFAULT_RETRIES } from './retry.ts';
import { sendOnce } from './send-once.ts';
import { RequestQueue } from './request-queue.ts';

/** Most servers accept more, but small ones run out of memory. */
const BATCH = 64;

/**
 * Opens the server given in `settings`. Sends nothing.
 * @throws {Failure} if the key is missing
 */
export async function openRemoteEmbedding(
  name: string,
  settings: ModelSettings,
  isKeyNeeded = true,
): Promise<EmbeddingModel> {
  const { model, server, address, key, keyVariable } = await connect(name, settings, isKeyNeeded);
  const { openAiClient } = await import('./openai.ts');
  const client = openAiClient(address, key);
  const context: RequestContext = { name, endpoint: `${address}/embeddings`, key, keyVariable, hasAnswered: false };
  const queue = new RequestQueue(settings.concurrency);
  const retry = { ...DEFAULT_RETRIES, retries: settings.retries };

  const embedBatch = async (input: string[], options: AskOptions) => {
    const send = () =>
      sendOnce(context, timeoutLimits(settings), options.signal, (signal, { onAny }) =>
        client(onAny).embeddings.create({ model, input, encoding_format: 'float' }, { signal }),
      );
    return queue.run(() => withRetries(send, retry, options), options.signal);
  };

  return {
    name,
    endpoint: context.endpoint,
    price: priceOf(name, settings.prices, server !== null),
    async embed(texts, _role, options) {
      const batches: string[][] = [];
      for (let at = 0; at < texts.length; at += BATCH) batches.push(texts.slice(at, at + BATCH));
      const results = await Promise.all(
        batches.map(async (batch) => {
          const { answer, ...tries } = await embedBatch(batch, options);
          return { vectors: vectorsOf(answer, batch.length, context), snapshot: answer.model, ...tries };
        }),
      );
      const vectors = results.flatMap((each) => each.vectors);
      if (new Set(vectors.map(({ length }) => length)).size > 1) throw notVectors(context, 'Their lengths differ.');
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

/** Sorts the vectors by the server's index; each index must occur exactly once. */
function vectorsOf(
  answer: { data?: { index?: unknown; embedding?: unknown }[] },
  count: number,
  context: RequestContext,
) {
  const vectors = new Map<unknown, Float32Array>();
  if (!Array.isArray(answer.data)) throw notVectors(context, 'The list is missing.');
  for (const { index, embedding } of answer.data) {
    const isVector = Array.isArray(embedding) && embedding.length > 0 && embedding.every(Number.isFinite);
    if (!isVector) throw notVectors(context, 'One of them is not a list of numbers.');
    vectors.set(index, Float32Array.from(embedding as number[]));
  }
  const ordered = [...Array(count).keys()].flatMap((index) => vectors.get(index) ?? []);
  if (ordered.length === count && answer.data.length === count) return ordered;
  throw notVectors(context, `${count} texts, ${answer.data.length} vectors with ${vectors.size} distinct indices.`);
}

function notVectors(context: RequestContext, why: string): ModelError {
  return new ModelError('malformed', malformed(context, `The vectors do not match the texts. ${why}`));
}
