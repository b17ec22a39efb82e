/** `lemmahead graph augment`: asks a model for attributes of the library's entities. */
import { type Augmented, augmentEntities } from '../builders/knowledge/augment/augment-entities.ts';
import { libraryPathFor } from '../config/paths.ts';
import { requireSources } from '../library/filter-entries.ts';
import { withLibrary, type Library } from '../library/library.ts';
import { endRun, startRun } from '../library/runs.ts';
import { AUGMENTED_ATTRIBUTES } from '../prompt/templates/augment-entity.ts';
import type { GraphAugmentOptions } from '../options/graph-model-options.ts';
import type { GraphAugmentReport, GraphQuestionsReport } from '../report/graph-model-schema.ts';
import { renderGraphAugment, renderPlannedQuestions } from '../report/graph-model-text.ts';
import type { AskModel } from '../builders/concepts/model-stage.ts';
import type { CommandContext } from '../session/command-context.ts';
import { ModelQuestions, plannedQuestions } from '../session/model-questions.ts';
import { noEntities } from '../session/no-entities.ts';
import { openRequiredModel } from '../session/required-model.ts';
import { requirePrice } from '../session/require-price.ts';
import type { Command } from './command.ts';

/** Exit `no` if no question has a usable answer, `budget` if a limit ended the requests; what was answered by then is stored. */
export const graphAugment: Command<GraphAugmentOptions, GraphAugmentReport | GraphQuestionsReport> = async (
  options,
  context,
) => {
  const { settings, signal } = context;
  const path = libraryPathFor(settings);
  const started = performance.now();
  const model = await openRequiredModel(context, {
    record: options.record,
    isDryRun: options.dryRun,
    without: 'lemmahead graph build',
  });
  requirePrice(model, options.limits.cost);
  const augmented: Augmented = { entities: 0, attributes: {}, resolved: 0, unresolved: 0 };
  return withLibrary(path, { writable: !options.dryRun, create: false }, async (library) => {
    requireSources(library.database, options.source);
    if (options.dryRun) {
      const planned = await plannedQuestions(model, context, (ask) =>
        augment(library, options, context, { ask, run: null, signal, problems: [] }, augmented),
      );
      if (augmented.entities === 0) throw noEntities();
      const plan: GraphQuestionsReport = { schema: 'lemmahead/graph-questions@1', path, command: 'augment', planned };
      return { exit: 'done', data: plan, render: (style) => renderPlannedQuestions(plan, style) };
    }
    const questions = new ModelQuestions(model, options, context);
    const { ask, problems } = questions;
    const run = startRun(library.database, 'augment', {
      ...{ sources: options.source, model: model.name },
      ...(options.batch ? { batch: true } : {}),
    });
    const counts = () => ({ ...augmented.attributes });
    let kept: number | null = null;
    await questions
      .within(() => augment(library, options, context, { ask, run, signal: questions.signal, problems }, augmented))
      .finally(() => (kept = endRun(library.database, run, counts())));
    if (augmented.entities === 0) throw noEntities();
    const { entities, attributes, resolved, unresolved } = augmented;
    const report: GraphAugmentReport = {
      schema: 'lemmahead/graph-augment@1',
      path,
      run: kept,
      entities,
      batch: options.batch,
      attributes,
      references: { resolved, unresolved },
      models: questions.report(),
      seconds: (performance.now() - started) / 1000,
    };
    return {
      exit: questions.stoppedBy !== null ? 'budget' : questions.isUnanswered ? 'no' : 'done',
      data: report,
      render: (style) => renderGraphAugment(report, style),
    };
  });
};

interface Asking {
  ask: AskModel;
  /** Null: nothing is stored. */
  run: number | null;
  signal: AbortSignal;
  problems: string[];
}

async function augment(
  library: Library,
  { source: sources, attributes, all, limit, batch }: GraphAugmentOptions,
  { settings, startProgress }: CommandContext,
  { problems, ...asking }: Asking,
  augmented: Augmented,
): Promise<void> {
  const named = attributes.map((name) => (name === 'tactics' ? 'references_tactics' : name));
  const wanted = new Set(AUGMENTED_ATTRIBUTES.filter((name) => named.length === 0 || named.includes(name)));
  const progress = startProgress('Asking');
  const options = {
    ...{ sources, attributes: wanted, all, limit, batch, concurrency: settings.model.concurrency, ...asking },
    onProblem: (problem: string) => void problems.push(problem),
    onProgress: (done: number, total: number) => progress.update(done, total, `${done} of ${total} questions`),
  };
  await augmentEntities(library, options, augmented).finally(() => progress.stop());
}
