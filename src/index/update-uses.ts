/** Updates the lists of identifiers and the column `uses` after some files have changed. */
import { inflateRawSync } from 'node:zlib';
import type Database from 'better-sqlite3';
import { memoizeByValue } from '../base/memoize.ts';
import { eachSuffix, lastComponent } from './naming.ts';
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

/** Decodes `files.identifiers`. */
export function readIdentifiers(bytes: Uint8Array): Identifiers {
  const identifiers: Identifiers = new Map();
  for (const line of inflateRawSync(bytes).toString('utf8').split('\n')) {
    const space = line.lastIndexOf(' ');
    if (space > 0) identifiers.set(line.slice(0, space), Math.min(MAX_USES, Number(line.slice(space + 1))));
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
  const { appeared, disappeared, resized } = countSuffixes(rows, changes);
  const touched = rewriteLists(database, { changed, rows, appeared, disappeared });
  for (const spelling of resized) touched.add(spelling);
  const affected = rows.filter(([id, name]) => id >= changes.firstNewId || hasSuffixIn(name, touched));
  const shared = countSharers(rows, affected);
  const totals = new ListTotals(database);
  for (const [id, name] of affected) {
    let most = 0;
    eachSuffix(name, (suffix) => (most = Math.max(most, totals.of(suffix) / shared.get(suffix)!)));
    uses[id] = most;
  }
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
function countSuffixes(rows: readonly [number, string][], { removed, added }: UseChanges) {
  const change = new Map<string, number>();
  for (const name of removed) eachSuffix(name, (suffix) => change.set(suffix, (change.get(suffix) ?? 0) - 1));
  for (const name of added) eachSuffix(name, (suffix) => change.set(suffix, (change.get(suffix) ?? 0) + 1));
  for (const [suffix, by] of change) if (by === 0) change.delete(suffix);
  const after = new Map([...change.keys()].map((suffix) => [suffix, 0]));
  if (after.size > 0) {
    for (const [, name] of rows) {
      eachSuffix(name, (suffix) => {
        const count = after.get(suffix);
        if (count !== undefined) after.set(suffix, count + 1);
      });
    }
  }
  const appeared = new Set<string>();
  const disappeared = new Set<string>();
  for (const [suffix, by] of change) {
    if (after.get(suffix) === 0) disappeared.add(suffix);
    else if (after.get(suffix) === by) appeared.add(suffix);
  }
  return { appeared, disappeared, resized: change.keys() };
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
  const read = database.prepare("SELECT count, data FROM postings WHERE token = 'u:' || ?");
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
    const list = read.get(spelling) as { count: number; data: Uint8Array } | undefined;
    if (list === undefined) unlisted.set(spelling, perFile);
    else save(spelling, withChanges(list, perFile));
  }
  for (const spelling of namesAmong(rows, unlisted)) save(spelling, withChanges(null, unlisted.get(spelling)!));
  return touched;
}

function withChanges(
  list: { count: number; data: Uint8Array } | null,
  perFile: Map<number, number>,
): Map<number, number> {
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
  const named = new Set<string>();
  if (spellings.size === 0) return named;
  for (const [, name] of rows) {
    eachSuffix(name, (suffix) => {
      if (spellings.has(suffix)) named.add(suffix);
    });
  }
  return named;
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
    const text = inflateRawSync(bytes).toString('utf8');
    for (let start = 0, end = text.indexOf('\n'); end !== -1; start = end + 1, end = text.indexOf('\n', start)) {
      const space = text.lastIndexOf(' ', end);
      const spelling = text.slice(start, space);
      if (!appeared.has(spelling)) continue;
      const perFile = found.get(spelling) ?? new Map<number, number>();
      found.set(spelling, perFile.set(id, Math.min(MAX_USES, Number(text.slice(space + 1, end)))));
    }
  }
  return found;
}

function hasSuffixIn(name: string, set: ReadonlySet<string>): boolean {
  let found = false;
  eachSuffix(name, (suffix) => (found ||= set.has(suffix)));
  return found;
}

/** For every suffix of the affected rows: how many rows have it. */
function countSharers(rows: readonly [number, string][], affected: readonly [number, string][]): Map<string, number> {
  const shared = new Map<string, number>();
  for (const [, name] of affected) eachSuffix(name, (suffix) => shared.set(suffix, 0));
  for (const [, name] of rows) {
    eachSuffix(name, (suffix) => {
      const count = shared.get(suffix);
      if (count !== undefined) shared.set(suffix, count + 1);
    });
  }
  return shared;
}

/** The total count of an identifier in all files, from its list. */
class ListTotals {
  readonly #read: Database.Statement;

  constructor(database: Database.Database) {
    this.#read = database.prepare("SELECT count, data FROM postings WHERE token = 'u:' || ?");
  }

  readonly of = memoizeByValue((spelling: string): number => {
    const list = this.#read.get(spelling) as { count: number; data: Uint8Array } | undefined;
    return list === undefined
      ? 0
      : decodePostings(list.data, list.count).weights.reduce((sum, count) => sum + count, 0);
  });
}
