/** A graph of templates by models: opens the models, builds within a budget, and says what came of each seed. */
import { AnswerChecks } from './answer-checks.ts';
import { Failure } from '../base/errors.ts';
import {
  type BuiltUnit,
  buildByModel,
  emptyBuild,
  type ModelBuild,
  type ModelBuildRequest,
  nameSimilarity,
  recordsOfBuild,
  vectorSimilarity,
} from '../builders/templates/model/build-by-model.ts';
import type { Thresholds } from '../builders/templates/model/graph-rules.ts';
import type { GraphItemRecord, GraphPlan } from '../builders/templates/graph-records.ts';
import type { SeedProblem } from '../builders/templates/seed-problems.ts';
import type { GapReason } from '../library/template-stages.ts';
import { Budget } from '../llm/budget.ts';
import type { ChatModel } from '../llm/chat.ts';
import type { EmbeddingModel } from '../llm/embedding.ts';
import type { TemplatesBuildOptions } from '../options/template-graph-options.ts';
import * as prompts from '../prompt/templates/build-graph.ts';
import type { CommandContext } from './command-context.ts';
import { openEmbedder } from './embedder.ts';
import { ModelQuestions } from './model-questions.ts';
import type { ModelUse } from './model-use-schema.ts';
import { sharedBudgetOf } from './model-workers.ts';
import { openChatModel } from './open-chat-model.ts';
import { openRequiredModel } from './required-model.ts';
import { EMBEDDING_PRICE, requirePrice } from './require-price.ts';
import { unitVector } from '../vectors/unit-vector.ts';

/** Temperature of the model for mixed templates and variations (Lan et al., section 4). */
const ADVANCED_TEMPERATURE = 0.3;
/** Its top-p, likewise. Anthropic's models reject it beside a temperature. */
const ADVANCED_TOP_P = 0.8;
const rejectsBoth = (name: string): boolean => name.startsWith('anthropic/');

export interface ModelGraph {
  records: GraphItemRecord[];
  plan: GraphPlan;
  gaps: ModelBuild['gaps'];
  models: ModelUse[];
  notices: string[];
}

/**
 * `accept`: called with the plan before anything is asked; an error of it ends the build.
 * @throws {Failure} `model-missing`, `advanced-model-missing`, `same-model`, `seeds-unanswered`, `price-unknown`
 */
export async function buildModelGraph(
  seeds: readonly SeedProblem[],
  options: TemplatesBuildOptions,
  context: CommandContext,
  accept: (plan: GraphPlan) => void,
): Promise<ModelGraph> {
  const { settings } = context;
  const usable = answeredSeeds(seeds, options);
  const model = await openBaseModel(options, context);
  const advanced = await openAdvancedModel(options, context);
  const judge =
    settings.judgeModel === null
      ? null
      : await openChatModel({ ...settings.model, name: settings.judgeModel }, options, context);
  const embedder = settings.embedder.name === null ? null : await openEmbedder(context);
  const opened = { model, advanced, judge, embedder };
  accept(planOf(options, { ...opened, isScripted: false }));
  for (const each of [model, advanced, judge]) requirePrice(each, options.limits.cost);
  requirePrice(embedder, options.limits.cost, EMBEDDING_PRICE);
  const budget = new Budget({ ...options.limits, attempts: null }, sharedBudgetOf(options.limits, context));
  const questions = new ModelQuestions(model, options, context, budget);
  const others = [advanced === null ? null : withTemperature(context), judge === null ? null : context];
  const [askAdvanced, askJudge] = [advanced, judge].map((each, at) =>
    each === null ? null : new ModelQuestions(each, options, others[at]!, budget),
  );
  const checks = new AnswerChecks(askJudge?.ask ?? null);
  const build = emptyBuild();
  const isPriced = [model, advanced, judge].every((each) => each === null || each.price !== null);
  const progress = context.startProgress('Building templates');
  const request = {
    ...buildRequestOf(usable, options, { base: model.name, advanced: advanced?.name ?? null }),
    ...{ ask: questions.ask, askAdvanced: askAdvanced?.ask ?? null, concurrency: settings.model.concurrency },
    signal: questions.signal,
    similarity: embedder === null ? byWords : byVectors(embedder, questions),
    isRight: async (seed: SeedProblem, text: string) =>
      seed.answer === null || (await checks.check(seed, seed.answer, text)).correct,
    onProblem: (problem: string) => void questions.problems.push(problem),
    onUnit: (unit: BuiltUnit) => {
      const { tokens, cost } = budget.spent;
      progress.update(unit.done, unit.of, `${unit.stage}: ${unit.done} of ${unit.of}`);
      context.stream?.({ event: 'template_unit', ...unit, tokens, cost: isPriced ? cost : null });
    },
  };
  try {
    await questions.within(() => buildByModel(request, build));
  } finally {
    progress.stop();
    await checks.close();
    await embedder?.close();
  }
  const models = [questions, askAdvanced, askJudge].flatMap((each) => each?.report() ?? []);
  return {
    ...{ records: recordsOfBuild(build), gaps: build.gaps, models },
    plan: planOf(options, { ...opened, isScripted: models.some(({ scripted }) => scripted) }),
    notices:
      usable.length === seeds.length ? [] : [`${seeds.length - usable.length} problems without an answer left out.`],
  };
}

