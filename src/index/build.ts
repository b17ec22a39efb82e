/** Updates an index from its sources: full build, update of changed files, or nothing. One lock, one rename. */
import { type BinderRules, binderRulesOf } from '../lean/binder-rules.ts';
import { lakefileText } from '../lean/lakefile.ts';
import { lstatSync, mkdirSync, readlinkSync, rmSync } from 'node:fs';
import { dirname, resolve } from 'node:path';
import { isDiskFull } from '../base/disk-full.ts';
import { Failure } from '../base/errors.ts';
import type { Lock } from '../base/lock.ts';
import { READER_VERSION } from '../lean/reader-version.ts';
import { findChanges, type Changes } from './changes.ts';
import { readExisting, type ExistingIndex } from './existing-index.ts';
import type { BuildProgress } from './build-progress.ts';
import { buildFull, type BuildTotals } from './full-build.ts';
import { lockIndex } from './build-lock.ts';
import { openDatabase, openIndex } from './open.ts';
import { readProblems, type IndexProblem } from './problems.ts';
import { buildingPath, refuseForeign, removeLeftovers, replaceIndex } from './replace-file.ts';
import type { Roots } from './roots.ts';
import { NO_VECTORS, vectorsId } from './row-vectors.ts';
import { SCHEMA_VERSION } from './schema.ts';
import { listSources, type SourceFile, type SourcePackage } from './source-files.ts';
import { updateIndex } from './update.ts';
import { glossaryHash } from './words/glossary.ts';
import { readWeights } from '../vectors/weights.ts';

export interface BuildRequest extends Roots {
  indexPath: string;
  /** Keep the packages that the index has and `packages` does not name. */
  add: boolean;
  rehash: boolean;
  /** Hash of the project's manifest; '' if absent. Later searches use it to detect a changed manifest. */
  manifestHash: string;
  /** Check only this package for changes and assume that the others are unchanged. */
  only?: string;
  /** Weights file for the row vectors; null: no vectors. */
  weights: string | null;
  signal: AbortSignal;
  onProgress: (progress: BuildProgress) => void;
}

export interface BuildOutcome extends BuildTotals {
  path: string;
  /** Which files were read: all, some, or none. */
  extent: 'full' | 'update' | 'none';
  filesRead: number;
  packages: SourcePackage[];
  toolchain: string;
  warnings: string[];
}

/**
 * Builds the index at `indexPath`. The old index stays until the new one is complete, also on abort or any error.
 * Throws a `Failure` if another process builds, if a root contains no `.lean` file, or if the disk is full.
 */
export async function buildIndex(request: BuildRequest): Promise<BuildOutcome> {
  const { lock, indexPath } = prepareTarget(request.indexPath);
  try {
    removeLeftovers(indexPath);
    return await new IndexBuild({ ...request, indexPath }).run();
  } catch (error) {
    throw toFailure(error, indexPath);
  } finally {
    removeLeftovers(indexPath);
    lock.release();
  }
}

/**
 * Creates the folder and takes the lock. Fails early if the file cannot be written or must not be replaced. A symbolic
 * link stays: the index is built at its target.
 */
function prepareTarget(given: string): { lock: Lock; indexPath: string } {
  let indexPath = given;
  try {
    indexPath = resolveLinks(given);
    mkdirSync(dirname(indexPath), { recursive: true });
    refuseForeign(indexPath);
    return { lock: lockIndex(indexPath), indexPath };
  } catch (error) {
    if (error instanceof Failure) throw error;
    throw new Failure('missing', 'index-unwritable', {
      message: `An index cannot be written at ${indexPath}.`,
      reason: (error as Error).message,
      next: 'Give a path in a folder that you may write to: --out FILE.',
      cause: error,
    });
  }
}

/** Maximum length of a chain of symbolic links, as in the system. */
const MAX_LINKS = 40;

/** Follows symbolic links to a file that may not exist yet. Throws file system errors. */
function resolveLinks(path: string): string {
  let at = path;
  for (let links = 0; links < MAX_LINKS; links++) {
    if (lstatSync(at, { throwIfNoEntry: false })?.isSymbolicLink() !== true) return at;
    at = resolve(dirname(at), readlinkSync(at));
  }
  throw new Error('its symbolic links form a cycle');
}

/** Up to this share of the sources, in bytes and in files, an update costs less than a full build. */
const SMALL_SHARE = 0.1;
/** Up to this number of files, a change is always small. */
const ALWAYS_SMALL = 20;

