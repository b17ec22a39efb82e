/** `doctor`'s checks of SQLite and the index: SQLite loads, the index exists, has this schema and is up to date. */
import { existsSync } from 'node:fs';
import { absent, fault, ok, type Check } from '../base/health.ts';
import { Failure } from '../base/errors.ts';
import { formatNumber } from '../base/format-number.ts';
import { REINSTALL, readWeights, type Weights } from '../vectors/weights.ts';
import type { LibraryIndex } from './library-index.ts';
import { NO_VECTORS, vectorsId } from './row-vectors.ts';

const BUILD = 'lemmahead index build';

/**
 * Imports SQLite only here, so a `better-sqlite3` that does not load is a check result and not a crash. Inside a
 * project, a first build needs no roots.
 */
export async function checkIndex(path: string, inProject: boolean, weightsPath: string): Promise<Check[]> {
  let version: string;
  try {
    version = await probeSqlite();
  } catch (error) {
    return [fault('sqlite', `better-sqlite3 does not load: ${(error as Error).message}`, 'npm rebuild better-sqlite3')];
  }
  return [ok('sqlite', `${version} with FTS5`), ...(await readIndex(path, inProject, weightsPath))];
}

async function probeSqlite(): Promise<string> {
  const { default: Database } = await import('better-sqlite3');
  const memory = new Database(':memory:');
  memory.exec('CREATE VIRTUAL TABLE probe USING fts5(text)');
  const version = memory.prepare('SELECT sqlite_version()').pluck().get() as string;
  memory.close();
  return version;
}

async function readIndex(path: string, inProject: boolean, weightsPath: string): Promise<Check[]> {
  if (!existsSync(path)) {
    const fix = inProject ? BUILD : `${BUILD} --root NAME=PATH`;
    return [absent('index', `no index at ${path}; search and prove need one`, fix)];
  }
  const { openIndex } = await import('./open.ts');
  let index: LibraryIndex;
  try {
    index = openIndex(path);
  } catch (error) {
    if (!(error instanceof Failure)) throw error;
    return [fault('index', error.detail.message, error.detail.next ?? BUILD)];
  }
  try {
    const summary = `${formatNumber(index.rowCount)} declarations at ${path}`;
    const { fileFaults } = await import('./verify.ts');
    const stale = fileFaults(index).length;
    const found =
      stale === 0
        ? ok('index', summary)
        : absent('index', `${summary}; ${stale} source files have changed since`, rebuild(index));
    return [found, checkVectors(index, weightsPath)];
  } finally {
    index.close();
  }
}

/** Checks whether queries in words can be ranked by learned weights. The weights themselves are checked elsewhere. */
function checkVectors(index: LibraryIndex, weightsPath: string): Check {
  const vectors = index.meta('vectors') ?? NO_VECTORS;
  const alone = 'queries in words are ranked by words alone';
  if (vectors === NO_VECTORS) return absent('vectors', `the index has none; ${alone}`, rebuild(index));
  const weights = tryReadWeights(weightsPath);
  if (weights === null) return absent('vectors', `computed with ${vectors}, weights unreadable; ${alone}`, REINSTALL);
  return vectorsId(weights) === vectors
    ? ok('vectors', `computed with weights ${vectors}`)
    : absent('vectors', `computed with weights other than this program's; ${alone}`, rebuild(index));
}

/** Returns null if they cannot be read. */
function tryReadWeights(path: string): Weights | null {
  try {
    return readWeights(path);
  } catch (error) {
    if (error instanceof Failure) return null;
    throw error;
  }
}

/** The build command for this index: named roots must be given again, a project's roots are found. */
function rebuild(index: LibraryIndex): string {
  const roots = index.all<{ name: string; root: string }>(
    "SELECT name, root FROM packages WHERE kind = 'root' ORDER BY id",
  );
  return [BUILD, ...roots.map(({ name, root }) => `--root ${name}=${root}`)].join(' ');
}
