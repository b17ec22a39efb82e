/** `lemmahead prove`: fills the holes of a file with what Lean accepts. */
import { basename, dirname, resolve } from 'node:path';
import { Failure } from '../base/errors.ts';
import type { Exit } from '../base/exit-codes.ts';
import { childEnvironment } from '../config/env.ts';
import { findProjectRoot, indexPathFor } from '../config/paths.ts';
import { openIndex } from '../index/open.ts';
import type { LibraryIndex } from '../index/library-index.ts';
import { findLeanCommand } from '../lean/lean-command.ts';
import { requireCompiles } from '../prove/baseline.ts';
import { readUserFile, replaceUserFile, type UserFile } from '../lean/user-file.ts';
import { fillHoles, type ProveOutcome } from '../prove/loop.ts';
import { portfolio } from '../prove/portfolio.ts';
import { retrieval } from '../prove/retrieve.ts';
import { clickablePath } from '../report/clickable-path.ts';
import { proveReport } from '../report/prove-report.ts';
import { renderProve } from '../report/prove-text.ts';
import { showProofProgress } from '../ui/proof-progress.ts';
import { openChecker } from '../verify/check.ts';
import { findHoles } from '../verify/holes.ts';
import type { Command, CommandContext } from './command.ts';
import type { ProveCommandOptions } from './prove-options.ts';
import { refreshProject } from './refresh.ts';

/** A timer that is set for longer fires at once. */
const LONGEST_TIMER_MS = 2 ** 31 - 1;

/** Exit `done` where every hole is filled (or there is none), `no` where some are left, `budget` where a limit ended it. */
export const prove: Command<ProveCommandOptions> = async (options, context) => {
  const file = await readUserFile(resolve(context.cwd, options.file));
  const path = clickablePath(file.path, context.cwd);
  const outcome = findHoles(file.text).length === 0 ? NO_HOLES : await run(options, context, file, path);
  context.signal.throwIfAborted();
  const written = options.write && outcome.edits.length > 0;
  if (written) await replaceUserFile(file, outcome.text);
  const report = proveReport(outcome, { path, text: file.text, written });
  return { exit: exitOf(outcome), data: { ...report }, render: (style) => renderProve(report, style) };
};

const NO_HOLES: ProveOutcome = { strategy: null, holes: [], edits: [], text: '', attempts: 0, stoppedBy: null };

async function run(
  options: ProveCommandOptions,
  context: CommandContext,
  file: UserFile,
  path: string,
): Promise<ProveOutcome> {
  const { settings, signal } = context;
  const folder = dirname(file.path);
  const projectRoot = findProjectRoot(folder);
  const { lakeCommand } = settings;
  const lean = findLeanCommand({ lakeCommand, projectRoot, folder, environment: childEnvironment() });
  const time =
    options.maxTime === null ? [] : [AbortSignal.timeout(Math.min(options.maxTime * 1000, LONGEST_TIMER_MS))];
  const deadline = AbortSignal.any([signal, ...time]);
  const timeoutMs = settings.leanTimeoutSeconds * 1000;
  const index = options.k > 0 ? await indexFor(context, projectRoot) : null;
  const checker = await openChecker({ lean, fileName: basename(file.path), timeoutMs, signal: deadline });
  const progress = showProofProgress(context.log, context.startProgress);
  const { onHole, onAttempt, onRetrieval } = progress;
  try {
    await requireCompiles(checker, path, file.text);
    const retrieve = index && retrieval({ index, file: file.path, limit: options.k, onRetrieval });
    const maxAttempts = options.maxAttempts ?? Infinity;
    const strategy = portfolio(retrieve);
    return await fillHoles({ text: file.text, checker, strategy, maxAttempts, deadline, onHole, onAttempt });
  } finally {
    progress.stop();
    index?.close();
    await checker.close();
  }
}

/** Null where there is none: plain tactics still have their turn, and the user is told what would help. */
async function indexFor(context: CommandContext, fileProject: string | null): Promise<LibraryIndex | null> {
  const { log } = context;
  const settings = { ...context.settings, projectRoot: fileProject ?? context.settings.projectRoot };
  await refreshProject(false, { ...context, settings });
  try {
    return openIndex(indexPathFor(settings));
  } catch (error) {
    if (!(error instanceof Failure) || settings.indexPath !== null) throw error;
    log.warn(`${error.detail.message} Nothing is retrieved; to change that: ${error.detail.next ?? ''}`);
    return null;
  }
}

function exitOf({ holes, stoppedBy }: ProveOutcome): Exit {
  if (holes.every(({ state }) => state === 'filled')) return 'done';
  return stoppedBy === null ? 'no' : 'budget';
}
