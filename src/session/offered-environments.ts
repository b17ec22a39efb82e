/** The projects that a worker offers, as they are now: they are read again while the worker runs. */
import { statSync } from 'node:fs';
import { resolve } from 'node:path';
import { Failure } from '../base/errors.ts';
import { firstLine } from '../base/one-line.ts';
import { libraryPathFor } from '../config/paths.ts';
import type { WorkerOptions } from '../options/queue-options.ts';
import { type Offer, requirementsDigest, type Requirements, WORKER } from '../queue/requirements.ts';
import type { CommandContext } from './command-context.ts';
import type { FollowedIndex } from './followed-index.ts';
import type { LeanEnvironment } from './lean-environment.ts';
import { findLeanFor, requireTestedJudge, sandboxFor } from './judging.ts';
import { offerOf, readEnvironmentFacts } from './lean-facts.ts';
import { findIndexFacts, findLibraryFacts } from './proving-facts.ts';

export interface EnvironmentSource extends Pick<WorkerOptions, 'projects' | 'requireSandbox'> {
  /** Id of the worker. */
  worker: string;
  /** Whether it takes proofs. */
  proves: boolean;
  /** Whether it is of no use without Lean. */
  isNeeded: boolean;
  /** What else it offers: models. */
  more: Offer;
  /** The index of a server, of which it keeps a copy; null for none. */
  index: FollowedIndex | null;
}

const PASSED = 'passed';

interface Project {
  /** Absolute. */
  folder: string;
  /** Null: its Lean is missing, or its judge failed the self-test. */
  environment: LeanEnvironment | null;
  library: { stamp: string; facts: Requirements } | null;
}

export class OfferedEnvironments {
  readonly #source: EnvironmentSource;
  readonly #context: CommandContext;
  readonly #projects: Project[];
  /** For each Lean: `passed`, or why its judge is not trusted. */
  readonly selfTests: Record<string, string> = {};
  #refreshing: Promise<void> | null = null;
  /** The one that begins after `#refreshing`. */
  #next: Promise<void> | null = null;

