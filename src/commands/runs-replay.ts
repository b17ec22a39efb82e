/** `lemmahead runs replay`: repeats a run with the model's recorded answers. Lean checks everything again; nothing is sent. */
import { Failure } from '../base/errors.ts';
import { findRun } from '../prove/run/folder.ts';
import { RecordedLean } from '../prove/run/recorded-lean.ts';
import { RecordedAnswers } from '../prove/run/recorded-answers.ts';
import { recordedModel } from '../prove/run/recorded-model.ts';
import { startRun } from '../prove/run/record.ts';
import { originalOf, type RunSummary, summariseRun } from '../prove/run/summary.ts';
import { clickablePath } from '../report/clickable-path.ts';
import type { ChatModel } from '../llm/chat.ts';
import { withSampling } from '../llm/open-model.ts';
import type { CommandContext } from '../session/command-context.ts';
import { readRecordedFormalize, readRecordedOptions } from './recorded-options.ts';
import type { Command, CommandOutcome } from './command.ts';
import { runFormalize } from './run-formalize.ts';
import { runProve } from './run-prove.ts';

export interface ReplayOptions {
  run: string;
  /** Whether the record answers in place of Lean, too. */
  withoutLean: boolean;
}

/** Exits as the command of the run with the new result, and reports differences from the recorded one. Does not change the user's file. */
export const runsReplay: Command<ReplayOptions> = async ({ run, withoutLean }, context) => {
  const { settings, log, cwd } = context;
  const { id, folder } = findRun(settings.dataHome, run);
  const summary = summariseRun(id, folder);
  const recorded = summary.kind === 'prove' ? readRecordedOptions(summary, settings) : null;
  const answers = new RecordedAnswers(folder, summary.events);
  if (answers.edited.length > 0) {
    log.warn(`${answers.edited.length} of the answers in ${id} were changed after they were recorded.`);
  }
  if (summary.started === null) throw notStarted(id);
  const { model: name, file } = summary.started;
  const model = name === null ? null : recordedModel(name, id, answers);
  if (withoutLean) log.warn('Verdicts are those on record; Lean checks nothing again.');
  if (recorded === null && withoutLean) throw needsLean(id);
  if (recorded === null) return replayFormalize(summary, model, context);
  const request = {
    ...recorded.request,
    limits: { ...recorded.request.limits, cost: null, tokens: null },
    // Lean must check everything again.
    caches: false,
    output: { to: 'show' as const },
    record: null,
  };
  const replayed = model === null ? null : withSampling(model, recorded.settings.model);
  return runProve(
    request,
    { ...context, settings: recorded.settings },
    {
      file: { path: file, text: originalOf(summary) },
      path: clickablePath(file, cwd),
      written: null,
      open: () => startRun(settings.dataHome),
      replays: { model: replayed, of: summary, lean: withoutLean ? new RecordedLean(summary.events) : null },
    },
  );
};

/** Every request has an answer on record, so there are no limits. */
function replayFormalize(
  summary: RunSummary,
  model: ChatModel | null,
  context: CommandContext,
): Promise<CommandOutcome> {
  if (model === null) throw notStarted(summary.id);
  const { request, settings, ...source } = readRecordedFormalize(summary, context.settings);
  return runFormalize(
    { ...request, limits: { cost: null, tokens: null }, costEach: null, maxTime: null, out: null },
    { ...context, settings },
    {
      ...{ ...source, record: null, replays: { model: withSampling(model, settings.model), of: summary } },
      open: () => startRun(settings.dataHome),
    },
  );
}

function needsLean(id: string): Failure {
  return new Failure('usage', 'replay-needs-lean', {
    message: `Run ${id} is one of formalize, which can only be replayed with Lean.`,
    next: `lemmahead runs replay ${id}`,
  });
}

function notStarted(id: string): Failure {
  return new Failure('usage', 'run-not-started', {
    message: `Run ${id} was stopped before it tried anything, so there is nothing to replay.`,
    next: `lemmahead runs resume ${id}`,
  });
}
