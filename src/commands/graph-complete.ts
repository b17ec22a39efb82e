/** `lemmahead graph complete`: asks a model for the proofs and solutions that entities of the library lack. */
import { Failure } from '../base/errors.ts';
import type { AskModel } from '../builders/concepts/model-stage.ts';
import { completeEntities, findGaps, type Gap, openGaps } from '../builders/knowledge/complete/complete-entities.ts';
import type { Completion } from '../builders/knowledge/complete/complete-one.ts';
import type { KnowledgeParts } from '../builders/knowledge/complete/knowledge.ts';
import { programsUnavailable, runProgram } from '../lean/process/run-program.ts';
import { entityCandidates } from '../builders/knowledge/entity-candidates.ts';
import { libraryPathFor } from '../config/paths.ts';
import { requireSources } from '../library/filter-entries.ts';
import { entityRows } from '../library/knowledge-rows.ts';
import { withLibrary, type Library } from '../library/library.ts';
import { endRun, startRun } from '../library/runs.ts';
import type { GraphCompleteOptions } from '../options/graph-model-options.ts';
import type { Adapter } from '../prompt/templates/complete-entity.ts';
import type { GraphCompleteReport, GraphQuestionsReport } from '../report/graph-model-schema.ts';
import { renderGraphComplete, renderPlannedQuestions } from '../report/graph-model-text.ts';
import type { CommandContext } from '../session/command-context.ts';
import { openKnowledge, type ReadEntities } from '../session/completion-knowledge.ts';
import { entityNamed } from '../session/entity-named.ts';
import { CompletionQuestions, openCompletionModels } from '../session/completion-models.ts';
import { LeanProofs } from '../session/lean-proofs.ts';
import { openEntityEmbedder, refreshEntitySpace, usesLsa } from '../session/entity-vectors.ts';
import { plannedQuestions } from '../session/model-questions.ts';
import { EMBEDDING_PRICE, requirePrice } from '../session/require-price.ts';
import type { Command } from './command.ts';

/**
 * Exit `no` if a text failed its checks or no answer was usable, `budget` if a limit ended the requests; what was
 * completed is stored.
 */
export const graphComplete: Command<GraphCompleteOptions, GraphCompleteReport | GraphQuestionsReport> = async (
  options,
  context,
) => {
  const { settings } = context;
  const path = libraryPathFor(settings);
  const started = performance.now();
  const { dryRun, record, limits } = options;
  const models = await openCompletionModels(context, {
    ...{ record, isDryRun: dryRun, cost: limits.cost },
    without: 'lemmahead graph search',
  });
  const noPrograms = dryRun ? null : await programsUnavailable(context.signal);
  if (noPrograms !== null && options.adapter === 'calculation') throw programsMissing(noPrograms);
  const { notice, lsa } = await refreshEntitySpace(path, 'statement', context);
  if (notice !== null) context.log.warn(notice);
  return withLibrary(path, { writable: !dryRun, create: false }, async (library) => {
    requireSources(library.database, options.source);
    const entities = entityRows(library.database);
    const all = entityCandidates(library.database);
    const open = gapsOf(library, { entities, candidates: all }, options);
    const gaps = open.slice(0, options.limit ?? open.length);
    const proofs = dryRun || options.check === 'none' ? null : leanProofsOf(library, gaps, context);
    const embedder = lsa ?? (await openEntityEmbedder(path, context));
    if (!usesLsa(context)) requirePrice(embedder, limits.cost, EMBEDDING_PRICE);
    try {
      const done: { gap: Gap; completion: Completion }[] = [];
      const complete = async ({ embed, ...asking }: Asking): Promise<void> => {
        const knowledge = openKnowledge(
          library,
          { entities, candidates: all },
          { embed, near: options.candidates },
          context,
        );
        const progress = context.startProgress('Completing');
        await completeEntities(library, gaps, {
          ...{ ...asking, knowledge, adapter: options.adapter, concurrency: settings.model.concurrency },
          provedBy: proofs === null ? null : (theorem) => proofs.provedBy(theorem),
          runProgram: noPrograms === null ? (program) => runProgram(program, asking.signal) : null,
          onProblem: (problem) => void asking.problems.push(problem),
          onProgress: (count, total) => progress.update(count, total, `${count} of ${total} texts`),
          onCompleted: (gap, completion) => void done.push({ gap, completion }),
        }).finally(() => progress.stop());
      };
      if (dryRun) {
        const planned = await plannedQuestions(models.model, context, (ask) =>
          complete({
            ask,
            writers: new Map(),
            run: null,
            signal: context.signal,
            problems: [],
            embed: () => Promise.resolve(null),
          }),
        );
        const plan: GraphQuestionsReport = {
          schema: 'lemmahead/graph-questions@1',
          path,
          command: 'complete',
          planned,
        };
        return { exit: 'done', data: plan, render: (style) => renderPlannedQuestions(plan, style) };
      }
      const asked = new CompletionQuestions(models, embedder, options, context);
      const { main: questions, writers, embed } = asked;
      const { ask, signal, problems } = questions;
      const run = startRun(library.database, 'complete', { sources: options.source, model: models.model.name });
      let kept: number | null = null;
      await questions
        .within(() => complete({ ask, writers, run, signal, problems, embed }))
        .finally(() => (kept = endRun(library.database, run, countsOf(done))));
      const notices = [...noticesOf(library, options, open), ...(proofs?.notices ?? [])];
      const report: GraphCompleteReport = {
        schema: 'lemmahead/graph-complete@1',
        path,
        run: kept,
        missing: gaps.length,
        entities: inOrderOf(gaps, done).map(({ gap: { entity, part }, completion }) => {
          const { adapter, rounds, verdict, text, used, unverified, declarations = [] } = completion;
          const { id, key } = entity;
          return { id, key, part, adapter, rounds, verdict, text, used, unverified, declarations };
        }),
        models: questions.report(),
        adapters: asked.reportOfAdapters(),
        notices,
        seconds: (performance.now() - started) / 1000,
      };
      const isNothing = done.length === 0 && problems.length > 0;
      const hasFailed = isNothing || done.some(({ completion }) => completion.verdict === 'failed');
      return {
        exit: questions.stoppedBy !== null ? 'budget' : hasFailed ? 'no' : 'done',
        data: report,
        render: (style) => renderGraphComplete(report, style),
      };
    } finally {
      await embedder?.close();
    }
  });
};

