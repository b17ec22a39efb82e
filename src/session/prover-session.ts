/** The resources that `prove`, `runs resume`, `runs replay` and `bench prove` open and close: Lean, index, library, judge. */
import { accessSync, constants, mkdirSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { ClosingStack } from '../base/closing-stack.ts';
import { Failure } from '../base/errors.ts';
import { findProjectRoot } from '../config/paths.ts';
import type { Settings } from '../config/settings.ts';
import type { LibraryIndex } from '../index/library-index.ts';
import { openIndex } from '../index/open.ts';
import { rootsInProject } from '../index/package-roots.ts';
import { readVersion } from '../lean/toolchain/lean-version.ts';
import type { LeanInstallation } from '../lean/toolchain/toolchain.ts';
import type { SandboxLevel } from '../lean/process/sandbox-levels.ts';
import { Cache } from '../prove/attempt/cache.ts';
import { tacticProbe, type TacticsOf } from '../prove/portfolio/probe.ts';
import { Prover, type ProverOptions } from '../prove/prover.ts';
import type { RecordedLean } from '../prove/run/recorded-lean.ts';
import type { BudgetPlace } from '../queue/database-budget.ts';
import { openBatch } from '../verify/trial/batch.ts';
import type { CheckMode, ModeOptions } from '../verify/trial/check-mode.ts';
import { openCold, openColdLean } from '../verify/trial/cold.ts';
import { NO_CHECK, NO_INSTALLATION, NO_JUDGE, NO_LEAN } from '../verify/trial/no-lean.ts';
import { openServer } from '../verify/trial/language-servers.ts';
import type { JudgingOptions } from '../options/judging-options.ts';
import type { CommandContext } from './command-context.ts';
import { withIndexPath } from './command-index.ts';
import { boundsOf, findLeanFor, judgeFor, sandboxFor } from './judging.ts';
import { openPassageSearch, type OpenPassageSearch } from './passage-search.ts';
import { refreshProject } from './refresh.ts';
import { openSimilarProblems } from './similar-problems.ts';

export interface ProverSessionOptions extends JudgingOptions {
  mode: CheckMode['name'];
  /** Number of parallel holes, and of servers. */
  jobs: number;
  /** Whether to open the index. If it does not exist, a warning says how to build it. */
  indexed: boolean;
  /** Whether to open the library. */
  library: boolean;
  /** Whether to open the graph of templates. */
  templates: boolean;
  caches: boolean;
  /** `false`: no candidate will be accepted, so no judge is opened. */
  judges: boolean;
}

export interface ProverSession {
  prover: Pick<Prover, 'prove'>;
  /** For creating strategies. */
  tactics: TacticsOf;
  installation: LeanInstallation;
  sandbox: SandboxLevel;
  index: LibraryIndex | null;
  /** Null if not used. */
  library: OpenPassageSearch | null;
  /** Digest of the graph of templates; null if not used. */
  templates: string | null;
  /** Only if the workers of a queue prove: lets them share the budget of several runs. */
  shareBudget?: (place: BudgetPlace) => Promise<void>;
  close(): Promise<void>;
}

/** A session whose prover is in this process. */
export interface LocalSession extends ProverSession {
  prover: Prover;
}

/** The up-to-date index of the file's project. @throws {Failure} if there is none, or it is unreadable */
export async function findIndex(context: CommandContext, fileProject: string | null): Promise<LibraryIndex> {
  const settings = { ...context.settings, projectRoot: fileProject ?? context.settings.projectRoot };
  await refreshProject({ ...context, settings });
  return withIndexPath(settings, openIndex);
}

/** As `findIndex`. Returns null if it does not exist and the user did not name one. */
export async function indexFor(context: CommandContext, fileProject: string | null): Promise<LibraryIndex | null> {
  try {
    return await findIndex(context, fileProject);
  } catch (error) {
    if (!(error instanceof Failure) || context.settings.indexPath !== null) throw error;
    context.log.warn(
      `${error.detail.message} Only the lemmas in the file itself are used. To use those of its libraries: ${error.detail.next ?? ''}`,
    );
    return null;
  }
}

/** Creates the folders for runs and for the judge's files. @throws {Failure} `home-unwritable` */
export function requireUserFolders({ dataHome, cacheHome }: Pick<Settings, 'dataHome' | 'cacheHome'>): void {
  for (const folder of [dataHome, cacheHome]) requireFolder(folder);
}

function requireFolder(path: string): void {
  try {
    mkdirSync(path, { recursive: true });
    accessSync(path, constants.W_OK);
  } catch (error) {
    throw new Failure('missing', 'home-unwritable', {
      message: `The lemmahead folder ${path} is not writable.`,
      reason: error instanceof Error ? error.message : String(error),
      next: 'export LEMMAHEAD_HOME=<a writable folder>',
      cause: error,
    });
  }
}

/**
 * Opens a session for files in the folder of `file` (absolute path; it need not exist). `found`: what runs Lean, if that is
 * known.
 * @throws {Failure} if Lean, a sandbox or the judge is unavailable
 */
export async function openProverSession(
  options: ProverSessionOptions,
  context: CommandContext,
  file: string,
  found: Pick<ProverSession, 'installation' | 'sandbox'> | null = null,
): Promise<LocalSession> {
  const { keep, close } = new ClosingStack();
  try {
    const { settings, signal } = context;
    requireUserFolders(settings);
    const installation = found?.installation ?? (await findLeanFor(file, context));
    const sandbox = found?.sandbox ?? (await sandboxFor(options));
    const index = options.indexed ? await indexFor(context, installation.projectRoot) : null;
    if (index !== null) keep(index);
    const roots = index && rootsInProject(index, installation.projectRoot, settings.elanHome);
    const library = options.library ? keep(await openPassageSearch(context)) : null;
    const similar = options.templates ? keep(await openSimilarProblems(context)) : null;
    const findSolved = similar?.find ?? null;
    const bounds = boundsOf(context);
    const trying = { installation, sandbox, ...bounds };
    const lean = keep(await openColdLean(trying));
    const judge = options.judges
      ? keep(await judgeFor(options, { file, installation, sandbox, allowNew: false }, context))
      : NO_JUDGE;
    const mode = keep(await openMode(options, trying));
    const warn = (message: string): void => context.log.warn(message);
    const cache = options.caches ? keep(new Cache(join(settings.cacheHome, 'prove.sqlite'), warn)) : null;
    const { level, allowAxioms: allowedAxioms, jobs } = options;
    const prover = new Prover({
      ...trying,
      lean,
      mode,
      judge,
      level,
      allowedAxioms,
      ...{ index, roots },
      library,
      findSolved,
      cache,
      jobs,
    });
    const cacheFolder = options.caches ? settings.cacheHome : null;
    const tactics = tacticProbe({ lean, installation, cacheFolder, signal });
    return { prover, tactics, installation, sandbox, index, library, templates: similar?.digest ?? null, close };
  } catch (error) {
    await close();
    throw error;
  }
}

type UncheckedSessionOptions = Pick<ProverSessionOptions, 'indexed' | 'library' | 'templates' | 'level' | 'jobs'>;

/** As `openProverSession`, but without Lean: answers are not checked. @throws {Failure} as `openProverSession` */
export function openUncheckedSession(
  options: UncheckedSessionOptions,
  context: CommandContext,
  assumed: Pick<ProverOptions, 'mode' | 'judge'> = { mode: NO_CHECK, judge: NO_JUDGE },
): Promise<LocalSession> {
  return openWithoutLean(options, context, { ...assumed, installation: NO_INSTALLATION });
}

/** A session in which the record of a run answers in place of Lean, for `file`. `version`: of its Lean, as it prints it. */
export function openReplaySession(
  options: UncheckedSessionOptions,
  context: CommandContext,
  { file, lean, version }: { file: string; lean: RecordedLean; version: string },
): Promise<LocalSession> {
  const installation = {
    ...NO_INSTALLATION,
    // Prompts name the version if there is a Lean.
    lean: RECORDED,
    version: readVersion(version) ?? NO_INSTALLATION.version,
    projectRoot: findProjectRoot(dirname(file)),
  };
  return openWithoutLean(options, context, { mode: NO_CHECK, judge: lean.judge, installation, lean });
}

const RECORDED = 'recorded';

interface WithoutLean extends Pick<ProverOptions, 'mode' | 'judge' | 'installation'> {
  /** Absent if no run is replayed. */
  lean?: RecordedLean;
}

async function openWithoutLean(
  options: UncheckedSessionOptions,
  context: CommandContext,
  { installation, lean: recorded, mode, judge }: WithoutLean,
): Promise<LocalSession> {
  const { level, jobs } = options;
  const index = options.indexed ? await indexFor(context, installation.projectRoot) : null;
  const roots = index && rootsInProject(index, installation.projectRoot, context.settings.elanHome);
  const library = options.library ? await openPassageSearch(context) : null;
  const similar = options.templates ? await openSimilarProblems(context) : null;
  const findSolved = similar?.find ?? null;
  const trying = { installation, sandbox: 'none' as const, ...boundsOf(context) };
  const parts = { lean: NO_LEAN, mode, judge, cache: null, ...(recorded && { recordedLean: recorded }) };
  const prover = new Prover({ ...trying, ...parts, level, allowedAxioms: [], index, roots, library, findSolved, jobs });
  const close = async (): Promise<void> => {
    await similar?.close();
    await library?.close();
    index?.close();
  };
  return {
    prover,
    tactics: (text) => Promise.resolve(recorded?.tacticsOf(text) ?? new Set()),
    ...trying,
    index,
    library,
    templates: similar?.digest ?? null,
    close,
  };
}

function openMode({ mode, jobs }: ProverSessionOptions, options: ModeOptions): Promise<CheckMode> {
  if (mode === 'cold') return openCold(options);
  return mode === 'batch' ? openBatch(options) : openServer({ ...options, workers: jobs });
}