function isSmall({ read, drop }: Changes, existing: ExistingIndex): boolean {
  const bytes = (list: readonly { size: number }[]): number => list.reduce((sum, { size }) => sum + size, 0);
  const count = read.length + drop.length;
  if (count <= ALWAYS_SMALL) return true;
  return (
    count <= SMALL_SHARE * existing.files.length && bytes(read) + bytes(drop) <= SMALL_SHARE * bytes(existing.files)
  );
}

/** Rows of an existing index are reused only if these parts of its `meta` are the same. */
const REUSE_KEYS = ['vectors', 'glossary', 'binder_rules'] as const;

class IndexBuild {
  readonly #request: BuildRequest;
  readonly #existing: ExistingIndex | null;
  readonly #packages: SourcePackage[];
  /** By package. */
  readonly #rules: ReadonlyMap<string, BinderRules>;
  readonly #warnings: string[];
  /** Folders that could not be read. */
  readonly #unreadFolders: IndexProblem[] = [];
  readonly #weights: string | null;
  /** Identifies what the vectors are computed with, as stored in the index. */
  readonly #vectors: string;

  constructor(request: BuildRequest) {
    this.#request = request;
    this.#warnings = [...request.warnings];
    this.#vectors = this.#vectorsId(request.weights);
    this.#weights = this.#vectors === NO_VECTORS ? null : request.weights;
    const existing = readExisting(request.indexPath);
    const retained = request.add ? (existing?.packages ?? []) : [];
    const named = new Set(request.packages.map(({ name }) => name));
    const all = [...request.packages, ...retained.filter(({ name }) => !named.has(name))];
    this.#packages = all
      .map(({ name, root, rev, kind }) => ({ name, root, rev, kind }))
      .toSorted((a, b) => (a.name < b.name ? -1 : 1));
    // The sources of Lean itself use its default options.
    const lakefileOf = ({ kind, root }: SourcePackage): string | null =>
      kind === 'toolchain' ? '' : lakefileText(root);
    this.#rules = new Map(this.#packages.map((pkg) => [pkg.name, binderRulesOf(request.toolchain, lakefileOf(pkg))]));
    const meta = this.#meta();
    const isValid = REUSE_KEYS.every((key) => existing?.meta.get(key) === meta[key]);
    this.#existing = isValid ? existing : null;
  }

