/** What models add to a concept base: in stages, each within the budget, and each followed by a build with its rows. */
import { join } from 'node:path';
import { fileExists } from '../base/file-exists.ts';
import { backTranslate, type Comparison } from '../builders/concepts/back-translate.ts';
import type { BaseSummary } from '../builders/concepts/build-base.ts';
import { explainConcepts } from '../builders/concepts/explain-concepts.ts';
import { extractByModel } from '../builders/concepts/extract-by-model.ts';
import type { AskModel, ModelStage } from '../builders/concepts/model-stage.ts';
import { wordSimilarity } from '../builders/concepts/self-consistency.ts';
import type { Exit } from '../base/exit-codes.ts';
import { Failure } from '../base/errors.ts';
import { type ConceptBase, openConceptBase } from '../concepts/open-base.ts';
import type { ModelRow, ModelRowKind } from '../concepts/model-rows.ts';
import { AnswerCache } from '../llm/answer-cache.ts';
import { BadAnswer } from '../llm/bad-answer.ts';
import { Budget, BudgetSpent } from '../llm/budget.ts';
import type { ChatModel } from '../llm/chat.ts';
import { MAX_REQUESTS, ModelClient } from '../llm/model-client.ts';
import { openModelFrom } from '../llm/open-model.ts';
import { isScripted } from '../llm/scripted.ts';
import type { ConceptsBuildOptions } from '../options/concepts-options.ts';
import { type DryRunPrompt, dryRunPrompt } from '../prove/dry-run.ts';
import { conceptsDryRunReport, type ModelsReport, renderConceptsDryRun } from '../report/concepts-build-models.ts';
import { readDefinitionWords } from '../search/concepts/definition-words.ts';
import { withConcepts } from '../session/command-concepts.ts';
import type { CommandContext } from '../session/command-context.ts';
import { deadlineOf } from '../session/deadline.ts';
import { requirePrice } from '../session/require-price.ts';
import type { CommandOutcome } from './command.ts';

/** Several answers to one question must differ. */
const VARIED_TEMPERATURE = 0.7;
/** How like the documentation, or the other answers, a text must be at least, by words and by vectors. */
const FLOORS = { words: 0.3, vectors: 0.6 };

interface Stage {
  label: string;
  temperature: number | null;
  run: (stage: ModelStage) => Promise<void>;
}

function stagesOf(options: ConceptsBuildOptions, { settings }: CommandContext): Stage[] {
  const { temperature } = settings.model;
  const which = options.backTranslate ?? (options.isModelGiven ? 'missing' : 'none');
  const stages: Stage[] = [];
  if (which !== 'none') {
    const { candidates } = options;
    stages.push({
      label: 'definitions put into words',
      temperature: temperature ?? VARIED_TEMPERATURE,
      run: (stage) => backTranslate(stage, { which, candidates, comparison: byWords(stage.base) }),
    });
  }
  if (options.extract) stages.push({ label: 'questions about concepts', temperature, run: extractByModel });
  if (options.explain) stages.push({ label: 'concepts explained', temperature, run: explainConcepts });
  return stages;
}

function byWords(base: ConceptBase): Comparison {
  const words = base
    .all<{ words: string }>('SELECT words FROM definitions')
    .map((row) => readDefinitionWords(row.words));
  const similarity = wordSimilarity(words);
  return { by: 'words', floor: FLOORS.words, compare: () => Promise.resolve(similarity) };
}

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
  const stages = stagesOf(options, context);
  const model = stages.length === 0 ? null : await openModel(options, context);
  const before = storedRows(path);
  let summary = await build(before);
  if (model === null) return { summary, models: null, exit: 'done' };
  const run = new ModelRun(model, options, context);
  const { modelRows } = summary;
  for (const stage of stages) {
    const added = await run.ask(stage);
    if (added.length > 0) summary = { ...(await build(merged(storedRows(path), added))), modelRows };
    if (run.ending !== null) break;
  }
  run.rethrow();
  return { summary, models: run.report(), exit: run.stoppedBy === null ? 'done' : 'budget' };
}

/** Asks for the rows of the stages, and counts what that took. */
class ModelRun {
  stoppedBy: ModelsReport['stopped_by'] = null;
  /** The error that ended the requests; null while they go on. */
  ending: { error: unknown } | null = null;
  readonly #model: ChatModel;
  readonly #options: ConceptsBuildOptions;
  readonly #context: CommandContext;
  readonly #budget: Budget;
  readonly #signal: AbortSignal;
  readonly #rows: ModelRow[] = [];
  readonly #problems: string[] = [];
  #questions = 0;
  #reused = 0;

  constructor(model: ChatModel, options: ConceptsBuildOptions, context: CommandContext) {
    this.#model = model;
    this.#options = options;
    this.#context = context;
    this.#budget = new Budget({ ...options.limits, attempts: null });
    this.#signal = deadlineOf(options.maxTime, context.signal);
  }

