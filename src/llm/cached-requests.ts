/** Reuses the complete answers of earlier requests, and stores new ones: a killed command is repeated without cost. */
import type { AnswerCache, AnsweringModel, AnswerKey, KeptAnswer } from './answer-cache.ts';
import type { ChatAnswer } from './chat.ts';
import type { IdentifiedRequest, RequestLog } from './model-client.ts';

/**
 * `cache`: null to keep nothing. `isVaried`: varied answers are asked for, so the temperature
 * counts; otherwise an answer of any temperature is used.
 */
export function cachedRequests(cache: AnswerCache | null, model: AnsweringModel, isVaried: boolean): RequestLog {
  const keyOf = ({ request, template }: IdentifiedRequest): AnswerKey => {
    const { messages, sample, temperature, tools } = request;
    return { model, template, messages, tools, sample, temperature: isVaried ? temperature : null };
  };
  return {
    find: (request) => {
      const kept = cache?.find(keyOf(request)) ?? null;
      return kept === null ? null : answerOf(kept);
    },
    onTry: () => undefined,
    onError: () => undefined,
    onAnswer: (request, { finish, ...answer }) => {
      if (finish === 'end') cache?.store(keyOf(request), answer);
    },
  };
}

/** The answer costs nothing this time. */
function answerOf(kept: KeptAnswer): ChatAnswer {
  const usage = { inputTokens: 0, outputTokens: 0 };
  return { ...kept, finish: 'end', usage, retries: 0, unaccounted: 0, seconds: 0 };
}
