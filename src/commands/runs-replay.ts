/** `lemmahead runs replay`: the same run with the model's answers from its record. Lean is asked anew; nothing is sent. */
import { Failure } from '../base/errors.ts';
import { findRun } from '../prove/run/folder.ts';
import { RecordedAnswers } from '../prove/run/recorded-answers.ts';
import { recordedModel } from '../prove/run/recorded-model.ts';
import { beginRun } from '../prove/run/record.ts';
import { originalOf, summariseRun } from '../prove/run/summary.ts';
import { clickablePath } from '../report/clickable-path.ts';
import { readRecordedOptions } from './recorded-options.ts';
import type { Command } from './command.ts';
import { runProve } from './run-prove.ts';

/** Exits as `prove` does on what comes out now; what came out otherwise then is said. The user's file is not touched. */
export const runsReplay: Command<{ run: string }> = async ({ run }, context) => {
  const { settings, log, cwd } = context;
  const { id: replayed, folder: from } = findRun(settings.dataHome, run);
  const summary = summariseRun(replayed, from);
  const then = readRecordedOptions(summary, settings);
  const answers = new RecordedAnswers(from, summary.events);
  if (answers.edited.length > 0) {
    log.warn(`${answers.edited.length} of the answers in ${replayed} are not what was written then.`);
  }
  if (summary.started === null) throw notStarted(replayed);
  const { model: name, file } = summary.started;
  const model = name === null ? null : recordedModel(name, replayed, answers);
  const asked = {
    ...then.asked,
    limits: { ...then.asked.limits, cost: null, tokens: null },
    // What Lean said then is not taken for what it says now.
    caches: false,
    output: { to: 'show' as const },
    record: null,
  };
  return runProve(
    asked,
    { ...context, settings: then.settings },
    {
      file: { path: file, text: originalOf(summary) },
      path: clickablePath(file, cwd),
      written: null,
      open: () => beginRun(settings.dataHome),
      replays: { model, of: summary },
    },
  );
};

function notStarted(id: string): Failure {
  return new Failure({
    exit: 'usage',
    code: 'run-not-started',
    message: `The run ${id} was stopped before anything was tried, so there is nothing to replay.`,
    next: `lemmahead runs resume ${id}`,
  });
}
