/** The roles of the references between entities, as the attributes of the referring ones say. */
import type { Database } from 'better-sqlite3';
import type { Tactic } from '../sources/entity.ts';
import { attributesOf, isAmong } from './entry-attributes.ts';

/** By `FROM TO`, ids; the role in the statement counts before that in a proof. `entries`: ids at both ends; null for all. */
export function referenceRoles(database: Database, entries: readonly number[] | null = null): Map<string, Tactic> {
  const rows = database
    .prepare(
      `SELECT entry_id AS "from", label, to_id AS "to" FROM refs WHERE kind = 'refers' AND to_id IS NOT NULL
       AND ${isAmong('entry_id', entries)} AND ${isAmong('to_id', entries)}`,
    )
    .all({ ids: JSON.stringify(entries) }) as { from: number; label: string; to: number }[];
  const attributes = attributesOf(database, entries, ['references_tactics']);
  const roles = new Map<string, Tactic>();
  for (const { from, label, to } of rows) {
    const values = attributes.get(from)?.inForce() ?? [];
    const role = values
      .filter(({ value }) => Object.hasOwn(value as object, label))
      .toSorted((a, b) => a.part - b.part)
      .map(({ value }) => (value as Record<string, Tactic>)[label]!)[0];
    if (role !== undefined && !roles.has(`${from} ${to}`)) roles.set(`${from} ${to}`, role);
  }
  return roles;
}
