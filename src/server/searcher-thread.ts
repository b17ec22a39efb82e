/** A worker thread that runs commands without Lean, one at a time, and keeps the index open. */
import { workerData } from 'node:worker_threads';
import type { Exit } from '../base/exit-codes.ts';
import { serve } from '../base/worker-link.ts';
import type { CommandContext } from '../session/command-context.ts';
import type { CommandOutcome } from '../commands/command.ts';
import { indexStats } from '../commands/index-stats.ts';
import { search } from '../commands/search.ts';
import type { SearchCommandOptions } from '../options/search-options.ts';
import type { ConceptsForOptions, ConceptsSearchOptions } from '../options/concepts-options.ts';
import type { ReferencesOptions } from '../options/graph-options.ts';
import type { PictureSourceOptions } from '../options/picture-options.ts';
import { show } from '../commands/show.ts';
import type { Settings } from '../config/settings.ts';
import { CachedIndex } from '../index/cached-index.ts';
import { modulesBelow } from '../index/module-tree.ts';
import type { ModulesReport } from '../report/server-schema.ts';
import { withCommandIndex } from '../session/command-index.ts';
import type { TemplatesQuery } from './request-options.ts';
import type { GraphThreadRequest } from './graph-requests.ts';
import { headlessContext } from './headless-context.ts';

export type ThreadRequest =
  | { command: 'search'; options: SearchCommandOptions }
  | { command: 'templates'; options: TemplatesQuery }
  | { command: 'show'; name: string }
  | { command: 'concepts'; options: { search: ConceptsSearchOptions } | { pack: ConceptsForOptions } }
  | { command: 'show-concept'; name: string }
  | { command: 'picture'; options: PictureSourceOptions }
  | { command: 'graph'; request: GraphThreadRequest }
  | { command: 'stats' }
  | { command: 'modules'; below: string }
  | { command: 'references'; options: ReferencesOptions }
  /** Without goals, which would need Lean. In a thread, because some texts take long to read. */
  | { command: 'holes' | 'outline'; file: string; root: string };

export interface ThreadStart {
  cwd: string;
  settings: Settings;
}

/** The result of a command in a search thread. */
export interface SearcherResult {
  exit: Exit;
  /** The command's data, serialized once and copied as text between threads. */
  json: string;
  warnings: string[];
}

export type SearcherTasks = { run: (request: ThreadRequest) => Promise<SearcherResult> };

const { cwd, settings } = workerData as ThreadStart;
const cachedIndex = new CachedIndex();
/** A search first checks the files of the project for changes, but not more often than this. */
const REFRESH_EVERY_MS = 2000;
let refreshed = -Infinity;

async function run(request: ThreadRequest): Promise<SearcherResult> {
  const warnings: string[] = [];
  // Never aborted: the main thread terminates a thread that takes too long.
  const { signal } = new AbortController();
  const context = headlessContext({ cwd, settings, cachedIndex, onlyStoredGraph: true, signal }, warnings);
  const { exit, data } = await runCommand(request, context);
  return { exit, json: JSON.stringify(data), warnings };
}

async function runCommand(
  request: ThreadRequest,
  context: CommandContext,
): Promise<Pick<CommandOutcome<unknown>, 'exit' | 'data'>> {
  if (request.command === 'modules') {
    const { below } = request;
    const modules = await withCommandIndex(context, (index) => modulesBelow(index, below));
    return { exit: 'done', data: { schema: 'lemmahead/modules@1', below, modules } satisfies ModulesReport };
  }
  if (request.command === 'stats') return indexStats({}, context);
  if (request.command === 'holes') {
    const { holes } = await import('../commands/holes.ts');
    return holes({ file: request.file, goals: false, requireSandbox: null }, { ...context, cwd: request.root });
  }
  if (request.command === 'outline') {
    const { outline } = await import('../commands/outline.ts');
    return outline({ file: request.file }, { ...context, cwd: request.root });
  }
  const isRecent = Date.now() - refreshed < REFRESH_EVERY_MS;
  if (!isRecent) refreshed = Date.now();
  const searchRefresh = settings.searchRefresh && !isRecent;
  const refreshing = { ...context, settings: { ...context.settings, searchRefresh } };
  switch (request.command) {
    case 'show':
      return show({ name: request.name }, refreshing);
    case 'show-concept':
      return (await import('../commands/concepts-show.ts')).conceptsShow(
        { name: request.name, examples: false, provenance: false },
        refreshing,
      );
    case 'picture':
      return picture(request.options, refreshing);
    case 'graph':
      return (await import('./run-graph-request.ts')).runGraphRequest(request.request, refreshing);
    case 'references':
      return (await import('../commands/references.ts')).references(request.options, refreshing);
    case 'templates':
      return 'goal' in request.options
        ? (await import('../commands/templates-search.ts')).templatesSearch(request.options.goal, refreshing)
        : (await import('../commands/templates-nearest.ts')).templatesNearest(request.options.problem, refreshing);
    case 'concepts':
      return concepts(request.options, refreshing);
    case 'search':
      return search(request.options, refreshing);
  }
}

async function picture(
  options: PictureSourceOptions,
  context: CommandContext,
): Promise<Pick<CommandOutcome<unknown>, 'exit' | 'data'>> {
  const { readPictureViews } = await import('../commands/picture-source.ts');
  // A neighbourhood or a blueprint: never so large that it is shown by communities.
  const { view } = await readPictureViews(options, context);
  return { exit: 'done', data: view };
}

async function concepts(
  options: { search: ConceptsSearchOptions } | { pack: ConceptsForOptions },
  context: CommandContext,
): Promise<Pick<CommandOutcome<unknown>, 'exit' | 'data'>> {
  if ('search' in options) {
    return (await import('../commands/concepts-search.ts')).conceptsSearch(options.search, context);
  }
  return (await import('../commands/concepts-for.ts')).conceptsFor(options.pack, context);
}

serve({ run } satisfies SearcherTasks);
