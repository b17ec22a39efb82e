/** A thread that answers questions without Lean, one after the other, by the commands' own functions; it keeps the index open. */
import { parentPort, workerData } from 'node:worker_threads';
import { Failure, type FailureDetail } from '../base/errors.ts';
import type { Exit } from '../base/exit-codes.ts';
import type { CommandContext, CommandOutcome } from '../commands/command.ts';
import { indexStats } from '../commands/index-stats.ts';
import { search } from '../commands/search.ts';
import type { SearchCommandOptions } from '../commands/search-options.ts';
import { show } from '../commands/show.ts';
import type { Settings } from '../config/settings.ts';
import { CachedIndex } from '../index/kept-index.ts';
import { answeringContext } from './headless-context.ts';

export type Question =
  | { ask: 'search'; options: SearchCommandOptions }
  | { ask: 'show'; name: string }
  | { ask: 'stats' }
  /** Without goals: they are read off the text alone, and a text can be such that it takes its time. */
  | { ask: 'holes'; file: string; root: string };

export interface ThreadStart {
  cwd: string;
  settings: Settings;
}

/** `json`: the command's data, as text: it is made once, and copied as text between threads. */
export type ThreadAnswer =
  | { exit: Exit; json: string; warnings: string[] }
  | { failure: FailureDetail }
  | { error: string; stack: string };

const { cwd, settings } = workerData as ThreadStart;
const cachedIndex = new CachedIndex();
/** In a project its files are looked at before a search, but not for each of a hundred a second. */
const REFRESH_EVERY_MS = 2000;
let refreshed = -Infinity;

async function answer(question: Question): Promise<ThreadAnswer> {
  const warnings: string[] = [];
  // A thread that takes too long is ended from outside.
  const { signal } = new AbortController();
  const context = answeringContext({ cwd, settings, cachedIndex, signal }, warnings);
  try {
    const { exit, data } = await outcome(question, context);
    return { exit, json: JSON.stringify(data), warnings };
  } catch (error) {
    if (error instanceof Failure) return { failure: error.detail };
    const { message, stack = '' } = error instanceof Error ? error : new Error(String(error));
    return { error: message, stack };
  }
}

async function outcome(question: Question, context: CommandContext): Promise<CommandOutcome> {
  if (question.ask === 'stats') return indexStats({}, context);
  if (question.ask === 'holes') {
    const { holes } = await import('../commands/holes.ts');
    return holes({ file: question.file, goals: false, requireSandbox: null }, { ...context, cwd: question.root });
  }
  const noRefresh = Date.now() - refreshed < REFRESH_EVERY_MS;
  if (!noRefresh) refreshed = Date.now();
  if (question.ask === 'show') return show({ name: question.name, noRefresh }, context);
  const { options } = question;
  return search({ ...options, noRefresh: options.noRefresh || noRefresh }, context);
}

parentPort!.on('message', (question: Question) => {
  // The next question comes when this one is answered.
  void answer(question).then((given) => parentPort!.postMessage(given));
});
