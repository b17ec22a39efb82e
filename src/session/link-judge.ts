/** The model that judges the declarations that `graph link` finds. */
import type { FoundLink } from '../builders/knowledge/links/find-links.ts';
import { judgeLinks } from '../builders/knowledge/links/judge-links.ts';
import type { AskModel } from '../builders/concepts/model-stage.ts';
import type { LibraryIndex } from '../index/library-index.ts';
import type { ChatModel } from '../llm/chat.ts';
import type { GraphLinkOptions } from '../options/graph-options.ts';
import type { CommandContext } from './command-context.ts';
import type { LinkedStatements } from './link-statements.ts';
import { ModelQuestions, plannedQuestions } from './model-questions.ts';
import type { ModelUse, PlannedUse } from './model-use-schema.ts';
import { openRequiredModel } from './required-model.ts';
import { requirePrice } from './require-price.ts';

/** Who decides which links are written. */
export type LinkDecider = 'rules' | 'model' | 'both';

export interface LinkJudge {
  by: Exclude<LinkDecider, 'rules'>;
  model: ChatModel;
}

export interface JudgedLinks extends LinkedStatements {
  models: ModelUse | null;
  planned: PlannedUse | null;
  isUnanswered: boolean;
}

/** Declarations of a statement that a model judges (specification: the top 5). */
export const LEAST_JUDGED = 5;

/** Null: rules decide. @throws {Failure} `model-missing`, `price-unknown` */
export async function openLinkJudge(
  { by: given, isModelGiven, dryRun, record, limits }: GraphLinkOptions,
  context: CommandContext,
): Promise<LinkJudge | null> {
  const by = given ?? (isModelGiven ? 'both' : 'rules');
  if (by === 'rules') return null;
  const model = await openRequiredModel(context, {
    record,
    isDryRun: dryRun,
    without: 'lemmahead graph link --by rules',
  });
  requirePrice(model, limits.cost);
  return { by, model };
}

/** Asks about statements without a known link; with `both`, not about those with a confident one. */
export async function judgeFoundLinks(
  judge: LinkJudge | null,
  { index, linked }: { index: LibraryIndex; linked: LinkedStatements },
  options: GraphLinkOptions,
  context: CommandContext,
): Promise<JudgedLinks> {
  if (judge === null) return { ...linked, models: null, planned: null, isUnanswered: false };
  const { by, model } = judge;
  const { statements } = linked;
  const auto = context.settings.linkConfidence;
  const found: FoundLink[][] = [...linked.found];
  const open = [...found.keys()].filter((at) => by === 'model' || (found[at]![0]?.confidence ?? 0) < auto);
  const askAbout = async (ask: AskModel, signal: AbortSignal, problems: string[]): Promise<void> => {
    const progress = context.startProgress('Asking');
    const { concurrency } = context.settings.model;
    await judgeLinks(
      { statements, found: linked.found, open },
      {
        ...{ index, ask, concurrency, signal },
        onProblem: (problem) => void problems.push(problem),
        onProgress: (done, total) => progress.update(done, total, `${done} of ${total} statements`),
        onJudged: (statement, links) => void (found[statement] = links),
      },
    ).finally(() => progress.stop());
  };
  if (options.dryRun) {
    const planned = await plannedQuestions(model, context, (ask) => askAbout(ask, context.signal, []));
    return { ...linked, models: null, planned, isUnanswered: false };
  }
  const questions = new ModelQuestions(model, options, context);
  await questions.within(() => askAbout(questions.ask, questions.signal, questions.problems));
  return { ...linked, found, models: questions.report(), planned: null, isUnanswered: questions.isUnanswered };
}
