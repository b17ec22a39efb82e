/** `lemmahead prove`: fills the holes of a file with what Lean accepts. */
import { resolve } from 'node:path';
import { Failure } from '../base/errors.ts';
import type { Exit } from '../base/exit-codes.ts';
import { indexPathFor } from '../config/paths.ts';
import { openIndex } from '../index/open.ts';
import type { LibraryIndex } from '../index/library-index.ts';
import { requireCompiles } from '../prove/baseline.ts';
import { readUserFile, replaceUserFile, type UserFile } from '../lean/user-file.ts';
import { lookAgain } from '../prove/last-look.ts';
import { fillHoles, NOTHING_DONE, type HoleOutcome, type ProveOutcome } from '../prove/loop.ts';
import { portfolio } from '../prove/portfolio.ts';
import { retrieval } from '../prove/retrieve.ts';
import { openTrial } from '../prove/trial.ts';
import { clickablePath } from '../report/clickable-path.ts';
import { proveReport } from '../report/prove-report.ts';
import { renderProve } from '../report/prove-text.ts';
import { showProofProgress } from '../ui/proof-progress.ts';
import { openBatch } from '../verify/trial/batch.ts';
import type { CheckMode, ModeOptions } from '../verify/trial/check-mode.ts';
import { openCold, openColdLean } from '../verify/trial/cold.ts';
import { findHoles } from '../verify/hole/holes.ts';
import { openServer } from '../verify/trial/server.ts';
import type { Command, CommandContext } from './command.ts';
import { boundsOf, findLeanFor, judgeFor, sandboxFor } from './judging.ts';
import type { ProveCommandOptions } from './prove-options.ts';
import { refreshProject } from './refresh.ts';

/** A timer that is set for longer fires at once. */
const LONGEST_TIMER_MS = 2 ** 31 - 1;

/**
 * Exit `done` where every hole is filled (or there is none) and rests on no other, `no` where some are left, `budget`
 * where a limit ended it, `refused` or `missing` where the last look at the whole file did not end well.
 */
export const prove: Command<ProveCommandOptions> = async (options, context) => {
  const file = await readUserFile(resolve(context.cwd, options.file));
  const path = clickablePath(file.path, context.cwd);
  const outcome = findHoles(file.text).length === 0 ? NOTHING_DONE : await run(options, context, file, path);
  context.signal.throwIfAborted();
  const written = options.write && outcome.edits.length > 0 && outcome.objection === null;
  if (written) await replaceUserFile(file, outcome.text);
  const report = proveReport(outcome, { path, text: file.text, written });
  return { exit: exitOf(outcome), data: { ...report }, render: (style) => renderProve(report, style) };
};

async function run(
  options: ProveCommandOptions,
  context: CommandContext,
  file: UserFile,
  path: string,
): Promise<ProveOutcome> {
  const installation = await findLeanFor(file.path, context);
  const sandbox = await sandboxFor(options);
  const opened: { close: () => unknown }[] = [];
  const keep = <T extends { close: () => unknown }>(what: T): T => {
    opened.push(what);
    return what;
  };
  try {
    const index = options.k > 0 ? await indexFor(context, installation.projectRoot) : null;
    if (index !== null) keep(index);
    const trying = { installation, sandbox, ...boundsOf(context) };
    const { projectRoot } = installation;
    const cold = keep(await openColdLean(trying));
    await requireCompiles(cold, { file: path, text: file.text, projectRoot }, context.signal);
    const judge = keep(await judgeFor(options, { installation, sandbox, allowNew: false }, context));
    // The judge may have been tried first, which takes minutes: that is not the time that was given.
    const deadline = deadlineOf(options.maxTime, context.signal);
    const mode = keep(await openMode(options.mode, trying));
    const { onHole, onAttempt, onRetrieval, stop } = showProofProgress(context.log, context.startProgress);
    keep({ close: stop });
    const trial = openTrial({ mode, judge, sandbox, signal: deadline });
    const retrieve = index && retrieval({ index, file: file.path, onRetrieval });
    const strategy = portfolio(options.k);
    const maxAttempts = options.maxAttempts ?? Infinity;
    const asked = { text: file.text, trial, strategy, retrieve, maxAttempts, deadline };
    const outcome = await fillHoles({ ...asked, onHole, onAttempt });
    // Beyond the time for trying: what was found is worth the look.
    if (outcome.edits.length > 0) outcome.objection = await lookAgain(judge, file.text, outcome);
    return outcome;
  } finally {
    for (const each of opened) await each.close();
  }
}

function deadlineOf(seconds: number | null, interruption: AbortSignal): AbortSignal {
  if (seconds === null) return interruption;
  return AbortSignal.any([interruption, AbortSignal.timeout(Math.min(seconds * 1000, LONGEST_TIMER_MS))]);
}

function openMode(name: CheckMode['name'], options: ModeOptions): Promise<CheckMode> {
  if (name === 'cold') return openCold(options);
  // One hole at a time, one candidate at a time: a second server would only take memory.
  return name === 'batch' ? openBatch(options) : openServer({ ...options, workers: 1 });
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

function exitOf({ holes, stoppedBy, objection }: ProveOutcome): Exit {
  if (objection !== null) {
    if (objection.kind === 'refused') return 'refused';
    return objection.why === 'timedOut' || objection.why === 'outOfMemory' ? 'budget' : 'missing';
  }
  const isProved = ({ state, accepted }: HoleOutcome): boolean =>
    state === 'filled' && accepted?.conditional.length === 0;
  if (holes.every(isProved)) return 'done';
  return stoppedBy === null ? 'no' : 'budget';
}
