/** Reranking by a server: `/rerank` of vLLM, llama.cpp, Jina and Cohere, and that of Hugging Face's TEI. */
import { isRecord } from '../base/read-or-null.ts';
import type { ModelSettings } from '../config/settings.ts';
import { ModelError } from './model-error.ts';
import { connect, timeoutLimits } from './open-model.ts';
import { priceOf } from './prices.ts';
import { malformed, type RequestContext } from './read-error.ts';
import type { Reranker } from './reranking.ts';
import { RequestQueue } from './request-queue.ts';
import { DEFAULT_RETRIES, withRetries } from './retry.ts';
import { sendOnce } from './send-once.ts';

/**
 * Opens the server given in `settings`. Sends nothing.
 * @throws {Failure} if the key is missing
 */
export async function openRemoteReranker(name: string, settings: ModelSettings): Promise<Reranker> {
  const { model, server, address, key, keyVariable } = await connect(name, settings);
  const { openAiClient } = await import('./openai.ts');
  const client = openAiClient(address, key);
  const context: RequestContext = { name, endpoint: `${address}/rerank`, key, keyVariable, hasAnswered: false };
  const queue = new RequestQueue(settings.concurrency);
  const retry = { ...DEFAULT_RETRIES, retries: settings.retries };
  /** TEI calls the passages `texts`, and refuses a request without them. Learned from its first refusal. */
  let isTei = false;
  const request = async (query: string, texts: readonly string[], signal: AbortSignal, onBytes: () => void) => {
    const send = (): Promise<unknown> =>
      client(onBytes).post('/rerank', {
        body: isTei ? { query, texts } : { model, query, documents: texts },
        signal,
      });
    try {
      return await send();
    } catch (error) {
      const { status } = error as { status?: number };
      if (isTei || (status !== 400 && status !== 422) || !/\btexts\b/u.test((error as Error).message)) throw error;
      isTei = true;
      return send();
    }
  };
  return {
    name,
    endpoint: context.endpoint,
    price: priceOf(name, settings.prices, server !== null),
    score: async (query, texts, options) => {
      const send = () =>
        sendOnce(context, timeoutLimits(settings), options.signal, (signal, { onAny }) =>
          request(query, texts, signal, onAny),
        );
      const { answer, ...tries } = await queue.run(() => withRetries(send, retry, options), options.signal);
      const snapshot = isRecord(answer) && typeof answer['model'] === 'string' ? answer['model'] : name;
      return { scores: scoresOf(answer, texts.length, context), snapshot, ...tries };
    },
    close: () => Promise.resolve(),
  };
}

/** Each passage must have exactly one score. */
function scoresOf(answer: unknown, count: number, context: RequestContext): number[] {
  const list = Array.isArray(answer) ? answer : isRecord(answer) && (answer['results'] ?? answer['data']);
  if (!Array.isArray(list)) throw notScores(context, 'The list is missing.');
  const scores = new Map<unknown, number>();
  for (const each of list as unknown[]) {
    const { index, relevance_score: relevance, score } = isRecord(each) ? each : {};
    const value = relevance ?? score;
    if (typeof value !== 'number' || !Number.isFinite(value)) throw notScores(context, 'One of them is not a number.');
    scores.set(index, value);
  }
  const ordered = [...Array(count).keys()].flatMap((index) => scores.get(index) ?? []);
  if (ordered.length === count && list.length === count) return ordered;
  throw notScores(context, `${count} texts, ${list.length} scores with ${scores.size} distinct indices.`);
}

function notScores(context: RequestContext, why: string): ModelError {
  return new ModelError('malformed', malformed(context, `The scores do not match the texts. ${why}`));
}
