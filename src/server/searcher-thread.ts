/** A worker thread that runs commands without Lean, one at a time, and keeps the index open. */
import { parentPort, workerData } from 'node:worker_threads';
import { Failure, type FailureDetail } from '../base/errors.ts';
import type { Exit } from '../base/exit-codes.ts';
import type { CommandContext } from '../session/command-context.ts';
import type { CommandOutcome } from '../commands/command.ts';
import { indexStats } from '../commands/index-stats.ts';
import { search } from '../commands/search.ts';
import type { SearchCommandOptions } from '../options/search-options.ts';
import { show } from '../commands/show.ts';
import type { Settings } from '../config/settings.ts';
import { CachedIndex } from '../index/cached-index.ts';
import { headlessContext } from './headless-context.ts';

export type ThreadRequest =
  | { command: 'search'; options: SearchCommandOptions }
  | { command: 'show'; name: string }
  | { command: 'stats' }
  /** Without goals, which would need Lean. In a thread, because some texts take long to read. */
  | { command: 'holes'; file: string; root: string };

export interface ThreadStart {
  cwd: string;
  settings: Settings;
}

/** `json`: the command's data, serialized once and copied as text between threads. */
export type ThreadResponse =
  | { exit: Exit; json: string; warnings: string[] }
  | { failure: FailureDetail }
  | { error: string; stack: string };

const { cwd, settings } = workerData as ThreadStart;
const cachedIndex = new CachedIndex();
/** A search first checks the files of the project for changes, but not more often than this. */
const REFRESH_EVERY_MS = 2000;
let refreshed = -Infinity;

async function handle(request: ThreadRequest): Promise<ThreadResponse> {
  const warnings: string[] = [];
  // Never aborted: the main thread terminates a thread that takes too long.
  const { signal } = new AbortController();
  const context = headlessContext({ cwd, settings, cachedIndex, signal }, warnings);
  try {
    const { exit, data } = await runCommand(request, context);
    return { exit, json: JSON.stringify(data), warnings };
  } catch (error) {
    if (error instanceof Failure) return { failure: error.detail };
    const { message, stack = '' } = error instanceof Error ? error : new Error(String(error));
    return { error: message, stack };
  }
}

async function runCommand(request: ThreadRequest, context: CommandContext): Promise<CommandOutcome> {
  if (request.command === 'stats') return indexStats({}, context);
  if (request.command === 'holes') {
    const { holes } = await import('../commands/holes.ts');
    return holes({ file: request.file, goals: false, requireSandbox: null }, { ...context, cwd: request.root });
  }
  const noRefresh = Date.now() - refreshed < REFRESH_EVERY_MS;
  if (!noRefresh) refreshed = Date.now();
  if (request.command === 'show') return show({ name: request.name, noRefresh }, context);
  const { options } = request;
  return search({ ...options, noRefresh: options.noRefresh || noRefresh }, context);
}

parentPort!.on('message', (request: ThreadRequest) => {
  // The main thread sends the next request only after this response.
  void handle(request).then((response) => parentPort!.postMessage(response));
});
