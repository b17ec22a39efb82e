/** Reads the source files of an index for a concept base; those that are as at the build before are not read again. */
import { join } from 'node:path';
import { cachedReadings, type CachedReading, updateReadings } from '../../concepts/reading-cache.ts';
import { sha256 } from '../../base/hash.ts';
import { memoizeByValue } from '../../base/memoize.ts';
import { packageVersion } from '../../base/version.ts';
import type { LibraryIndex } from '../../index/library-index.ts';
import { CONSTANT, constantReader } from '../../index/shapes.ts';
import { glossaryHash } from '../../index/words/glossary.ts';
import type { Notation } from '../../lean/declaration.ts';
import { fileReferences } from './cross-references.ts';
import { bulletStems, type FileReading, type FileRow, readFileRows } from './file-reading.ts';

/** Increased when the same file is read as something else; a test says when that is so. */
const READING_VERSION = 4;

/** A source file with what was read of it. */
export interface SourceFileReading extends FileReading {
  fileId: number;
  package: string;
  module: string;
}

interface IndexedFile {
  id: number;
  package: string;
  root: string;
  path: string;
  module: string;
  hash: string;
  digest: string;
}

/** From this number of rows on, finding constants by the lists of the index is faster than reading each statement. */
const MANY_ROWS = 20_000;

/** In the order of package and path. `cachePath`: where readings are kept between builds; null if nowhere. */
export function readFiles(index: LibraryIndex, cachePath: string | null): SourceFileReading[] {
  const files = index.all<IndexedFile>(
    `SELECT f.id, p.name AS package, p.root, f.path, f.module, f.hash, f.digest
     FROM files f JOIN packages p ON p.id = f.package_id ORDER BY p.name, f.path`,
  );
  const notations = notationsOf(index);
  const version = sha256(JSON.stringify([packageVersion(), READING_VERSION, glossaryHash(), notations]));
  const cached = cachePath === null ? new Map<string, CachedReading>() : cachedReadings(cachePath, version);
  const isKnown = (file: IndexedFile): boolean => cached.get(keyOf(file))?.state === stateOf(file);
  const changed = files.filter((file) => !isKnown(file));
  const readers = {
    constantsOf: constantsFinder(index, notations, { changed, isAll: changed.length === files.length }),
    bulletsOf: bulletsFinder(index),
  };
  const stored: CachedReading[] = [];
  const readings = files.map((file): SourceFileReading => {
    const { id: fileId, package: packageName, module } = file;
    const known = isKnown(file) ? parsed(cached.get(keyOf(file))!.data) : null;
    if (known !== null) return { ...known, fileId, package: packageName, module };
    const { reading, isComplete } = readFile(index, file, readers);
    if (isComplete) stored.push({ file: keyOf(file), state: stateOf(file), data: JSON.stringify(reading) });
    return { ...reading, fileId, package: packageName, module };
  });
  const present = new Set(files.map(keyOf));
  const removed = [...cached.keys()].filter((file) => !present.has(file));
  if (cachePath !== null && stored.length + removed.length > 0) updateReadings(cachePath, version, { stored, removed });
  return readings;
}

const keyOf = (file: IndexedFile): string => `${file.package}/${file.path}`;

/** Describes the rows and the text of the file. Equal states mean that neither changed. */
const stateOf = ({ digest, hash, module }: IndexedFile): string => `${digest} ${hash} ${module}`;

/** Null if the text is damaged. */
function parsed(data: string): FileReading | null {
  try {
    return JSON.parse(data) as FileReading;
  } catch {
    return null;
  }
}

/** What the rows of files do not hold themselves. */
interface RowReaders {
  constantsOf: (row: FileRow, module: string) => Iterable<string>;
  bulletsOf: (fileId: number) => FileReading['bullets'];
}

/** `isComplete`: nothing is missing because the source has changed since the index was built. */
function readFile(
  index: LibraryIndex,
  { id, root, path, module, hash }: IndexedFile,
  { constantsOf, bulletsOf }: RowReaders,
): { reading: FileReading; isComplete: boolean } {
  const rows = index.all<FileRow>(SELECT_ROWS, id);
  const { references, unread } = fileReferences(rows, { path: join(root, path), module, hash });
  const reading = readFileRows(module, rows, (row) => constantsOf(row, module));
  return { reading: { ...reading, bullets: bulletsOf(id), references }, isComplete: unread === 0 };
}

/** In an order that does not depend on ids: rows that are generated again get new ones. */
const SELECT_ROWS = `
SELECT d.id, d.name, d.kind, d.doc, d.line_start AS line, substr(d.signature, d.type_at + 1) AS type, d.namespace,
  d.scope_id AS scopeId, s.variables, s.opens, d.attributes, d.is_private AS isPrivate, d.is_deprecated AS isDeprecated,
  d.instance_of IS NOT NULL AS isInstance, d.origin, d.generated_from AS generatedFrom
FROM decls d JOIN scopes s ON s.id = d.scope_id WHERE d.file_id = ?
ORDER BY d.line_start, d.name, d.kind, d.origin, d.signature, d.doc`;

/** In the order in which the index has read them. */
function notationsOf(index: LibraryIndex): Notation[] {
  const sql = `SELECT n.data FROM notations n JOIN files f ON f.id = n.file_id JOIN packages p ON p.id = f.package_id
    ORDER BY p.name, f.path, n.rowid`;
  return index.all<{ data: string }>(sql).map(({ data }) => JSON.parse(data) as Notation);
}

function bulletsFinder(index: LibraryIndex): RowReaders['bulletsOf'] {
  const sql = "SELECT file_id AS fileId, text FROM mentions WHERE kind = 'bullet' ORDER BY rowid";
  const byFile = Map.groupBy(index.all<{ fileId: number; text: string }>(sql), ({ fileId }) => fileId);
  return (fileId) => (byFile.get(fileId) ?? []).map(({ text }) => [text, bulletStems(text)]);
}

/** The constants of the statements of files, by whichever way is faster. */
function constantsFinder(
  index: LibraryIndex,
  notations: readonly Notation[],
  { changed, isAll }: { changed: readonly IndexedFile[]; isAll: boolean },
): RowReaders['constantsOf'] {
  const count = 'SELECT count(*) AS n FROM decls WHERE file_id IN (SELECT value FROM json_each(?))';
  const [rows] = index.all<{ n: number }>(count, JSON.stringify(changed.map(({ id }) => id)));
  if (isAll || rows!.n >= MANY_ROWS) {
    const byRow = constantsByRow(index);
    return ({ id }) => byRow[id] ?? [];
  }
  const read = constantReader(notations);
  const lines = memoizeByValue((text: string) => (text === '' ? [] : text.split('\n')));
  return ({ type, namespace, variables, opens }, module) =>
    read({
      declaration: { signature: type, typeAt: 0, namespace, variables: lines(variables), opens: lines(opens) },
      module,
    });
}

function constantsByRow(index: LibraryIndex): string[][] {
  const byRow: string[][] = [];
  for (const { token } of index.tokensWithPrefix(CONSTANT)) {
    const name = token.slice(CONSTANT.length);
    for (const id of index.postings(token)!.ids) (byRow[id] ??= []).push(name);
  }
  return byRow;
}
