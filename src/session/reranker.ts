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
import { maxRerankAmount, openRerankerFrom, placesByScore, type Reranker } from '../llm/reranking.ts';
import { rerankPrompt } from '../prompt/stage-prompts.ts';
import type { RerankDefinitions } from '../search/concepts/rerank-definitions.ts';
import { packDefinitions } from '../search/concepts/statement-pack.ts';
import type { OpenConcepts } from './command-concepts.ts';
import type { CommandContext } from './command-context.ts';
import { serverAsModel } from './embedder.ts';
import { type AskHelper, type HelperModel, readPlaces } from './helper-requests.ts';

/** The reranker that is a question to the model. */
export const BY_MODEL = 'model';

export interface OpenReranker {
  /** The cross-encoder; null for a question to the model. */
  model: HelperModel | null;
  /** For the definitions of an open base. `ask`: puts the question to the cross-encoder. */
  for: (concepts: Pick<OpenConcepts, 'index' | 'base'>, ask: AskHelper) => RerankDefinitions;
  close(): Promise<void>;
}

/** Someone waits for the search, which has an order without the reranker. */
const MAX_SECONDS = 30;
const MAX_RETRIES = 1;

export function rerankerAsModel(settings: Settings, name: string, cwd: string): ModelSettings {
  const model = serverAsModel(settings, { name, baseUrl: settings.reranker.baseUrl }, cwd);
  return {
    ...model,
    timeoutSeconds: Math.min(model.timeoutSeconds, MAX_SECONDS),
    retries: Math.min(model.retries, MAX_RETRIES),
  };
}

/** Sends nothing yet. @throws {Failure} as `openRerankerFrom` and `openModelFrom` */
export async function openReranker(name: string, context: CommandContext): Promise<OpenReranker> {
  if (name === BY_MODEL) return openModelReranker(context);
  return byCrossEncoder(await openRerankerFrom(rerankerAsModel(context.settings, name, context.cwd)), context);
}

/** `name`: of a recorded run, which has its answers. */
export function recordedReranker(name: string, context: CommandContext): OpenReranker {
  const notAsked = (): never => {
    throw new Error('a replay sends nothing');
  };
  const model = { name, endpoint: 'none', price: null, score: notAsked, close: () => Promise.resolve() };
  return byCrossEncoder(model, context);
}

function byCrossEncoder(model: Reranker, context: CommandContext): OpenReranker {
  return {
    model,
    for:
      ({ base }, ask) =>
      (text, definitions) =>
        orNotice(context, definitions, async () => {
          const texts = definitions.map((each) => annotationText(base.annotation(each)));
          const places = await orderBy(model, text, texts, ask);
          return places.map((place) => definitions[place]!);
        }),
    close: () => model.close(),
  };
}

async function orderBy(model: Reranker, text: string, texts: readonly string[], ask: AskHelper): Promise<number[]> {
  const answer = await ask({
    ...{ model, template: 'cross-encoder', texts: [text, ...texts], maximum: maxRerankAmount(model, text, texts) },
    send: async (options) => {
      const { scores, ...facts } = await model.score(text, texts, options);
      return { ...facts, text: JSON.stringify(placesByScore(scores)) };
    },
  });
  return readPlaces(answer, texts.length);
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
    model: null,
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