interface Asking {
  ask: AskModel;
  writers: ReadonlyMap<Adapter, AskModel>;
  /** Null: nothing is stored. */
  run: number | null;
  signal: AbortSignal;
  problems: string[];
  embed: KnowledgeParts['embed'];
}

/** @throws {Failure} `entity-unknown`, `entity-ambiguous` */
function gapsOf(library: Library, read: ReadEntities, { names, source: sources }: GraphCompleteOptions): Gap[] {
  const chosen = names.length === 0 ? null : new Set(names.map((name) => entityNamed(library, name).id));
  return openGaps(library, findGaps(library, read, { sources, chosen }));
}

/** Asks Lean about the theorems among what is to be completed. */
function leanProofsOf(library: Library, gaps: readonly Gap[], context: CommandContext): LeanProofs {
  const theorems = gaps.map(({ entity }) => entity).filter(({ type }) => type !== 'problem');
  return new LeanProofs(library, theorems, context);
}

/** Why a named entity gets no text. */
function noticesOf(library: Library, { names }: GraphCompleteOptions, gaps: readonly Gap[]): string[] {
  const open = new Set(gaps.map(({ entity }) => entity.id));
  return names.flatMap((name) => {
    const { id, key, type } = entityNamed(library, name);
    if (open.has(id)) return [];
    const has =
      type === 'definition' ? 'is a definition' : 'lacks no proof or solution, or a model completed it before';
    return [`${key} ${has}: nothing was asked for it.`];
  });
}

/** Which question is answered first, depends on the model's server. */
function inOrderOf<Done extends { gap: Gap }>(gaps: readonly Gap[], done: readonly Done[]): Done[] {
  const places = new Map(gaps.map((gap, at) => [gap, at]));
  return done.toSorted((a, b) => places.get(a.gap)! - places.get(b.gap)!);
}

function countsOf(done: readonly { completion: Completion }[]): Record<string, number> {
  const failed = done.filter(({ completion }) => completion.verdict === 'failed').length;
  return { completed: done.length - failed, failed };
}

function programsMissing(reason: string): Failure {
  return new Failure('missing', 'programs-unavailable', {
    message: 'The programs of a model cannot run here.',
    reason,
    next: 'Install Python 3 and bubblewrap, or choose --adapter application.',
  });
}
