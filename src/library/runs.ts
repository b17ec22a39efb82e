/** Runs of commands that derive rows: their record, and how to undo one. */
import type { Database } from 'better-sqlite3';
import { Failure } from '../base/errors.ts';
import { DERIVED_TABLES, type DerivedRows, HUMAN } from './derivation.ts';
import { deriveAll } from './derive.ts';
import type { KeptRef, PreviousDerivation } from './replaced.ts';

export interface Run {
  id: number;
  command: string;
  options: Record<string, unknown>;
  startedAt: string;
  /** Null if it is running or was killed. */
  endedAt: string | null;
  counts: Record<string, number>;
  undoneAt: string | null;
}

/** Returns the id of the new run. */
export function startRun(database: Database, command: string, options: Record<string, unknown>): number {
  const { lastInsertRowid } = database
    .prepare(`INSERT INTO runs (command, options, started_at, counts) VALUES (?, ?, ?, '{}')`)
    .run(command, JSON.stringify(options), new Date().toISOString());
  return Number(lastInsertRowid);
}

/**
 * Returns the id of the run, to undo it; null if it changed no row, and then its record is removed. What it read without
 * a result stays known, so that it is not read again.
 */
export function endRun(database: Database, run: number, counts: Record<string, number>): number | null {
  if (!hasRows(database, run)) {
    database.prepare('DELETE FROM runs WHERE id = ?').run(run);
    return null;
  }
  const update = database.prepare('UPDATE runs SET ended_at = ?, counts = ? WHERE id = ?');
  update.run(new Date().toISOString(), JSON.stringify(counts), run);
  return run;
}

function hasRows(database: Database, run: number): boolean {
  const tables = [
    ...Object.entries(DERIVED_TABLES).flatMap(([rows, table]) => (rows === 'inputs' ? [] : [table])),
    'entries',
  ];
  const has = tables.map((table) => `EXISTS (SELECT 1 FROM ${table} t WHERE t.derivation_id = d.id)`);
  const sql = `SELECT 1 FROM replaced_derivations WHERE run_id = :run AND previous IS NOT NULL
    UNION ALL SELECT 1 FROM derivations d WHERE d.run_id = :run AND (${has.join(' OR ')}) LIMIT 1`;
  return database.prepare(sql).get({ run }) !== undefined;
}

/** The latest first. */
export function listRuns(database: Database): Run[] {
  const rows = database
    .prepare(
      `SELECT id, command, options, started_at AS startedAt, ended_at AS endedAt, counts, undone_at AS undoneAt
       FROM runs ORDER BY id DESC`,
    )
    .all() as (Omit<Run, 'options' | 'counts'> & { options: string; counts: string })[];
  return rows.map((row) => ({
    ...row,
    options: JSON.parse(row.options) as Run['options'],
    counts: JSON.parse(row.counts) as Run['counts'],
  }));
}

export interface UndoneRun {
  run: number;
  /** Number of derivations restored to what they were, and removed because there was none before. */
  restored: number;
  removed: number;
  /** Number of derivations that a later run had replaced: they stay. */
  kept: number;
}

/**
 * Undoes a run in one transaction. `cascade`: first the later runs that build on it, the latest first. Returns the
 * undone runs in that order.
 * @throws {Failure} `run-missing`, `run-undone`, `run-needed`
 */
export function undoRun(database: Database, run: number, { cascade }: { cascade: boolean }): UndoneRun[] {
  const undo = database.transaction(() => {
    requireActive(database, run);
    const later = runsThatNeed(database, run);
    if (later.length > 0 && !cascade) throw runNeeded(run, later);
    return [...later, run].map((each) => undoOne(database, each));
  });
  return undo.immediate();
}

function requireActive(database: Database, run: number): void {
  const found = listRuns(database).find(({ id }) => id === run);
  if (found === undefined) {
    throw new Failure('no', 'run-missing', {
      message: `The library has no run ${run}.`,
      next: 'lemmahead graph runs',
    });
  }
  if (found.undoneAt !== null) {
    throw new Failure('no', 'run-undone', {
      message: `Run ${run} was undone already.`,
      next: 'lemmahead graph runs',
    });
  }
}

/**
 * Later runs of other makers that wrote about the same entries, the latest first, with those that need them in turn. What
 * a person decided needs nothing.
 */
