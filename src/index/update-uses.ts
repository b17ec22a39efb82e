/** Updates the lists of identifiers and the column `uses` after some files have changed. */
import { inflateRawSync } from 'node:zlib';
import type Database from 'better-sqlite3';
import { memoizeByValue } from '../base/memoize.ts';
import { lastComponent, suffixesOf } from './naming.ts';
import { decodePostings, encodePostings } from './postings.ts';
import { MAX_USES } from './identifier-counts.ts';

/** The identifiers of one file, with their counts. */
export type Identifiers = Map<string, number>;

export interface UseChanges {
  /** By file id: the identifiers before and after. A new file has none before, a deleted file none after. */
  files: Map<number, { before: Identifiers; after: Identifiers }>;
  /** Names of removed rows and of added rows. */
  removed: readonly string[];
  added: readonly string[];
  /** Rows from this id on were added by this update. */
  firstNewId: number;
}

/** Decodes those of `files.identifiers` that are wanted. */
export function readIdentifiers(bytes: Uint8Array, isWanted: (spelling: string) => boolean = () => true): Identifiers {
  const identifiers: Identifiers = new Map();
  const text = inflateRawSync(bytes).toString('utf8');
  for (let start = 0, end = text.indexOf('\n'); end !== -1; start = end + 1, end = text.indexOf('\n', start)) {
    const space = text.lastIndexOf(' ', end);
    const spelling = text.slice(start, space);
    if (isWanted(spelling)) identifiers.set(spelling, Math.min(MAX_USES, Number(text.slice(space + 1, end))));
  }
  return identifiers;
}

/**
 * Rewrites the lists that change, then computes the uses of every row that one of them can name. Modifies `uses` in
 * place. `names` are those of all rows.
 */
export function updateUses(
  database: Database.Database,
  changes: UseChanges & { names: readonly string[] },
  uses: Float32Array,
): void {
  const changed = changedCounts(changes);
  const rows = rowsEndingIn(database, changes.names, [...changes.removed, ...changes.added, ...changed.keys()]);
  const { appeared, disappeared, resized } = compareSuffixes(rows, changes);
  const touched = rewriteLists(database, { changed, rows, appeared, disappeared });
  for (const spelling of resized) touched.add(spelling);
  const affected = rows.filter(
    ([id, name]) => id >= changes.firstNewId || suffixesOf(name).some((suffix) => touched.has(suffix)),
  );
  const shared = countSuffixes(
    rows,
    affected.flatMap(([, name]) => suffixesOf(name)),
  );
  const read = database.prepare(READ_LIST);
  const totalOf = memoizeByValue((spelling: string): number => {
    const list = read.get(spelling) as StoredList | undefined;
    return list === undefined
      ? 0
      : decodePostings(list.data, list.count).weights.reduce((sum, count) => sum + count, 0);
  });
  for (const [id, name] of affected)
    uses[id] = Math.max(...suffixesOf(name).map((suffix) => totalOf(suffix) / shared.get(suffix)!));
}

interface StoredList {
  count: number;
  data: Uint8Array;
}

const READ_LIST = "SELECT count, data FROM postings WHERE token = 'u:' || ?";

/** How many of the rows have each of the suffixes. */
function countSuffixes(rows: readonly [number, string][], suffixes: Iterable<string>): Map<string, number> {
  const counts = new Map(Array.from(suffixes, (suffix) => [suffix, 0]));
  if (counts.size === 0) return counts;
  for (const suffix of rows.flatMap(([, name]) => suffixesOf(name))) {
    const count = counts.get(suffix);
    if (count !== undefined) counts.set(suffix, count + 1);
  }
  return counts;
}

/** Rows whose last component is that of one of the spellings. No suffix of any other row is one of them. */
function rowsEndingIn(
  database: Database.Database,
  names: readonly string[],
  spellings: readonly string[],
): [number, string][] {
  const ends = new Set(spellings.map(lastComponent));
  const ids = database.prepare('SELECT id FROM decls WHERE name = ?').pluck();
  return [...new Set(names.filter((name) => ends.has(lastComponent(name))))].flatMap((name) =>
    (ids.all(name) as number[]).map((id): [number, string] => [id, name]),
  );
}

