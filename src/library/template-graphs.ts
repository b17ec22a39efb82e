/**
 * The graphs of templates in the library: a graph is a source whose entries a builder of templates derived. Each entry has
 * its record as payload; edges and links to declarations follow from the records.
 */
import type { Database } from 'better-sqlite3';
import { sha256 } from '../base/hash.ts';
import { type DerivedRows, type DerivedUnit, type EntryRef, NO_ROWS } from './derivation.ts';
import { listDerivations } from './derive.ts';
import type { NewEntry } from './entry.ts';
import type { Library } from './library.ts';
import { remove } from './removal.ts';

/** Maker of the derivations of all graphs. */
export const TEMPLATE_MAKER = 'templates';

/** Edges: a template or problem uses a theorem, comes from a problem, or changes the question of another template. */
export const USES = 'uses';
export const ABSTRACTS = 'abstracts';
export const VARIES = 'varies';
/** A theorem is stated by an entry of another source, or by a declaration. */
export const MATCHES = 'matches';

/** An entry of a graph: what the library stores, and the record that it is made of. */
export interface GraphItem {
  entry: Pick<NewEntry, 'key' | 'kind' | 'called' | 'title' | 'body' | 'proof'>;
  /** JSON data. */
  record: object;
  /** To entries of the graph, by key. */
  edges: readonly { kind: string; to: string }[];
  /** To entries of other sources; without those that do not exist. */
  outside: readonly { kind: string; to: { source: string; key: string }; payload: unknown }[];
  declarations: readonly { package: string; name: string; statementHash: string; payload: unknown }[];
}

export interface StoredGraph {
  name: string;
  /** JSON: how the graph was made. */
  plan: unknown;
  /** It came from a file that somebody else may have written. */
  isImported: boolean;
  /** Records with the ids of their entries, in the order of their keys. */
  items: { id: number; key: string; record: unknown }[];
}

/** What a derivation of a graph has as its version. */
interface GraphVersion {
  plan: unknown;
  imported?: true;
}

/** A condition on the source of an entry: that it is no graph of templates. `column`: of the id of the source. */
export const isNoGraph = (column: string): string =>
  `${column} NOT IN (SELECT source_id FROM derivations WHERE maker = '${TEMPLATE_MAKER}')`;

/** Names of all graphs, in alphabetical order. */
export function templateGraphs(database: Database): string[] {
  return database
    .prepare(
      `SELECT DISTINCT s.name FROM derivations d JOIN sources s ON s.id = d.source_id WHERE d.maker = ? ORDER BY s.name`,
    )
    .pluck()
    .all(TEMPLATE_MAKER) as string[];
}

/** Null if there is no graph of that name. */
export function readGraph(database: Database, name: string): StoredGraph | null {
  const version = database
    .prepare(
      `SELECT version FROM derivations d JOIN sources s ON s.id = d.source_id WHERE s.name = ? AND d.maker = ? LIMIT 1`,
    )
    .pluck()
    .get(name, TEMPLATE_MAKER) as string | undefined;
  if (version === undefined) return null;
  const { plan, imported = false } = JSON.parse(version) as GraphVersion;
  const rows = database
    .prepare(
      `SELECT e.id, e.key, e.payload FROM entries e JOIN derivations d ON d.id = e.derivation_id
       JOIN sources s ON s.id = e.source_id WHERE s.name = ? AND d.maker = ? ORDER BY e.key`,
    )
    .all(name, TEMPLATE_MAKER) as { id: number; key: string; payload: string }[];
  const items = rows.map(({ id, key, payload }) => ({ id, key, record: JSON.parse(payload) as unknown }));
  return { name, plan, isImported: imported, items };
}

export interface GraphChange {
  added: number;
  changed: number;
  unchanged: number;
  removed: number;
}

/**
 * Makes the graph consist of these items, in one transaction each for what is new and what is gone. An entry with the same
 * key keeps its id.
 * @throws {Failure} `key-taken`
 */
export function storeGraph(
  library: Library,
  { name, plan, isImported, items }: Omit<StoredGraph, 'items'> & { items: readonly GraphItem[] },
): GraphChange {
  const { database } = library;
  const version = JSON.stringify({ plan, ...(isImported ? { imported: true } : {}) } satisfies GraphVersion);
  const stored = new Map(
    listDerivations(database, TEMPLATE_MAKER).flatMap((each) => (each.source === name ? [[each.unit, each]] : [])),
  );
  const exists = entryLookup(database);
  const units = items.map((item) => unitOf(item, name, version, exists));
  const isCurrent = ({ derivation }: DerivedUnit): boolean => {
    const old = stored.get(derivation.unit);
    return old !== undefined && !old.isStale && old.version === version && old.inputHash === derivation.inputHash;
  };
  const changed = units.filter((unit) => !isCurrent(unit));
  library.derive(changed);
  const kept = new Set(units.map(({ derivation }) => derivation.unit));
  const gone = [...stored.values()].filter(({ unit }) => !kept.has(unit)).map(({ id }) => id);
  if (gone.length > 0) remove(database, { sources: [], documents: [], entries: [], derivations: gone });
  const added = changed.filter(({ derivation }) => !stored.has(derivation.unit)).length;
  return { added, changed: changed.length - added, unchanged: units.length - changed.length, removed: gone.length };
}

function unitOf(
  { entry, record, edges, outside, declarations }: GraphItem,
  source: string,
  version: string,
  exists: (ref: { source: string; key: string }) => boolean,
): DerivedUnit {
  const own: EntryRef = { source, key: entry.key };
  const found = outside.filter(({ to }) => exists(to));
  const rows: DerivedRows = {
    ...NO_ROWS,
    entries: [{ entry: { ...entry, number: null, headings: [], place: null }, labels: [], payload: record }],
    edges: [
      ...edges.map(({ kind, to }) => ({ from: own, kind, to: { source, key: to }, payload: null, evidence: null })),
      ...found.map(({ kind, to, payload }) => ({ from: own, kind, to, payload, evidence: null })),
    ],
    declarations: declarations.map((link) => ({ entry: own, kind: MATCHES, ...link, evidence: null })),
  };
  const inputHash = sha256(JSON.stringify([entry, record, edges, found, declarations]));
  return { derivation: { source, maker: TEMPLATE_MAKER, version, unit: entry.key, inputHash }, rows };
}

function entryLookup(database: Database): (ref: { source: string; key: string }) => boolean {
  const find = database.prepare(
    'SELECT 1 FROM entries e JOIN sources s ON s.id = e.source_id WHERE s.name = ? AND e.key = ?',
  );
  return ({ source, key }) => find.get(source, key) !== undefined;
}

/** Number of entries of a graph by kind; null if there is no graph of that name. */
export function countGraph(
  database: Database,
  name: string,
): Record<'theorem' | 'problem' | 'template', number> | null {
  if (!templateGraphs(database).includes(name)) return null;
  const rows = database
    .prepare(
      `SELECT kind, count(*) AS count FROM entries e JOIN sources s ON s.id = e.source_id WHERE s.name = ? GROUP BY kind`,
    )
    .all(name) as { kind: 'theorem' | 'problem' | 'template'; count: number }[];
  return { theorem: 0, problem: 0, template: 0, ...Object.fromEntries(rows.map(({ kind, count }) => [kind, count])) };
}

export function removeGraph({ database }: Library, name: string): void {
  const id = database.prepare('SELECT id FROM sources WHERE name = ?').pluck().get(name) as number;
  remove(database, { sources: [id], documents: [], entries: [], derivations: [] });
}
