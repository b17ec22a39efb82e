/** What models add to a concept base: in stages, each followed by a build with its rows. */
import { existsSync } from 'node:fs';
import { textsToEmbed } from '../builders/concepts/embed-concepts.ts';
import { possibleMergeQuestions } from '../builders/concepts/merge-concepts.ts';
import type { BaseSummary } from '../builders/concepts/build-base.ts';
import type { AskModel } from '../builders/concepts/model-stage.ts';
import type { Exit } from '../base/exit-codes.ts';
import { Failure } from '../base/errors.ts';
import { fileExists } from '../base/file-exists.ts';
import { openConceptBase } from '../concepts/open-base.ts';
import type { ModelRow } from '../concepts/model-rows.ts';
import { openVectorFile, type VectorFile, vectorFileOf } from '../library/vector-file.ts';
import { BadAnswer } from '../llm/bad-answer.ts';
import { MAX_REQUESTS } from '../llm/model-client.ts';
import { maxEmbeddingAmount } from '../llm/within-budget.ts';
import type { ConceptsBuildOptions } from '../options/concepts-options.ts';
import { type DryRunPrompt, dryRunPrompt } from '../prove/dry-run.ts';
import { conceptsDryRunReport, type PlannedEmbedding, renderConceptsDryRun } from '../report/concepts-build-models.ts';
import type { Prompt } from '../prompt/prompts.ts';
import { EMBED_CONCEPTS, VECTOR_SPACES } from '../search/concepts/semantic-channel.ts';
import { conceptsPathFor, type OpenConcepts, withConcepts } from '../session/command-concepts.ts';
import type { CommandContext } from '../session/command-context.ts';
import type { ModelsReport } from '../session/concept-models-schema.ts';
import { type BuildModels, ConceptModelRun } from '../session/concept-model-run.ts';
import { chatStages, vectorStages } from '../session/concept-stages.ts';
import { openEmbedder } from '../session/embedder.ts';
import { EMBEDDING_PRICE, requirePrice } from '../session/require-price.ts';
import { openRequiredModel } from '../session/required-model.ts';
import type { CommandOutcome } from './command.ts';

/** Where the base is, and how it is built with rows of models. */
export interface BuildWithRows {
  path: string;
  build: (rows: readonly ModelRow[]) => Promise<BaseSummary>;
}

/** Builds the base with what models wrote before, then asks for more. @throws {Failure} `model-missing`, `price-unknown` */
export async function addByModels(
  options: ConceptsBuildOptions,
  context: CommandContext,
  { path, build }: BuildWithRows,
): Promise<{ summary: BaseSummary; models: ModelsReport | null; exit: Exit }> {
  const models = await openModels(options, context);
  try {
    const stored = storedRows(path);
    const before = options.merge === 'none' ? stored.filter(({ kind }) => kind !== 'merge') : stored;
    const summary = await build(before);
    if (models.chat === null && models.embedder === null) return { summary, models: null, exit: 'done' };
    const run = new ConceptModelRun(models, options, context);
    try {
      const last = await runStages(run, options, context, { path, build });
      run.rethrow();
      const { modelRows } = summary;
      return {
        summary: { ...(last ?? summary), modelRows },
        models: run.report(),
        exit: run.stoppedBy === null ? 'done' : 'budget',
      };
    } finally {
      run.close();
    }
  } finally {
    await models.embedder?.close();
  }
}

/** The summary of the last build; null if nothing was added. */
async function runStages(
  run: ConceptModelRun,
  options: ConceptsBuildOptions,
  context: CommandContext,
  { path, build }: BuildWithRows,
): Promise<BaseSummary | null> {
  let summary: BaseSummary | null = null;
  const onVectors = (count: number): void => void (run.embedded += count);
  const vectors = options.isEmbedderGiven ? vectorStages(options, onVectors) : [];
  for (const stage of [...chatStages(options, context), ...vectors]) {
    const added = await run.ask(stage);
    const stored = storedRows(path);
    const isReplaced = ({ kind }: ModelRow): boolean => run.ending === null && kind === stage.replaces;
    const rows = merged(
      stored.filter((row) => !isReplaced(row)),
      added,
    );
    if (JSON.stringify(rows) !== JSON.stringify(merged(stored, []))) summary = await build(rows);
    if (run.ending !== null) break;
  }
  return summary;
}

async function openModels(options: ConceptsBuildOptions, context: CommandContext): Promise<BuildModels> {
  const { isEmbedderGiven, merge, limits } = options;
  if (merge !== null && merge !== 'none' && !isEmbedderGiven) throw mergeNeedsEmbedder(merge);
  const needsChat = chatStages(options, context).length > 0 || merge === 'model';
  const chat = needsChat
    ? await openRequiredModel(context, {
        record: null,
        isDryRun: options.dryRun,
        without: 'lemmahead concepts build',
      })
    : null;
  requirePrice(chat, limits.cost);
  const embedder = isEmbedderGiven ? await openEmbedder(context) : null;
  requirePrice(embedder, limits.cost, EMBEDDING_PRICE);
  return { chat, embedder };
}