  /** The rows that were answered before an end. */
  async ask(stage: Stage): Promise<ModelRow[]> {
    const { signal, settings, startProgress } = this.#context;
    const { module, limit } = this.#options;
    const rows: ModelRow[] = [];
    const progress = startProgress('Asking');
    try {
      await withConcepts(this.#context, ({ index, base }) =>
        stage.run({
          ...{ index, base, module, limit, signal: this.#signal },
          ask: this.#askWith(stage.temperature),
          concurrency: settings.model.concurrency,
          onRows: (more) => rows.push(...more),
          onProblem: (problem) => this.#problems.push(problem),
          onProgress: (done, total) => progress.update(done, total, `${done} of ${total} ${stage.label}`),
        }),
      );
    } catch (error) {
      signal.throwIfAborted();
      this.ending = { error };
      if (error instanceof BudgetSpent) this.stoppedBy = error.stop.limit === 'cost' ? 'cost' : 'tokens';
      else if (this.#signal.aborted) this.stoppedBy = 'time';
    } finally {
      progress.stop();
    }
    this.#rows.push(...rows);
    return rows;
  }

  #askWith(temperature: number | null): AskModel {
    const { settings } = this.#context;
    const cache = new AnswerCache(join(settings.dataHome, 'answers'));
    const questions = { cache, maxOutputTokens: settings.model.maxOutputTokens, temperature };
    const model = this.#model;
    const client = new ModelClient({ model, budget: this.#budget, signal: this.#signal, questions });
    return async ({ template, messages }, read, sample = 0) => {
      const { value, snapshot, isCached } = await client.question({ template, messages, read, sample });
      this.#questions++;
      if (isCached) this.#reused++;
      return { value, model: model.name, template, snapshot };
    };
  }

  /** An error that is no limit: the base has what was answered before it. */
  rethrow(): void {
    if (this.ending === null || this.stoppedBy !== null) return;
    if (this.#rows.length > 0) {
      this.#context.log.info(`The base has what was answered before. To continue, run the same command again.`);
    }
    throw this.ending.error;
  }

  report(): ModelsReport {
    const count = (kind: ModelRowKind): number => this.#rows.filter((row) => row.kind === kind).length;
    const { tokens, cost } = this.#budget.spent;
    return {
      model: this.#model.name,
      endpoint: this.#model.endpoint,
      scripted: this.#rows.some(({ snapshot }) => isScripted(snapshot)),
      answers: this.#questions,
      reused: this.#reused,
      back_translations: count('back-translation'),
      chosen: this.#rows.filter((row) => row.kind === 'back-translation' && row.data.chosen !== null).length,
      extractions: count('extraction'),
      explanations: count('explanation'),
      problems: this.#problems,
      tokens,
      cost: this.#model.price === null ? null : cost,
      stopped_by: this.stoppedBy,
    };
  }
}

async function openModel({ limits }: ConceptsBuildOptions, { settings }: CommandContext): Promise<ChatModel> {
  if (settings.model.name === null) throw modelMissing();
  const model = await openModelFrom(settings.model, { record: null });
  requirePrice(model, limits.cost);
  return model;
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

/** The prompts of all stages, with what the base has now. */
export async function dryRunOfModels(options: ConceptsBuildOptions, context: CommandContext): Promise<CommandOutcome> {
  const stages = stagesOf(options, context);
  const model = stages.length === 0 ? null : await openModel(options, context);
  const prompts: DryRunPrompt[] = [];
  const { maxOutputTokens, concurrency } = context.settings.model;
  await withConcepts(context, async ({ index, base }) => {
    for (const { temperature, run } of stages) {
      const ask: AskModel = async ({ template, messages }, _, sample = 0) => {
        const request = { messages, maxOutputTokens, temperature, sample };
        prompts.push(dryRunPrompt(request, template, { price: model?.price ?? null }));
        throw new BadAnswer('nothing was sent');
      };
      const { module, limit } = options;
      const nothing = (): void => undefined;
      const events = { onRows: nothing, onProblem: nothing, onProgress: nothing };
      await run({ index, base, ask, module, limit, concurrency, signal: context.signal, ...events });
    }
  });
  const report = conceptsDryRunReport(model, prompts, prompts.length * MAX_REQUESTS);
  return { exit: 'done', data: report, render: (style) => renderConceptsDryRun(report, style) };
}

function modelMissing(): Failure {
  return new Failure('missing', 'model-missing', {
    message: 'This needs a model, but no model is configured.',
    next: 'Set one: --model anthropic/NAME, openai/NAME, or local/NAME with --base-url URL.\nWithout a model: lemmahead concepts build',
  });
}