function runsThatNeed(database: Database, run: number): number[] {
  const needing = database
    .prepare(
      `WITH about AS (
         SELECT derivation_id, entry_id FROM entry_attributes UNION SELECT derivation_id, entry_id FROM declaration_links
         UNION SELECT derivation_id, from_id FROM derived_edges UNION SELECT derivation_id, to_id FROM derived_edges)
       SELECT DISTINCT late.run_id FROM derivations early JOIN about a ON a.derivation_id = early.id
       JOIN about b ON b.entry_id = a.entry_id JOIN derivations late ON late.id = b.derivation_id
       WHERE early.run_id = :run AND late.run_id > :run AND late.maker NOT IN (early.maker, '${HUMAN}')`,
    )
    .pluck();
  const found = new Set<number>();
  const pending = [run];
  for (let each = pending.pop(); each !== undefined; each = pending.pop()) {
    for (const later of needing.all({ run: each }) as number[]) {
      if (found.has(later)) continue;
      found.add(later);
      pending.push(later);
    }
  }
  return [...found].toSorted((a, b) => b - a);
}

function runNeeded(run: number, later: readonly number[]): Failure {
  const runs = later.length === 1 ? `run ${later[0]}` : `runs ${later.toReversed().join(', ')}`;
  return new Failure('no', 'run-needed', {
    message: `Run ${run} was not undone: ${runs} built on what it wrote.`,
    next: `Undo all of them: lemmahead graph undo ${run} --cascade`,
  });
}

interface ReplacedRow {
  source_id: number;
  maker: string;
  unit: string;
  previous: string | null;
}

function undoOne(database: Database, run: number): UndoneRun {
  const undone: UndoneRun = { run, restored: 0, removed: 0, kept: 0 };
  const rows = database.prepare('SELECT * FROM replaced_derivations WHERE run_id = ?').all(run) as ReplacedRow[];
  const current = database.prepare(
    'SELECT id, run_id FROM derivations WHERE source_id = :source_id AND maker = :maker AND unit = :unit',
  );
  const remove = database.prepare('DELETE FROM derivations WHERE id = ?');
  for (const { previous, ...unit } of rows) {
    const found = current.get(unit) as { id: number; run_id: number | null } | undefined;
    if (found === undefined) continue;
    if (found.run_id !== run) {
      passOn(database, run, { previous, ...unit });
      undone.kept++;
    } else if (previous === null) {
      remove.run(found.id);
      undone.removed++;
    } else {
      restore(database, found.id, JSON.parse(previous) as PreviousDerivation);
      undone.restored++;
    }
  }
  database.prepare('DELETE FROM replaced_derivations WHERE run_id = ?').run(run);
  database.prepare('UPDATE runs SET undone_at = ? WHERE id = ?').run(new Date().toISOString(), run);
  return undone;
}

/** The run that replaced what `run` wrote has from now on replaced what `run` had replaced. */
function passOn(database: Database, run: number, { source_id, maker, unit, previous }: ReplacedRow): void {
  const unitOf = { source_id, maker, unit };
  const select = database.prepare(
    `SELECT run_id, previous FROM replaced_derivations
     WHERE source_id = :source_id AND maker = :maker AND unit = :unit AND run_id <> :run`,
  );
  const rows = select.all({ ...unitOf, run }) as { run_id: number; previous: string | null }[];
  const next = rows.find(
    (row) => row.previous !== null && (JSON.parse(row.previous) as PreviousDerivation).run === run,
  );
  if (next === undefined) return;
  database
    .prepare(
      `UPDATE replaced_derivations SET previous = :previous
       WHERE run_id = :next AND source_id = :source_id AND maker = :maker AND unit = :unit`,
    )
    .run({ ...unitOf, previous, next: next.run_id });
}

/** Rows about entries that were removed meanwhile are left out. */
function restore(database: Database, id: number, { derivation, rows, run }: PreviousDerivation): void {
  const stored = database.prepare(
    'SELECT 1 FROM entries e JOIN sources s ON s.id = e.source_id WHERE s.name = :source AND e.key = :key',
  );
  const own = new Set(rows.entries.map(({ entry }) => entry.key));
  const exists = (ref: KeptRef): boolean =>
    (ref.source === derivation.source && own.has(ref.key)) || stored.get(ref) !== undefined;
  const remaining: DerivedRows<KeptRef> = {
    inputs: rows.inputs.map((row) => (row.entry === null || exists(row.entry) ? row : { ...row, entry: null })),
    entries: rows.entries,
    edges: rows.edges.filter(({ from, to }) => exists(from) && exists(to)),
    declarations: rows.declarations.filter(({ entry }) => exists(entry)),
    attributes: rows.attributes.filter(({ entry }) => exists(entry)),
    texts: rows.texts.filter(({ entry }) => exists(entry)),
  };
  deriveAll(database, [{ derivation, rows: remaining }], (ref) => ref);
  database.prepare('UPDATE derivations SET run_id = ? WHERE id = ?').run(run, id);
}
