/** Writes derivations with their rows, in place of the rows of their previous version. */
import type { Database } from 'better-sqlite3';
import { Failure } from '../base/errors.ts';
import { DERIVED_TABLES, type Derivation, type DerivedRows, type DerivedUnit, type EntryRef } from './derivation.ts';
import { derivedColumns } from './derived-rows.ts';
import { keepReplaced } from './replaced.ts';
import { insertInto, sourceIdOf, type EntryOwner } from './entry-owner.ts';
import { resolveReferences } from './resolve-references.ts';
import { writeEntries, type EntryCounts } from './write-entries.ts';
import { labelsOf, writeNames } from './write-names.ts';
import { prepared, preparedValues } from './prepared.ts';

/**
 * Writes all units in one transaction; their entries first, because any unit may refer to them. An entry with the same
 * key keeps its id. `resolve`: turns what the rows call an entry into its id or key. `run`: the run that can be undone;
 * what it replaces is kept.
 * @throws {Failure} `key-taken`
 */
export function deriveAll<Ref>(
  database: Database,
  units: readonly DerivedUnit<Ref>[],
  resolve: (ref: Ref) => EntryRef,
  run: number | null = null,
): EntryCounts[] {
  const write = database.transaction(() => {
    const owners = units.map(({ derivation, rows }) => {
      if (run !== null) keepReplaced(database, run, derivation);
      const owner = writeDerivation(database, derivation, run);
      return { owner, counts: writeOwnEntries(database, owner, derivation, rows.entries) };
    });
    const idOf = entryFinder(database);
    for (const [i, { rows }] of units.entries()) {
      writeRows(database, owners[i]!.owner.id, rows, (ref) => idOf(resolve(ref)));
    }
    return owners.map(({ counts }) => counts);
  });
  return write.immediate();
}

function writeDerivation(
  database: Database,
  { source, maker, version, unit, inputHash }: Derivation,
  run: number | null,
): EntryOwner {
  const sourceId = sourceIdOf(database, source);
  const id = preparedValues(
    database,
    `INSERT INTO derivations (source_id, maker, version, unit, input_hash, run_id) VALUES (?, ?, ?, ?, ?, ?)
       ON CONFLICT (source_id, maker, unit)
       DO UPDATE SET version = excluded.version, input_hash = excluded.input_hash, run_id = excluded.run_id
       RETURNING id`,
  ).get(sourceId, maker, version, unit, inputHash, run) as number;
  return { sourceId, column: 'derivation_id', id };
}

function writeOwnEntries(
  database: Database,
  owner: EntryOwner,
  { source, unit }: Derivation,
  entries: DerivedRows['entries'],
): EntryCounts {
  const taken = prepared(database, 'SELECT 1 FROM entries WHERE source_id = ? AND key = ? AND derivation_id IS NOT ?');
  for (const { entry } of entries) {
    if (entry.key.includes('#')) throw new TypeError(`the key ${entry.key} of ${unit} contains a #`);
    if (taken.get(owner.sourceId, entry.key, owner.id) !== undefined) throw keyTaken(entry.key, source, unit);
  }
  const before = labelsOf(database, owner);
  const { ids, counts } = writeEntries(database, owner, entries);
  const named = entries.map(({ labels }) => ({ labels, references: [] }));
  const labels = new Set([...before, ...writeNames(database, owner, named, ids)]);
  const moved = Array.from(labels, (label) => ({ label, document: null }));
  resolveReferences(database, { sourceId: owner.sourceId, documentId: null, moved });
  return counts;
}

function writeRows<Ref>(database: Database, id: number, rows: DerivedRows<Ref>, idOf: (ref: Ref) => number): void {
  for (const [key, table] of Object.entries(DERIVED_TABLES)) {
    prepared(database, `DELETE FROM ${table} WHERE derivation_id = ?`).run(id);
    const all = rows[key as keyof typeof DERIVED_TABLES].map((row, position) => ({
      derivation_id: id,
      ...(key === 'inputs' ? { position } : {}),
      ...derivedColumns(row, idOf as (ref: unknown) => number),
    }));
    if (all.length === 0) continue;
    const insert = insertInto(database, table, Object.keys(all[0]!));
    for (const values of all) insert.run(values);
  }
}

function entryFinder(database: Database): (ref: EntryRef) => number {
  const find = preparedValues(
    database,
    'SELECT e.id FROM entries e JOIN sources s ON s.id = e.source_id WHERE s.name = ? AND e.key = ?',
  );
  return (ref) => {
    if (typeof ref === 'number') return ref;
    const id = find.get(ref.source, ref.key) as number | undefined;
    if (id === undefined) throw new TypeError(`no entry ${ref.key} in ${ref.source}`);
    return id;
  };
}

function keyTaken(key: string, source: string, unit: string): Failure {
  return new Failure('no', 'key-taken', {
    message: `${unit} cannot add the entry ${key} to ${source}: another entry has that key. Nothing was written.`,
    next: `lemmahead library show ${key}`,
  });
}

/** A stored derivation. */
export interface StoredDerivation extends Derivation {
  id: number;
  /** True if an input was changed or removed, or an entry of the derivation was removed. */
  isStale: boolean;
}

/** The derivations of a maker, or of all, to find out what must be made again. */
export function listDerivations(database: Database, maker: string | null = null): StoredDerivation[] {
  // Not `:maker IS NULL OR maker = :maker`, for which SQLite would look at the derivations of all makers.
  const ofMaker = maker === null ? '' : 'WHERE maker = :maker';
  const rows = database
    .prepare(
      `SELECT d.id, s.name AS source, maker, version, unit, input_hash AS inputHash,
         d.id IN (SELECT id FROM stale_derivations ${ofMaker}) AS isStale
       FROM derivations d JOIN sources s ON s.id = d.source_id ${ofMaker} ORDER BY s.name, maker, unit`,
    )
    .all(maker === null ? {} : { maker }) as (Omit<StoredDerivation, 'isStale'> & { isStale: number })[];
  return rows.map((row) => ({ ...row, isStale: row.isStale === 1 }));
}

/** Key of a derivation, unique in a library for its maker. */
export const unitKey = (source: string, unit: string): string => JSON.stringify([source, unit]);

/** By `unitKey`: version and input hash of a maker's derivations, without those of entries that have changed since. */
export function currentUnits(database: Database, maker: string): Map<string, string> {
  return new Map(
    listDerivations(database, maker).flatMap(({ source, unit, version, inputHash, isStale }) => {
      return isStale ? [] : [[unitKey(source, unit), `${version} ${inputHash}`] as const];
    }),
  );
}