/** A base that cannot be read has none: answers are kept elsewhere, and are not asked for again. */
function storedRows(path: string): ModelRow[] {
  if (!fileExists(path)) return [];
  try {
    const base = openConceptBase(path);
    try {
      return base.modelRows();
    } finally {
      base.close();
    }
  } catch (error) {
    if (!(error instanceof Failure)) throw error;
    return [];
  }
}

/** In an order that does not depend on the order of the answers. A new row replaces the old one. */
function merged(stored: readonly ModelRow[], added: readonly ModelRow[]): ModelRow[] {
  const keyOf = ({ definition, kind, concept }: ModelRow): string => JSON.stringify([definition, kind, concept]);
  const rows = new Map([...stored, ...added].map((row) => [keyOf(row), row]));
  return [...rows].sort(([a], [b]) => (a < b ? -1 : 1)).map(([, row]) => row);
}

/** The prompts of all stages, with what the base has now; of the pairs to merge, those that may have to be asked about. */
export async function dryRunOfModels(options: ConceptsBuildOptions, context: CommandContext): Promise<CommandOutcome> {
  const models = await openModels(options, context);
  try {
    return await withConcepts(context, async (concepts) => {
      const prompts = await promptsOf(options, context, models, concepts);
      const embedding = await plannedEmbedding(options, context, models, concepts);
      const report = conceptsDryRunReport(models.chat, prompts, prompts.length * MAX_REQUESTS, embedding);
      return { exit: 'done', data: report, render: (style) => renderConceptsDryRun(report, style) };
    });
  } finally {
    await models.embedder?.close();
  }
}

async function promptsOf(
  options: ConceptsBuildOptions,
  context: CommandContext,
  { chat }: BuildModels,
  { index, base }: OpenConcepts,
): Promise<DryRunPrompt[]> {
  const prompts: DryRunPrompt[] = [];
  const { maxOutputTokens, concurrency } = context.settings.model;
  const { module, limit } = options;
  const nothing = (): void => undefined;
  const events = { onRows: nothing, onProblem: nothing, onProgress: nothing };
  const record = ({ template, messages }: Prompt, temperature: number | null, sample: number): void => {
    const request = { messages, maxOutputTokens, temperature, sample };
    prompts.push(dryRunPrompt(request, template, { price: chat?.price ?? null }));
  };
  const stages = chatStages(options, context);
  for (const { temperature, run } of stages) {
    const ask: AskModel = async (prompt, _, sample = 0) => {
      record(prompt, temperature, sample);
      throw new BadAnswer('nothing was sent');
    };
    await run({ index, base, ask, module, limit, concurrency, signal: context.signal, ...events }, null);
  }
  if (options.merge === 'model') {
    // The stages before change the texts of which the vectors are.
    const ask = (file: VectorFile | null): Prompt[] =>
      possibleMergeQuestions(base, stages.length > 0 ? null : (file?.space(VECTOR_SPACES.concepts) ?? null));
    for (const prompt of await withStoredVectors(context, ask)) record(prompt, null, 0);
  }
  return prompts;
}

/** `work` gets null if there is no file of vectors. */
async function withStoredVectors<T>(
  { settings }: CommandContext,
  work: (file: VectorFile | null) => T | Promise<T>,
): Promise<T> {
  const path = vectorFileOf(conceptsPathFor(settings));
  const file = existsSync(path) ? openVectorFile(path, { writable: false, embedCommand: EMBED_CONCEPTS }) : null;
  try {
    return await work(file);
  } finally {
    file?.close();
  }
}

async function plannedEmbedding(
  { module, limit }: ConceptsBuildOptions,
  context: CommandContext,
  { embedder }: BuildModels,
  { base }: OpenConcepts,
): Promise<PlannedEmbedding | null> {
  if (embedder === null) return null;
  return withStoredVectors(context, async (file) => {
    const spaces = await textsToEmbed({ base, module, limit }, (space) => file?.space(space) ?? null);
    const texts = spaces.flatMap(({ missing }) => missing.map(({ text }) => text()));
    const { tokens, cost } = maxEmbeddingAmount(texts, embedder.price);
    const { name, endpoint, price } = embedder;
    return {
      embedder: name,
      endpoint,
      texts: texts.length,
      worst_tokens: tokens,
      worst_cost: price === null ? null : cost,
    };
  });
}

function mergeNeedsEmbedder(merge: string): Failure {
  return new Failure('usage', 'usage', {
    message: `--merge ${merge} needs --embedder: it compares the vectors of concepts.`,
    next: '--embedder openai/NAME, local/NAME with --embedder-url URL, or onnx:FOLDER',
  });
}