  private constructor(source: EnvironmentSource, context: CommandContext) {
    const folders = source.projects.length === 0 ? ['.'] : source.projects;
    this.#source = source;
    this.#context = { ...context, log: { ...context.log, warn: onlyOnce((text) => context.log.warn(text)) } };
    this.#projects = folders.map((folder) => {
      return { folder: resolve(context.cwd, folder), environment: null, library: null };
    });
  }

  /** @throws {Failure} if a project cannot be used, and the worker is of no use without it */
  static async open(source: EnvironmentSource, context: CommandContext): Promise<OfferedEnvironments> {
    const opened = new OfferedEnvironments(source, context);
    for (const { folder } of opened.#projects) requireFolder(folder);
    await source.index?.update();
    let last: Failure | null = null;
    for (const project of opened.#projects) last = (await opened.#read(project, true)) ?? last;
    if (opened.current.length === 0 && last !== null && source.isNeeded) throw last;
    return opened;
  }

  get current(): LeanEnvironment[] {
    return this.#projects.flatMap(({ environment }) => environment ?? []);
  }

  /** These include an index that is being downloaded: a unit that needs it waits on this worker. */
  get offers(): Offer[] {
    const coming = this.#source.index?.coming ?? null;
    const offers = this.current.map(({ offer }) => offer);
    return coming === null ? offers : [...offers, ...offers.map((offer) => ({ ...offer, index: coming }))];
  }

  /** Reads the projects again. Warns about one that cannot be used any more, and no longer offers it. */
  refresh(): Promise<void> {
    if (this.#refreshing === null) return this.#start();
    // What is being read may have changed since.
    this.#next ??= this.#refreshing
      .catch(() => undefined)
      .then(() => {
        this.#next = null;
        return this.#start();
      });
    return this.#next;
  }

  /** Resolves when nothing is being downloaded or read. */
  async settled(): Promise<void> {
    await this.#refreshing?.catch(() => undefined);
  }

  /** The judge of this Lean gave a wrong answer to a known case: it is not offered any more. */
  distrust(lean: string, why: string): void {
    this.selfTests[lean] = why;
    for (const project of this.#projects) {
      if (project.environment?.offer['lean'] === lean) project.environment = null;
    }
  }

  #start(): Promise<void> {
    const refreshing = this.#readAll().finally(() => (this.#refreshing = null));
    this.#refreshing = refreshing;
    return refreshing;
  }

  async #readAll(): Promise<void> {
    await this.#source.index?.update().catch((error: unknown) => {
      if (!(error instanceof Failure)) throw error;
      this.#context.log.warn(`${firstLine(error.message)} This worker keeps the index that it has.`);
    });
    for (const project of this.#projects) await this.#read(project, false);
  }

  /** Returns why the project is not offered. @throws {Failure} at the start, if this is a mistake of the user */
  async #read(project: Project, isStart: boolean): Promise<Failure | null> {
    const { isNeeded } = this.#source;
    let lean: string | null = null;
    try {
      const found = await this.#find(project);
      lean = found.offer['lean']!;
      if (project.environment?.digest === found.digest) return null;
      // Another Lean is offered only after its test, which takes minutes.
      if (project.environment?.offer['lean'] !== lean) project.environment = null;
      await this.#requireTested(lean, found);
      project.environment = found;
      return null;
    } catch (error) {
      const isExpected = error instanceof Failure && (!isStart || error.detail.exit === 'missing');
      if (!isExpected || (isStart && lean === null && isNeeded)) throw error;
      project.environment = null;
      this.#context.log.warn(`${firstLine(error.message)} This worker takes no checks and proofs for it.`);
      return error;
    }
  }

  async #find(project: Project): Promise<LeanEnvironment> {
    const { requireSandbox, worker, more, proves } = this.#source;
    const sandbox = await sandboxFor({ requireSandbox });
    const installation = await findLeanFor(resolve(project.folder, 'File.lean'), this.#context);
    const proving = proves ? await this.#provingFacts(project, installation.projectRoot) : {};
    const offer = { ...offerOf(readEnvironmentFacts(installation), sandbox), ...proving, ...more, [WORKER]: worker };
    return { installation, sandbox, offer, digest: requirementsDigest(offer) };
  }

  async #provingFacts(project: Project, projectRoot: string | null): Promise<Requirements> {
    const index = await findIndexFacts(this.#context, projectRoot);
    // Opening a library can load an embedder.
    const stamp = stampOf(libraryPathFor(this.#context.settings));
    if (project.library?.stamp !== stamp) {
      const facts = await findLibraryFacts(this.#context);
      project.library = { stamp: stampOf(libraryPathFor(this.#context.settings)), facts };
    }
    return { ...index, ...project.library.facts };
  }

  /** @throws {Failure} if its judge is not trusted, now or at an earlier test */
  async #requireTested(lean: string, found: LeanEnvironment): Promise<void> {
    const known = this.selfTests[lean];
    if (known === PASSED) return;
    if (known !== undefined) throw new Failure('missing', 'self-test-failed', { message: known });
    try {
      await requireTestedJudge(found, this.#context);
      this.selfTests[lean] = PASSED;
    } catch (error) {
      if (error instanceof Failure && error.detail.exit === 'missing') this.selfTests[lean] = firstLine(error.message);
      throw error;
    }
  }
}

/**
 * Without this, a mistyped folder would be offered with a Lean that was found elsewhere.
 * @throws {Failure} `project-missing`
 */
function requireFolder(folder: string): void {
  if (statSync(folder, { throwIfNoEntry: false })?.isDirectory() === true) return;
  throw new Failure('usage', 'project-missing', {
    message: `There is no folder ${folder}.`,
    next: 'Give the folder of a project: --project FOLDER',
  });
}

/** A project is read again and again, but each warning is shown once. */
function onlyOnce(say: (text: string) => void): (text: string) => void {
  const said = new Set<string>();
  return (text) => {
    if (!said.has(text)) say(text);
    said.add(text);
  };
}

/** Changes with the content of a database. */
function stampOf(path: string): string {
  const stats = [path, `${path}-wal`].map((each) => statSync(each, { throwIfNoEntry: false }));
  return stats.map((each) => (each === undefined ? '' : `${each.size} ${each.mtimeMs}`)).join(' ');
}
