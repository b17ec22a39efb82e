/** Opens the models that judge statements: one budget for all, every answer kept. */
import { join, resolve } from 'node:path';
import { AnswerCache } from '../llm/answer-cache.ts';
import { Budget, type Limits } from '../llm/budget.ts';
import type { ChatModel, ChatRequest } from '../llm/chat.ts';
import { MAX_REQUESTS, ModelClient } from '../llm/model-client.ts';
import { openModelFrom } from '../llm/open-model.ts';
import type { Prompt } from '../prompt/prompts.ts';
import { type DryRunPrompt, dryRunPrompt } from '../prove/dry-run.ts';
import type { TextJudge } from '../prove/statement/text-judge.ts';
import type { CommandContext } from './command-context.ts';
import { requirePrice } from './require-price.ts';

export interface TextJudges {
  judges: readonly TextJudge[];
  models: readonly ChatModel[];
  /** Cost: null if a price is unknown. */
  spent: () => { tokens: number; cost: number | null };
  /** What a prompt costs at most, from each judge. */
  dryRun: (prompt: Prompt) => DryRunPrompt[];
}

/**
 * The `at`-th judge asks for the answer with the number `at`: two judges with one name, or two names in one recording, give
 * answers of their own. `record`: a file, or null.
 * @throws {Failure} if a model cannot be opened, or its price is unknown and the cost is limited
 */
export async function openTextJudges(
  names: readonly string[],
  { limits, record }: { limits: Pick<Limits, 'cost' | 'tokens'>; record: string | null },
  { settings, cwd, signal }: Pick<CommandContext, 'settings' | 'cwd' | 'signal'>,
): Promise<TextJudges> {
  const file = record === null ? null : resolve(cwd, record);
  const { maxOutputTokens, temperature } = settings.model;
  const budget = new Budget({ ...limits, attempts: null });
  const models: ChatModel[] = [];
  for (const name of names) {
    const model = await openModelFrom({ ...settings.model, name }, { record: file });
    requirePrice(model, limits.cost);
    models.push(model);
  }
  const judges = models.map((model, sample): TextJudge => {
    // A recording must contain every answer, and a replay must not depend on other files.
    const keeps = record === null && !model.name.startsWith('replay:');
    const cache = keeps ? new AnswerCache(join(settings.dataHome, 'answers')) : null;
    const client = new ModelClient({ model, budget, signal, questions: { cache, maxOutputTokens, temperature } });
    return {
      name: model.name,
      ask: async ({ template, messages }, read) => {
        try {
          return (await client.question({ template, messages, read, sample })).value;
        } catch (error) {
          signal.throwIfAborted();
          throw error;
        }
      },
    };
  });
  return {
    judges,
    models,
    spent: () => {
      const { tokens, cost } = budget.spent;
      return { tokens, cost: models.every(({ price }) => price !== null) ? cost : null };
    },
    dryRun: ({ template, messages }) =>
      models.map((model, sample) => {
        const request: ChatRequest = { messages, maxOutputTokens, temperature, sample: sample * MAX_REQUESTS };
        return dryRunPrompt(request, template, model);
      }),
  };
}