/** Suffixes that name something now and did not before, that no longer do, and that name a different number of rows. */
function compareSuffixes(rows: readonly [number, string][], { removed, added }: UseChanges) {
  const change = new Map<string, number>();
  const add = (names: readonly string[], by: number): void => {
    for (const suffix of names.flatMap(suffixesOf)) change.set(suffix, (change.get(suffix) ?? 0) + by);
  };
  add(removed, -1);
  add(added, 1);
  for (const [suffix, by] of change) if (by === 0) change.delete(suffix);
  const after = countSuffixes(rows, change.keys());
  const resized = [...change.keys()];
  return {
    appeared: new Set(resized.filter((suffix) => after.get(suffix) === change.get(suffix) && after.get(suffix) !== 0)),
    disappeared: new Set(resized.filter((suffix) => after.get(suffix) === 0)),
    resized,
  };
}

interface Rewrite {
  /** By spelling, by file, the new count. */
  changed: Map<string, Map<number, number>>;
  rows: readonly [number, string][];
  appeared: ReadonlySet<string>;
  disappeared: ReadonlySet<string>;
}

/** Returns the spellings whose list has changed. */
function rewriteLists(database: Database.Database, { changed, rows, appeared, disappeared }: Rewrite): Set<string> {
  const read = database.prepare(READ_LIST);
  const write = database.prepare("INSERT OR REPLACE INTO postings VALUES ('u:' || ?, 0, ?, ?)");
  const remove = database.prepare("DELETE FROM postings WHERE token = 'u:' || ?");
  const touched = new Set<string>(disappeared);
  for (const spelling of disappeared) remove.run(spelling);
  const save = (spelling: string, counts: Map<number, number>): void => {
    touched.add(spelling);
    if (counts.size === 0) return void remove.run(spelling);
    const entries = [...counts].toSorted(([a], [b]) => a - b);
    const bytes = encodePostings(
      entries.map(([id]) => id),
      entries.map(([, count]) => count),
    );
    write.run(spelling, entries.length, bytes);
  };
  for (const [spelling, counts] of countAppeared(database, appeared)) save(spelling, counts);
  const unlisted = new Map<string, Map<number, number>>();
  for (const [spelling, perFile] of changed) {
    if (appeared.has(spelling) || disappeared.has(spelling)) continue;
    const list = read.get(spelling) as StoredList | undefined;
    if (list === undefined) unlisted.set(spelling, perFile);
    else save(spelling, withChanges(list, perFile));
  }
  for (const spelling of namesAmong(rows, unlisted)) save(spelling, withChanges(null, unlisted.get(spelling)!));
  return touched;
}

function withChanges(list: StoredList | null, perFile: Map<number, number>): Map<number, number> {
  const counts = new Map<number, number>();
  if (list !== null) {
    const { ids, weights } = decodePostings(list.data, list.count);
    ids.forEach((id, i) => counts.set(id, weights[i]!));
  }
  for (const [fileId, count] of perFile) {
    if (count === 0) counts.delete(fileId);
    else counts.set(fileId, count);
  }
  return counts;
}

/** The spellings without a list that a row's name ends in: no file contained them until now. */
function namesAmong(rows: readonly [number, string][], spellings: ReadonlyMap<string, unknown>): Set<string> {
  if (spellings.size === 0) return new Set();
  return new Set(rows.flatMap(([, name]) => suffixesOf(name)).filter((suffix) => spellings.has(suffix)));
}

/** By spelling: the files in which its count has changed, with the new count. */
function changedCounts({ files }: UseChanges): Map<string, Map<number, number>> {
  const changed = new Map<string, Map<number, number>>();
  for (const [fileId, { before, after }] of files) {
    for (const spelling of new Set([...before.keys(), ...after.keys()])) {
      const count = after.get(spelling) ?? 0;
      if (count === (before.get(spelling) ?? 0)) continue;
      const perFile = changed.get(spelling) ?? new Map<number, number>();
      changed.set(spelling, perFile.set(fileId, count));
    }
  }
  return changed;
}

/** Counts in all files of spellings that name something only now. This is the only case in which all files are read. */
function countAppeared(database: Database.Database, appeared: ReadonlySet<string>): Map<string, Map<number, number>> {
  const found = new Map<string, Map<number, number>>();
  if (appeared.size === 0) return found;
  const files = database.prepare('SELECT id, identifiers FROM files').raw().iterate() as IterableIterator<
    [number, Uint8Array]
  >;
  for (const [id, bytes] of files) {
    for (const [spelling, count] of readIdentifiers(bytes, (one) => appeared.has(one))) {
      const perFile = found.get(spelling) ?? new Map<number, number>();
      found.set(spelling, perFile.set(id, count));
    }
  }
  return found;
}
