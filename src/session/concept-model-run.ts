/** Runs the stages in which models add to a concept base, within one budget, and counts what that took. */
import type { ConceptEmbedder } from '../builders/concepts/embed-concepts.ts';
import type { AskModel } from '../builders/concepts/model-stage.ts';
import type { ModelRow, ModelRowKind } from '../concepts/model-rows.ts';
import { openVectorFile, vectorFileOf, type VectorFile } from '../library/vector-file.ts';
import { Budget } from '../llm/budget.ts';
import type { ChatModel } from '../llm/chat.ts';
import type { EmbeddingModel } from '../llm/embedding.ts';
import { ModelClient } from '../llm/model-client.ts';
import { isScripted } from '../llm/scripted.ts';
import type { ConceptsBuildOptions } from '../options/concepts-options.ts';
import { EMBED_CONCEPTS } from '../search/concepts/semantic-channel.ts';
import { conceptsPathFor, withConcepts } from './command-concepts.ts';
import type { ModelsReport } from './concept-models-schema.ts';
import type { CommandContext } from './command-context.ts';
import type { ConceptStage } from './concept-stages.ts';
import { deadlineOf } from './deadline.ts';
import { limitReached, ModelQuestions } from './model-questions.ts';
import { sharedBudgetOf } from './model-workers.ts';
import type { ModelUse } from './model-use-schema.ts';

/** Null: none is used. */
export interface BuildModels {
  chat: ChatModel | null;
  embedder: EmbeddingModel | null;
}

export class ConceptModelRun {
  stoppedBy: ModelsReport['stopped_by'] = null;
  /** The error that ended the requests; null while they go on. */
  ending: { error: unknown } | null = null;
  embedded = 0;
  readonly #models: BuildModels;
  readonly #options: ConceptsBuildOptions;
  readonly #context: CommandContext;
  readonly #budget: Budget;
  readonly #signal: AbortSignal;
  readonly #embedder: ConceptEmbedder | null;
  readonly #rows: ModelRow[] = [];
  readonly #problems: string[] = [];
  /** Those of each stage, which has its own temperature. */
  readonly #questions: ModelQuestions[] = [];

  /** With an embedder, opens the file of vectors. @throws {Failure} */
  constructor(models: BuildModels, options: ConceptsBuildOptions, context: CommandContext) {
    this.#models = models;
    this.#options = options;
    this.#context = context;
    this.#budget = new Budget({ ...options.limits, attempts: null }, sharedBudgetOf(options.limits, context));
    this.#signal = deadlineOf(options.maxTime, context.signal);
    this.#embedder = models.embedder === null ? null : this.#openEmbedder(models.embedder);
  }

  #openEmbedder(model: EmbeddingModel): ConceptEmbedder {
    const path = vectorFileOf(conceptsPathFor(this.#context.settings));
    const file: VectorFile = openVectorFile(path, { writable: true, embedCommand: EMBED_CONCEPTS });
    const client = new ModelClient({ model, budget: this.#budget, signal: this.#signal });
    const remedy = `Name the same embedder. For another one, remove ${path} and run the command again.`;
    return { client, file, remedy };
  }

  /** The rows that were answered before an end. */
  async ask(stage: ConceptStage): Promise<ModelRow[]> {
    const { signal, settings, startProgress } = this.#context;
    const { module, limit } = this.#options;
    const rows: ModelRow[] = [];
    const progress = startProgress('Asking');
    const events = {
      onRows: (more: readonly ModelRow[]) => void rows.push(...more),
      onProblem: (problem: string) => void this.#problems.push(problem),
      onProgress: (done: number, total: number) => progress.update(done, total, `${done} of ${total} ${stage.label}`),
    };
    try {
      this.#signal.throwIfAborted();
      await withConcepts(this.#context, ({ index, base }) => {
        const { concurrency } = settings.model;
        const ask = this.#askWith(stage.temperature);
        const parts = { index, base, ask, module, limit, concurrency, signal: this.#signal };
        return stage.run({ ...parts, ...events }, this.#embedder);
      });
    } catch (error) {
      signal.throwIfAborted();
      this.ending = { error };
      this.stoppedBy = limitReached(error, this.#signal);
    } finally {
      progress.stop();
    }
    this.#rows.push(...rows);
    return rows;
  }

  #askWith(temperature: number | null): AskModel {
    const { chat: model } = this.#models;
    if (model === null) return () => Promise.reject(new Error('this stage asks no model'));
    const { settings } = this.#context;
    const stageSettings = { ...settings, model: { ...settings.model, temperature } };
    const context = { ...this.#context, settings: stageSettings, signal: this.#signal };
    // The time limit is that of the run, which the signal ends.
    const questions = new ModelQuestions(model, { ...this.#options, maxTime: null }, context, this.#budget);
    this.#questions.push(questions);
    return questions.ask;
  }

  /** An error that is no limit: the base has what was answered before it. */
  rethrow(): void {
    if (this.ending === null || this.stoppedBy !== null) return;
    if (this.#rows.length > 0) {
      this.#context.log.info('The base has what was answered before. To continue, run the same command again.');
    }
    throw this.ending.error;
  }

  close(): void {
    this.#embedder?.file.close();
  }

  report(): ModelsReport {
    const count = (kind: ModelRowKind): number => this.#rows.filter((row) => row.kind === kind).length;
    const { tokens, cost } = this.#budget.spent;
    const { chat, embedder } = this.#models;
    const uses = this.#questions.map((each) => each.report());
    const sum = (part: (use: ModelUse) => number): number => uses.reduce((all, use) => all + part(use), 0);
    return {
      model: chat?.name ?? null,
      endpoint: chat?.endpoint ?? null,
      embedder: embedder?.name ?? null,
      scripted: this.#rows.some(({ snapshot }) => isScripted(snapshot)),
      answers: sum(({ answers }) => answers),
      reused: sum(({ reused }) => reused),
      back_translations: count('back-translation'),
      chosen: this.#rows.filter((row) => row.kind === 'back-translation' && row.data.chosen !== null).length,
      extractions: count('extraction'),
      explanations: count('explanation'),
      merges: count('merge'),
      embedded: this.embedded,
      problems: this.#problems,
      tokens,
      cost: [chat, embedder].some((model) => model !== null && model.price === null) ? null : cost,
      stopped_by: this.stoppedBy,
    };
  }
}
