/** Asks a model for `formalize`: within a budget, and with answers that are kept for the same command again. */
import { AnswerCache } from '../llm/answer-cache.ts';
import type { Budget } from '../llm/budget.ts';
import { cachedRequests } from '../llm/cached-requests.ts';
import type { ChatModel } from '../llm/chat.ts';
import { ModelClient } from '../llm/model-client.ts';
import type { ModelSettings, ProblemModel } from './formalize-problem.ts';

export interface FormalizerModelParts {
  model: ChatModel;
  budget: Budget;
  /** Where answers are kept; null to keep nothing. */
  answers: string | null;
  settings: ModelSettings;
  signal: AbortSignal;
}

/** `reused`: answers to the prompt for the statement that were kept. */
export function formalizerModel({
  model,
  budget,
  answers,
  settings,
  signal,
}: FormalizerModelParts): ProblemModel & { reused: () => number } {
  const cache = answers === null ? null : new AnswerCache(answers);
  const { maxOutputTokens, temperature } = settings;
  const client = new ModelClient({ model, budget, signal, questions: { cache, maxOutputTokens, temperature } });
  const log = cachedRequests(cache, model.name);
  return {
    askStage: async ({ template, messages }, read) => {
      try {
        return (await client.question({ template, messages, read })).value;
      } catch (error) {
        signal.throwIfAborted();
        throw error;
      }
    },
    ask: (request, template) => client.ask(request, template, log),
    reused: log.reused,
  };
}