  async run(): Promise<BuildOutcome> {
    const { only, rehash } = this.#request;
    const checked = this.#packages.filter(({ name }) => only === undefined || name === only);
    const found = this.#list(checked);
    if (this.#existing !== null) {
      const known = this.#existing.files.filter((file) => only === undefined || file.package === only);
      const changes = findChanges(found, known, rehash);
      if (changes.read.length === 0 && changes.drop.length === 0) return this.#keep(changes);
      if (isSmall(changes, this.#existing) && this.#update(changes))
        return this.#current('update', changes.read.length);
    }
    const files = only === undefined ? found : this.#list(this.#packages);
    const target = buildingPath(this.#request.indexPath);
    rmSync(target, { force: true });
    const { signal, onProgress } = this.#request;
    const packages = this.#packages;
    const totals = await buildFull({
      packages,
      rules: this.#rules,
      files,
      target,
      meta: this.#meta(),
      weights: this.#weights,
      signal,
      onProgress,
    });
    signal.throwIfAborted();
    replaceIndex(target, this.#request.indexPath);
    return this.#outcome('full', files.length, totals);
  }

  #list(packages: readonly SourcePackage[]): SourceFile[] {
    const roots = new Set(this.#packages.map(({ root }) => root));
    return packages.flatMap((pkg) => {
      const { files, problems } = listSources(pkg, roots);
      this.#unreadFolders.push(...problems);
      if (files.length === 0) {
        if (pkg.kind === 'root') throw noSources(pkg, problems);
        this.#warnings.push(`package ${pkg.name} at ${pkg.root} contains no .lean file`);
      }
      return files;
    });
  }

  /** If the weights cannot be read, the index is built without vectors. */
  #vectorsId(weights: string | null): string {
    if (weights === null) return NO_VECTORS;
    try {
      return vectorsId(readWeights(weights));
    } catch (error) {
      if (!(error instanceof Failure)) throw error;
      const { message, next } = error.detail;
      this.#warnings.push(`${message} Rows get no vectors, so queries in words are ranked by words alone. ${next}`);
      return NO_VECTORS;
    }
  }

  #meta(): Record<string, string> {
    return {
      vectors: this.#vectors,
      glossary: glossaryHash(),
      binder_rules: JSON.stringify([...this.#rules]),
      schema: String(SCHEMA_VERSION),
      reader: String(READER_VERSION),
      toolchain: this.#request.toolchain,
      manifest: this.#request.manifestHash,
      built_at: new Date().toISOString(),
    };
  }

  /** No file has changed: updates only file times, commits and the manifest, if they differ. */
  #keep({ touched }: Changes): BuildOutcome {
    const database = openDatabase(this.#request.indexPath, { writable: true });
    try {
      const stamp = database.prepare('UPDATE files SET size = @size, mtime_ms = @mtimeMs WHERE id = @id');
      const rev = database.prepare('UPDATE packages SET rev = @rev, root = @root, kind = @kind WHERE name = @name');
      const meta = database.prepare('UPDATE meta SET value = ? WHERE key = ? AND value <> ?');
      database
        .transaction(() => {
          for (const entry of touched) stamp.run(entry);
          const before = new Map(this.#existing!.packages.map((pkg) => [pkg.name, pkg]));
          for (const pkg of this.#packages) {
            const old = before.get(pkg.name);
            if (old?.rev !== pkg.rev || old.root !== pkg.root || old.kind !== pkg.kind) rev.run(pkg);
          }
          const { toolchain, manifest } = this.#meta();
          meta.run(toolchain, 'toolchain', toolchain);
          meta.run(manifest, 'manifest', manifest);
        })
        .immediate();
    } finally {
      database.close();
    }
    return this.#current('none', 0);
  }

  /** Replaces what has changed, in one transaction. Returns false and changes nothing if a full build is needed. */
  #update(changes: Changes): boolean {
    const database = openDatabase(this.#request.indexPath, { writable: true });
    try {
      // Rows are deleted before the files that they reference. Checking each reference would cost more than the update.
      database.exec('PRAGMA foreign_keys = OFF; PRAGMA mmap_size = 1073741824; BEGIN IMMEDIATE');
      const isDone = updateIndex(database, {
        changes,
        packages: this.#packages,
        rules: this.#rules,
        meta: this.#meta(),
        weights: this.#weights,
      });
      this.#request.signal.throwIfAborted();
      database.exec(isDone ? 'COMMIT' : 'ROLLBACK');
      return isDone;
    } finally {
      // This rolls back an open transaction.
      database.close();
    }
  }

  /** Describes the index as it is now. */
  #current(extent: BuildOutcome['extent'], filesRead: number): BuildOutcome {
    const index = openIndex(this.#request.indexPath);
    try {
      return this.#outcome(extent, filesRead, {
        files: index.all<{ n: number }>('SELECT count(*) AS n FROM files')[0]!.n,
        declarations: index.rowCount,
        generated: Number(index.meta('generated_count')),
        problems: readProblems(index),
        digest: index.meta('digest') ?? '',
      });
    } finally {
      index.close();
    }
  }

  #outcome(extent: BuildOutcome['extent'], filesRead: number, totals: BuildTotals): BuildOutcome {
    const { indexPath, toolchain } = this.#request;
    return {
      ...totals,
      problems: [...this.#unreadFolders, ...totals.problems],
      path: indexPath,
      extent,
      filesRead,
      packages: this.#packages,
      toolchain,
      warnings: this.#warnings,
    };
  }
}

function noSources(pkg: SourcePackage, unread: readonly IndexProblem[]): Failure {
  const reason = unread.map(({ path, message }) => `${path} ${message}`).join('\n');
  return new Failure('usage', 'root-no-sources', {
    message: `The root of ${pkg.name}, ${pkg.root}, contains no ${reason === '' ? '' : 'readable '}.lean file.`,
    ...(reason === '' ? {} : { reason }),
    next:
      reason === ''
        ? 'Give the folder that contains the package: --root NAME=PATH.'
        : 'Make the folder readable, or give another one: --root NAME=PATH.',
  });
}

/** Turns a full disk into a `Failure`; returns any other error unchanged. */
function toFailure(error: unknown, indexPath: string): unknown {
  if (!isDiskFull(error)) return error;
  const { message } = error as { message?: string };
  return new Failure('missing', 'disk-full', {
    message: `The disk that holds ${dirname(indexPath)} is full; the old index is unchanged.`,
    ...(message === undefined ? {} : { reason: message }),
    next: 'Free disk space (a Mathlib index takes 300 MB, 750 MB during a rebuild next to it), then build again.',
    cause: error,
  });
}
