/** Reuses the complete answers of earlier requests, and stores new ones: a killed command is repeated without cost. */
import type { AnswerCache, AnswerKey } from './answer-cache.ts';
import type { ChatAnswer } from './chat.ts';
import type { IdentifiedRequest, RequestLog } from './model-client.ts';

/** Temperature counts: varied answers are asked for. `cache`: null to keep nothing. `model`: `provider/model`. */
export function cachedRequests(cache: AnswerCache | null, model: string): RequestLog & { reused: () => number } {
  let reused = 0;
  const keyOf = ({ request, template }: IdentifiedRequest): AnswerKey => {
    const { messages, sample, temperature } = request;
    return { model, template, messages, sample, temperature };
  };
  return {
    find: (request) => {
      const kept = cache?.find(keyOf(request)) ?? null;
      if (kept === null) return null;
      reused++;
      return answerOf(kept.text);
    },
    onTry: () => undefined,
    onError: () => undefined,
    onAnswer: (request, { finish, text, snapshot }) => {
      if (finish === 'end') cache?.store(keyOf(request), { text, snapshot });
    },
    reused: () => reused,
  };
}

/** The answer costs nothing this time. */
function answerOf(text: string): ChatAnswer {
  const usage = { inputTokens: 0, outputTokens: 0 };
  return { text, finish: 'end', usage, snapshot: 'kept', retries: 0, unaccounted: 0, seconds: 0 };
}
