/** What `prove`, `runs resume`, `runs replay` and `bench prove` open before anything is tried, and close again. */
import { accessSync, constants, mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { Failure } from '../base/errors.ts';
import type { Settings } from '../config/settings.ts';
import type { LibraryIndex } from '../index/library-index.ts';
import { openIndex } from '../index/open.ts';
import type { LeanInstallation } from '../lean/toolchain/toolchain.ts';
import type { SandboxLevel } from '../lean/process/sandbox.ts';
import { Cache } from '../prove/attempt/cache.ts';
import { tacticProbe, type TacticsOf } from '../prove/portfolio/probe.ts';
import { Prover } from '../prove/prover.ts';
import { openBatch } from '../verify/trial/batch.ts';
import type { CheckMode, ModeOptions } from '../verify/trial/check-mode.ts';
import { openCold, openColdLean } from '../verify/trial/cold.ts';
import { NO_CHECK, NO_INSTALLATION, NO_JUDGE, NO_LEAN } from '../verify/trial/no-lean.ts';
import { openServer } from '../verify/trial/server.ts';
import type { CommandContext } from './command.ts';
import { withIndexPath } from './command-index.ts';
import { boundsOf, findLeanFor, judgeFor, sandboxFor, type JudgingOptions } from './judging.ts';
import { openPassageSearch, type OpenPassageSearch } from './passage-search.ts';
import { refreshProject } from './refresh.ts';

export interface ProverSessionOptions extends JudgingOptions {
  mode: CheckMode['name'];
  /** Holes at a time, and servers. */
  jobs: number;
  /** Whether an index is wanted. Where there is none, the user is told what would help. */
  indexed: boolean;
  /** Whether the library is to be asked. */
  library: boolean;
  caches: boolean;
  /** `false`: nothing will be accepted, so no judge is opened. */
  judges: boolean;
}

export interface ProverSession {
  prover: Prover;
  /** For making strategies. */
  tactics: TacticsOf;
  installation: LeanInstallation;
  sandbox: SandboxLevel;
  index: LibraryIndex | null;
  /** Null: it is not asked. */
  library: OpenPassageSearch | null;
  close(): Promise<void>;
}

/** An index, with what it belongs to. Null where there is none. */
export async function indexFor(context: CommandContext, fileProject: string | null): Promise<LibraryIndex | null> {
  const { log } = context;
  const settings = { ...context.settings, projectRoot: fileProject ?? context.settings.projectRoot };
  await refreshProject(false, { ...context, settings });
  try {
    return await withIndexPath(settings, openIndex);
  } catch (error) {
    if (!(error instanceof Failure) || settings.indexPath !== null) throw error;
    log.warn(
      `${error.detail.message} Only the file's own lemmas are at hand; for those of its libraries: ${error.detail.next ?? ''}`,
    );
    return null;
  }
}

/** Runs and what the judge needs lie there. @throws {Failure} `home-unwritable` */
export function requireUserFolders({ dataHome, cacheHome }: Pick<Settings, 'dataHome' | 'cacheHome'>): void {
  for (const folder of [dataHome, cacheHome]) requireFolder(folder);
}

function requireFolder(path: string): void {
  try {
    mkdirSync(path, { recursive: true });
    accessSync(path, constants.W_OK);
  } catch (error) {
    throw new Failure(
      {
        exit: 'missing',
        code: 'home-unwritable',
        message: `${path}, where lemmahead keeps what it needs, cannot be written.`,
        reason: error instanceof Error ? error.message : String(error),
        next: 'export LEMMAHEAD_HOME=<a folder that can be written>',
      },
      error,
    );
  }
}

/**
 * For files beside `file` (absolute; it need not exist).
 * @throws {Failure} where Lean, a sandbox or the judge cannot be had
 */
export async function openProverSession(options: ProverSessionOptions, context: CommandContext, file: string): Promise<ProverSession> {
  const opened: { close: () => unknown }[] = [];
  const keep = <T extends { close: () => unknown }>(what: T): T => {
    opened.push(what);
    return what;
  };
  const close = async (): Promise<void> => {
    for (const each of opened.splice(0).toReversed()) await each.close();
  };
  try {
    const { settings, signal } = context;
    requireUserFolders(settings);
    const installation = await findLeanFor(file, context);
    const sandbox = await sandboxFor(options);
    const index = options.indexed ? await indexFor(context, installation.projectRoot) : null;
    if (index !== null) keep(index);
    const library = options.library ? keep(await openPassageSearch(context)) : null;
    const bounds = boundsOf(context);
    const trying = { installation, sandbox, ...bounds };
    const lean = keep(await openColdLean(trying));
    const judge = options.judges
      ? keep(await judgeFor(options, { file, installation, sandbox, allowNew: false }, context))
      : NO_JUDGE;
    const mode = keep(await openMode(options, trying));
    const notice = (words: string): void => context.log.warn(words);
    const cache = options.caches ? keep(new Cache(join(settings.cacheHome, 'prove.sqlite'), notice)) : null;
    const { level, allowAxioms: allowedAxioms, jobs } = options;
    const prover = new Prover({ ...trying, lean, mode, judge, level, allowedAxioms, index, library, cache, jobs });
    const cacheFolder = options.caches ? settings.cacheHome : null;
    const tactics = tacticProbe({ lean, installation, cacheFolder, signal });
    return { prover, tactics, installation, sandbox, index, library, close };
  } catch (error) {
    await close();
    throw error;
  }
}

/** As `openProverSession`, for what is asked and never checked: no Lean is looked for. @throws {Failure} as it does */
export async function openUncheckedSession(
  { indexed, library: isAsked, level, jobs }: Pick<ProverSessionOptions, 'indexed' | 'library' | 'level' | 'jobs'>,
  context: CommandContext,
): Promise<ProverSession> {
  const index = indexed ? await indexFor(context, null) : null;
  const library = isAsked ? await openPassageSearch(context) : null;
  const trying = { installation: NO_INSTALLATION, sandbox: 'none' as const, ...boundsOf(context) };
  const parts = { lean: NO_LEAN, mode: NO_CHECK, judge: NO_JUDGE, cache: null };
  const prover = new Prover({ ...trying, ...parts, level, allowedAxioms: [], index, library, jobs });
  const close = async (): Promise<void> => {
    await library?.close();
    index?.close();
  };
  return { prover, tactics: () => Promise.resolve(new Set()), ...trying, index, library, close };
}

function openMode({ mode, jobs }: ProverSessionOptions, options: ModeOptions): Promise<CheckMode> {
  if (mode === 'cold') return openCold(options);
  return mode === 'batch' ? openBatch(options) : openServer({ ...options, workers: jobs });
}
