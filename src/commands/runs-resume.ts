/** `lemmahead runs resume`: goes on with a run where it was stopped, whatever stopped it. */
import { Failure } from '../base/errors.ts';
import { sha256 } from '../base/hash.ts';
import { readUserFile, type UserFile } from '../lean/user-file.ts';
import { findRun } from '../prove/run/folder.ts';
import { RunRecord } from '../prove/run/record.ts';
import { originalOf, type RunSummary, summariseRun } from '../prove/run/summary.ts';
import { clickablePath } from '../report/clickable-path.ts';
import { readRecordedOptions } from './recorded-options.ts';
import type { Command, CommandContext } from './command.ts';
import type { ProveRequest, ProveOutput } from './prove-options.ts';
import { runProve } from './run-prove.ts';

export interface ResumeOptions {
  run: string;
  /** What is not null takes the place of what the run began with. */
  limits: ProveRequest['limits'];
  maxTime: number | null;
  output: ProveOutput | null;
}

/** Exits as `prove` does. */
export const runsResume: Command<ResumeOptions> = async (options, context) => {
  const { id, folder } = findRun(context.settings.dataHome, options.run);
  const summary = summariseRun(id, folder);
  if (summary.asked.replay_of !== null) throw replayed(id, summary.asked.replay_of);
  const { asked, settings } = readRecordedOptions(summary, context.settings);
  const { file, written } = await fileOf(summary);
  const path = clickablePath(file.path, context.cwd);
  const limits = {
    cost: options.limits.cost ?? asked.limits.cost,
    tokens: options.limits.tokens ?? asked.limits.tokens,
    attempts: options.limits.attempts ?? asked.limits.attempts,
  };
  const output = options.output ?? asked.output;
  const session = { file, path, written, open: () => ({ id, record: new RunRecord(folder) }), replays: null };
  const resumed: CommandContext = { ...context, settings };
  return runProve({ ...asked, limits, maxTime: options.maxTime, output, record: null }, resumed, session);
};

/** To go on with it would ask the model that a replay must not ask. */
function replayed(id: string, of: string): Failure {
  return new Failure({
    exit: 'usage',
    code: 'run-is-replay',
    message: `${id} is a replay of ${of}, and a replay is not gone on with.`,
    next: `lemmahead runs replay ${of}`,
  });
}

/** The file as it was: a run is about one text. Where only the end was missing, it holds the result already. */
async function fileOf(summary: RunSummary): Promise<{ file: UserFile; written: string | null }> {
  const { asked: begun, events, id } = summary;
  const file = await readUserFile(begun.file);
  const now = sha256(file.text);
  if (now === begun.file_hash) return { file, written: null };
  const isWritten = events.some((event) => event.event === 'writing' && event.hash === now && event.path === file.path);
  if (isWritten) return { file: { path: file.path, text: originalOf(summary) }, written: file.text };
  throw new Failure({
    exit: 'usage',
    code: 'file-changed',
    message: `${begun.file} has changed since run ${id} began, so the run cannot go on.`,
    reason: 'What was tried and asked then was about another text.',
    next: `lemmahead prove ${begun.file}`,
  });
}
