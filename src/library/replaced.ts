/**
 * What runs replaced. For each unit of a run the derivation before it is kept, so that the runs of a unit form a chain:
 * undoing one run takes one link out of the chain, whichever runs followed.
 */
import type { Database } from 'better-sqlite3';
import { DERIVED_TABLES, type Derivation, type DerivedRows, type DerivedUnit, type EntryRef } from './derivation.ts';
import { derivedRow } from './derived-rows.ts';
import { insertInto, sourceIdOf } from './entry-owner.ts';
import { entryOf, SELECT_ENTRY, type EntryRow } from './entry-rows.ts';
import { prepared, preparedValues } from './prepared.ts';

/** Entries are named by source and key: those of the derivation itself may be removed and written again. */
export type KeptRef = Exclude<EntryRef, number>;

/** A derivation before a run, and the run that wrote it. */
export interface PreviousDerivation extends DerivedUnit<KeptRef> {
  run: number | null;
}

interface DerivationRow {
  id: number;
  version: string;
  input_hash: string;
  run_id: number | null;
}

/** Keeps the stored derivation of this unit, or that there is none, before `run` writes it. */
export function keepReplaced(database: Database, run: number, { source, maker, unit }: Derivation): void {
  const previous = storedDerivation(database, { source, maker, unit });
  if (previous?.run === run) return;
  insertInto(database, 'replaced_derivations', ['run_id', 'source_id', 'maker', 'unit', 'previous']).run({
    run_id: run,
    source_id: sourceIdOf(database, source),
    maker,
    unit,
    previous: previous === null ? null : JSON.stringify(previous),
  });
}

function storedDerivation(
  database: Database,
  key: Pick<Derivation, 'source' | 'maker' | 'unit'>,
): PreviousDerivation | null {
  const row = prepared(
    database,
    `SELECT id, version, input_hash, run_id FROM derivations
       WHERE source_id = (SELECT id FROM sources WHERE name = :source) AND maker = :maker AND unit = :unit`,
  ).get(key) as DerivationRow | undefined;
  if (row === undefined) return null;
  const { id, version, input_hash: inputHash, run_id: run } = row;
  const tables = Object.entries(DERIVED_TABLES).map(([name, table]) => [name, rowsOf(database, table, id)]);
  const rows = { ...Object.fromEntries(tables), entries: entriesOf(database, id) } as DerivedRows<KeptRef>;
  return { derivation: { ...key, version, inputHash }, rows, run };
}

function rowsOf(database: Database, table: string, derivation: number): unknown[] {
  const refOf = prepared(
    database,
    'SELECT s.name AS source, e.key FROM entries e JOIN sources s ON s.id = e.source_id WHERE e.id = ?',
  );
  const rows = prepared(database, `SELECT * FROM ${table} WHERE derivation_id = ?`).all(derivation) as object[];
  return rows.map((row) => {
    const { derivation: _derivation, position: _position, ...fields } = derivedRow(row);
    for (const name of ENTRY_FIELDS) if (typeof fields[name] === 'number') fields[name] = refOf.get(fields[name]);
    return fields;
  });
}

const ENTRY_FIELDS = ['entry', 'from', 'to'] as const;

function entriesOf(database: Database, derivation: number): DerivedRows['entries'] {
  const rows = prepared(database, `${SELECT_ENTRY} WHERE e.derivation_id = ? ORDER BY e.position`).all(derivation);
  const labels = preparedValues(database, 'SELECT label FROM labels WHERE entry_id = ? ORDER BY label');
  return (rows as EntryRow[]).map((row) => {
    const { id, source: _source, documentId: _documentId, contentHash: _contentHash, ...entry } = entryOf(row);
    const payload = row.payload === null ? null : (JSON.parse(row.payload) as unknown);
    return { entry, labels: labels.all(id) as string[], payload };
  });
}
