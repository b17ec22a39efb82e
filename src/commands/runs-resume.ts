/** `lemmahead runs resume`: continues a stopped run. */
import { Failure } from '../base/errors.ts';
import { sha256 } from '../base/hash.ts';
import { readUserFile, type UserFile } from '../lean/user-file.ts';
import { findRun } from '../prove/run/folder.ts';
import { RunRecord } from '../prove/run/record.ts';
import { originalOf, type RunSummary, summariseRun } from '../prove/run/summary.ts';
import { clickablePath } from '../report/clickable-path.ts';
import { readRecordedFormalize, readRecordedOptions } from './recorded-options.ts';
import type { CommandContext } from '../session/command-context.ts';
import type { Command } from './command.ts';
import type { ProveRequest, ProveOutput } from '../options/prove-options.ts';
import { runFormalize } from './run-formalize.ts';
import { runProve } from './run-prove.ts';

export interface ResumeOptions {
  run: string;
  /** Non-null values replace those of the run. */
  limits: ProveRequest['limits'];
  maxTime: number | null;
  output: ProveOutput | null;
}

/** Exits as the command of the run does. */
export const runsResume: Command<ResumeOptions> = async (options, context) => {
  const { id, folder } = findRun(context.settings.dataHome, options.run);
  const summary = summariseRun(id, folder);
  if (summary.request.replay_of !== null) throw isReplay(id, summary.request.replay_of);
  if (summary.kind === 'formalize') return resumeFormalize(summary, options, context);
  const { request, settings } = readRecordedOptions(summary, context.settings);
  const { file, written } = await fileOf(summary);
  const path = clickablePath(file.path, context.cwd);
  const limits = {
    cost: options.limits.cost ?? request.limits.cost,
    tokens: options.limits.tokens ?? request.limits.tokens,
    attempts: options.limits.attempts ?? request.limits.attempts,
  };
  const output = options.output ?? request.output;
  const source = { file, path, written, open: () => ({ id, record: new RunRecord(folder) }), replays: null };
  const resumed: CommandContext = { ...context, settings };
  return runProve({ ...request, limits, maxTime: options.maxTime, output, record: null }, resumed, source);
};

function resumeFormalize(summary: RunSummary, { limits, maxTime }: ResumeOptions, context: CommandContext) {
  const { request, settings, ...source } = readRecordedFormalize(summary, context.settings);
  const { cost, tokens } = request.limits;
  return runFormalize(
    { ...request, limits: { cost: limits.cost ?? cost, tokens: limits.tokens ?? tokens }, maxTime },
    { ...context, settings },
    {
      ...{ ...source, record: null, replays: null },
      open: () => ({ id: summary.id, record: new RunRecord(summary.folder) }),
    },
  );
}

/** Resuming a replay would send requests to the model, which a replay must not do. */
function isReplay(id: string, of: string): Failure {
  return new Failure('usage', 'run-is-replay', {
    message: `${id} is a replay of ${of}. Replays cannot be resumed.`,
    next: `lemmahead runs replay ${of}`,
  });
}

/** The original text, because a run is about one text. `written`: the present text if the run already wrote its result. */
async function fileOf(summary: RunSummary): Promise<{ file: UserFile; written: string | null }> {
  const { request: original, events, id } = summary;
  const file = await readUserFile(original.file);
  const now = sha256(file.text);
  if (now === original.file_hash) return { file, written: null };
  const isWritten = events.some((event) => event.event === 'writing' && event.hash === now && event.path === file.path);
  if (isWritten) return { file: { path: file.path, text: originalOf(summary) }, written: file.text };
  throw new Failure('usage', 'file-changed', {
    message: `${original.file} has changed since run ${id} began, so the run cannot be resumed.`,
    reason: 'The recorded attempts and answers are about another text.',
    next: `lemmahead prove ${original.file}`,
  });
}
