/** `doctor`'s checks of SQLite and the index: SQLite loads, the index exists, has this schema and is up to date. */
import { absent, fault, ok, type Check } from '../base/health.ts';
import { Failure } from '../base/errors.ts';
import { formatNumber } from '../base/format-number.ts';
import type { Settings } from '../config/settings.ts';
import { REINSTALL, readWeights, type Weights } from '../vectors/weights.ts';
import { BUILD_COMMAND, buildCommand, rebuildCommand } from './build-command.ts';
import type { LibraryIndex } from './library-index.ts';
import { NO_VECTORS, vectorsId } from './row-vectors.ts';

/** Imports SQLite only here, so a `better-sqlite3` that does not load is a check result and not a crash. */
export async function checkIndex(
  path: string,
  settings: Pick<Settings, 'projectRoot' | 'indexPath'>,
  weightsPath: string,
): Promise<Check[]> {
  let version: string;
  try {
    version = await probeSqlite();
  } catch (error) {
    return [fault('sqlite', `better-sqlite3 does not load: ${(error as Error).message}`, 'npm rebuild better-sqlite3')];
  }
  return [ok('sqlite', `${version} with FTS5`), ...(await readIndex(path, settings, weightsPath))];
}

async function probeSqlite(): Promise<string> {
  const { default: Database } = await import('better-sqlite3');
  const memory = new Database(':memory:');
  memory.exec('CREATE VIRTUAL TABLE probe USING fts5(text)');
  const version = memory.prepare('SELECT sqlite_version()').pluck().get() as string;
  memory.close();
  return version;
}

async function readIndex(
  path: string,
  settings: Pick<Settings, 'projectRoot' | 'indexPath'>,
  weightsPath: string,
): Promise<Check[]> {
  const { openIndex } = await import('./open.ts');
  let index: LibraryIndex;
  try {
    index = openIndex(path);
  } catch (error) {
    if (!(error instanceof Failure)) throw error;
    const { code, message, next = BUILD_COMMAND } = error.detail;
    const fix = next === BUILD_COMMAND ? buildCommand(settings) : next;
    if (code === 'index-missing') return [absent('index', `no index at ${path}; search and prove need one`, fix)];
    return [fault('index', message, fix)];
  }
  try {
    const summary = `${formatNumber(index.rowCount)} declarations at ${path}`;
    const { fileFaults } = await import('./verify.ts');
    const stale = fileFaults(index).length;
    const found =
      stale === 0
        ? ok('index', summary)
        : absent('index', `${summary}; ${stale} source files have changed since`, rebuildCommand(index));
    return [found, checkVectors(index, weightsPath)];
  } finally {
    index.close();
  }
}

/** Checks whether queries in words can be ranked by learned weights. The weights themselves are checked elsewhere. */
function checkVectors(index: LibraryIndex, weightsPath: string): Check {
  const vectors = index.meta('vectors') ?? NO_VECTORS;
  const alone = 'queries in words are ranked by words alone';
  if (vectors === NO_VECTORS) return absent('vectors', `the index has none; ${alone}`, rebuildCommand(index));
  const weights = tryReadWeights(weightsPath);
  if (weights === null) return absent('vectors', `computed with ${vectors}, weights unreadable; ${alone}`, REINSTALL);
  return vectorsId(weights) === vectors
    ? ok('vectors', `computed with weights ${vectors}`)
    : absent('vectors', `computed with weights other than this program's; ${alone}`, rebuildCommand(index));
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
