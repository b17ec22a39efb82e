/** `doctor`'s questions about SQLite and the index: does it load, is the index there, of this schema, and fresh? */
import { existsSync } from 'node:fs';
import { absent, fault, ok, type Check } from '../base/health.ts';
import { Failure } from '../base/errors.ts';
import { groupedDigits } from '../base/format-number.ts';
import { MEND, readWeights, type Weights } from '../vectors/weights.ts';
import type { LibraryIndex } from './library-index.ts';
import { NO_VECTORS, vectorsId } from './row-vectors.ts';

const BUILD = 'lemmahead index build';

/**
 * Loads SQLite only here, so that a `better-sqlite3` that does not load is an answer and no crash. In a project a
 * first build needs no roots.
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
    const mend = inProject ? BUILD : `${BUILD} --root NAME=PATH`;
    return [absent('index', `none at ${path}; search and prove need one`, mend)];
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
    const words = `${groupedDigits(index.rowCount)} declarations at ${path}`;
    const { fileFaults } = await import('./verify.ts');
    const stale = fileFaults(index).length;
    const found =
      stale === 0
        ? ok('index', words)
        : absent('index', `${words}; ${stale} source files changed since`, rebuild(index));
    return [found, checkVectors(index, weightsPath)];
  } finally {
    index.close();
  }
}

/** Whether queries in words can be ranked by what was learned: the weights themselves are asked about elsewhere. */
function checkVectors(index: LibraryIndex, weightsPath: string): Check {
  const made = index.meta('vectors') ?? NO_VECTORS;
  const alone = 'queries in words are ranked by words alone';
  if (made === NO_VECTORS) return absent('vectors', `none in the index; ${alone}`, rebuild(index));
  const weights = readIfWhole(weightsPath);
  if (weights === null) return absent('vectors', `made with ${made}, and the weights cannot be read; ${alone}`, MEND);
  return vectorsId(weights) === made
    ? ok('vectors', `made with weights ${made}`)
    : absent('vectors', `made with other weights than this program's; ${alone}`, rebuild(index));
}

/** Null where they cannot be read. */
function readIfWhole(path: string): Weights | null {
  try {
    return readWeights(path);
  } catch (error) {
    if (error instanceof Failure) return null;
    throw error;
  }
}

/** The build that makes this index again: roots have to be named anew, a project's are found. */
function rebuild(index: LibraryIndex): string {
  const roots = index.all<{ name: string; root: string }>(
    "SELECT name, root FROM packages WHERE kind = 'root' ORDER BY id",
  );
  return [BUILD, ...roots.map(({ name, root }) => `--root ${name}=${root}`)].join(' ');
}
