/** Opens the reranker of the settings: a cross-encoder, or the model that is asked for an order. */
import { join } from 'node:path';
import { Failure } from '../base/errors.ts';
import type { ModelSettings, Settings } from '../config/settings.ts';
import { annotationText } from '../concepts/definition.ts';
import { readOrder } from '../formalize/stage-answers.ts';
import { AnswerCache } from '../llm/answer-cache.ts';
import { BadAnswer } from '../llm/bad-answer.ts';
import { Budget, NO_LIMITS } from '../llm/budget.ts';
import { ModelClient } from '../llm/model-client.ts';
import { openModelFrom } from '../llm/open-model.ts';
import { openRerankerFrom, rerank, type Reranker } from '../llm/reranking.ts';
import { rerankPrompt } from '../prompt/stage-prompts.ts';
import type { RerankDefinitions } from '../search/concepts/rerank-definitions.ts';
import { packDefinitions } from '../search/concepts/statement-pack.ts';
import type { OpenConcepts } from './command-concepts.ts';
import type { CommandContext } from './command-context.ts';
import { serverAsModel } from './embedder.ts';

/** The reranker that is a question to the model. */
export const BY_MODEL = 'model';

export interface OpenReranker {
  /** For the definitions of an open base. */
  for: (concepts: Pick<OpenConcepts, 'index' | 'base'>) => RerankDefinitions;
  close(): Promise<void>;
}

export function rerankerAsModel(settings: Settings, name: string, cwd: string): ModelSettings {
  return serverAsModel(settings, { name, baseUrl: settings.reranker.baseUrl }, cwd);
}

/** Sends nothing yet. @throws {Failure} as `openRerankerFrom` and `openModelFrom` */
export async function openReranker(name: string, context: CommandContext): Promise<OpenReranker> {
  if (name === BY_MODEL) return openModelReranker(context);
  const model = await openRerankerFrom(rerankerAsModel(context.settings, name, context.cwd));
  return {
    for:
      ({ base }) =>
      (text, definitions) =>
        orNotice(context, definitions, async () => {
          const texts = definitions.map((each) => annotationText(base.annotation(each)));
          const places = await keptOrder(model, text, texts, context);
          return places.map((place) => definitions[place]!);
        }),
    close: () => model.close(),
  };
}

/** An order is asked for once. */
async function keptOrder(
  model: Reranker,
  text: string,
  texts: readonly string[],
  { settings, signal }: CommandContext,
): Promise<number[]> {
  const cache = new AnswerCache(join(settings.dataHome, 'answers'));
  const messages = [{ role: 'user', text: JSON.stringify([text, ...texts]) }] as const;
  const key = { model: model.name, template: 'cross-encoder', messages, sample: 0 };
  const kept = cache.find(key);
  if (kept !== null) return JSON.parse(kept.text) as number[];
  const places = await rerank(model, text, texts, { signal });
  cache.store(key, { text: JSON.stringify(places), snapshot: model.name });
  return places;
}

/** What the model leaves out comes last, in the order before. */
async function openModelReranker(context: CommandContext): Promise<OpenReranker> {
  const { settings, signal } = context;
  const model = await openModelFrom(settings.model, { record: null });
  const { maxOutputTokens, temperature } = settings.model;
  const cache = new AnswerCache(join(settings.dataHome, 'answers'));
  const budget = new Budget(NO_LIMITS);
  const client = new ModelClient({ model, budget, signal, questions: { cache, maxOutputTokens, temperature } });
  return {
    for:
      ({ index, base }) =>
      (text, definitions) =>
        orNotice(context, definitions, async () => {
          const ranked = definitions.map((definition) => ({ definition, score: 0, probability: 0, phrase: null }));
          const packed = packDefinitions(index, base, ranked, ranked.length);
          const shown = packed.map(({ row, ...facts }) => ({ ...facts, kind: row.kind, name: row.name }));
          const read = (answer: string): number[] => readOrder(answer, shown.length);
          const { value } = await client.question({ ...rerankPrompt(text, [], shown), read });
          const chosen = value.map((place) => base.numberOf(shown[place]!.name)!);
          return [...new Set([...chosen, ...definitions])];
        }),
    close: () => Promise.resolve(),
  };
}

/** Failures cost the order, never the search. An interrupt is rethrown. */
async function orNotice(
  { signal }: CommandContext,
  definitions: readonly number[],
  work: () => Promise<number[]>,
): ReturnType<RerankDefinitions> {
  try {
    return { definitions: await work(), notice: null };
  } catch (error) {
    if (signal.aborted || !(error instanceof Failure || error instanceof BadAnswer)) throw error;
    const why = error instanceof Failure ? error.detail.message : `${error.message}.`;
    return { definitions: [...definitions], notice: `Not reordered by the reranker: ${why}` };
  }
}