export const buildRequestOf = (
  seeds: readonly SeedProblem[],
  options: TemplatesBuildOptions,
  models: ModelBuildRequest['models'],
): Pick<ModelBuildRequest, 'seeds' | 'mixed' | 'variations' | 'draw' | 'thresholds' | 'models'> => {
  const { mixed, variations, draw } = options;
  return { seeds, mixed, variations, draw, thresholds: thresholdsOf(options), models };
};

const byWords: ModelBuildRequest['similarity'] = (own, others) => Promise.resolve(nameSimilarity(own, others));

/** Each text is embedded once, also if units meanwhile want the same. */
function byVectors(embedder: EmbeddingModel, questions: ModelQuestions): ModelBuildRequest['similarity'] {
  const known = new Map<string, Promise<Float32Array>>();
  const vectorsOf = (texts: readonly string[]): Promise<Float32Array[]> => {
    const missing = [...new Set(texts)].filter((text) => !known.has(text));
    const embedded = missing.length === 0 ? null : questions.embedAll(embedder, missing, 'passage');
    for (const [at, text] of missing.entries()) {
      const vector = embedded!.then((vectors) => unitVector(vectors[at]!) ?? new Float32Array(vectors[at]!.length));
      known.set(text, vector);
      vector.catch(() => known.delete(text));
    }
    return Promise.all(texts.map((text) => known.get(text)!));
  };
  return (own, others) => vectorSimilarity(own, others, vectorsOf);
}

/** The rule on matches is on if matches are looked for. */
export const thresholdsOf = ({
  consistency: k,
  alpha,
  matchK,
  matchAlpha,
  spread,
  match,
}: Pick<
  TemplatesBuildOptions,
  'consistency' | 'alpha' | 'matchK' | 'matchAlpha' | 'spread' | 'match'
>): Thresholds => ({
  ...{ k, alpha, spread, matchK, matchAlpha: match.length === 0 ? null : matchAlpha },
});

export const openBaseModel = (
  { record, dryRun }: Pick<TemplatesBuildOptions, 'record' | 'dryRun'>,
  context: CommandContext,
) =>
  openRequiredModel(context, {
    ...{ record, isDryRun: dryRun, without: 'lemmahead templates build FILE --from labelled' },
  });

/** Null if it has nothing to do. */
export async function openAdvancedModel(
  { mixed, variations, sameModel, record, dryRun }: TemplatesBuildOptions,
  context: CommandContext,
): Promise<ChatModel | null> {
  if (mixed + variations === 0) return null;
  const { settings } = context;
  const { advancedModel } = settings;
  if (advancedModel === null) {
    throw new Failure('usage', 'advanced-model-missing', {
      message: '--mixed and --variations need a second model.',
      next: 'Name it: --advanced-model PROVIDER/NAME',
    });
  }
  if (advancedModel === settings.model.name && !sameModel) {
    throw new Failure('usage', 'same-model', {
      message: `${advancedModel} would make both the templates and their variations.`,
      reason: 'The method takes two different models, so that the second does not repeat the first.',
      next: 'Name another --advanced-model, or allow it: --same-model',
    });
  }
  const topP = settings.model.topP ?? (rejectsBoth(advancedModel) ? null : ADVANCED_TOP_P);
  return openChatModel(
    { ...settings.model, name: advancedModel, topP },
    { record: dryRun ? null : record, isDryRun: dryRun },
    context,
  );
}

/** A temperature of the user counts. */
function withTemperature(context: CommandContext): CommandContext {
  const { settings } = context;
  const temperature = settings.model.temperature ?? ADVANCED_TEMPERATURE;
  return { ...context, settings: { ...settings, model: { ...settings.model, temperature } } };
}

export function answeredSeeds(
  seeds: readonly SeedProblem[],
  { keepUnverified }: Pick<TemplatesBuildOptions, 'keepUnverified'>,
): SeedProblem[] {
  const usable = seeds.filter(({ answer }) => keepUnverified || answer !== null);
  if (usable.length > 0) return usable;
  throw new Failure('usage', 'seeds-unanswered', {
    message: 'No problem has an answer, so no solution can be checked.',
    next: 'Give each problem an "answer", or use them unchecked: --keep-unverified',
  });
}

function planOf(
  options: TemplatesBuildOptions,
  {
    model,
    advanced,
    judge,
    embedder,
    isScripted,
  }: {
    model: ChatModel;
    advanced: ChatModel | null;
    judge: ChatModel | null;
    embedder: EmbeddingModel | null;
    isScripted: boolean;
  },
): GraphPlan {
  const { mixed, variations, draw, keepUnverified } = options;
  const { matchAlpha, matchK: _, ...thresholds } = thresholdsOf(options);
  return {
    ...{
      builder: 'models',
      model: model.name,
      scripted: isScripted,
      similarity: embedder?.name ?? 'words',
      draw,
      mixed,
      variations,
    },
    ...(advanced === null ? {} : { advanced: advanced.name }),
    ...(judge === null ? {} : { judge: judge.name }),
    ...(keepUnverified ? { unverified: true } : {}),
    ...thresholds,
    ...(matchAlpha === null ? {} : { match_alpha: matchAlpha }),
    prompts: Object.values(prompts).map(({ id }) => id),
  };
}

/** By stage: number of attempts without a template, by reason. */
export function countGaps(gaps: ModelBuild['gaps'], stage: string): Partial<Record<GapReason, number>> {
  const counts: Partial<Record<GapReason, number>> = {};
  for (const gap of gaps) if (gap.stage === stage) counts[gap.reason] = (counts[gap.reason] ?? 0) + 1;
  return counts;
}
