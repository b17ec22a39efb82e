/**
 * Labels that name one entry among those of some sources. AutoMathKG's format knows entities by their labels only: a
 * label that two entries have, or that a reference to something else has, would make a false reference.
 */
import type { Database } from 'better-sqlite3';
import { getOrAdd } from '../base/memoize.ts';
import { ownLabels } from './labelled-entries.ts';

interface NamedEntry {
  id: number;
  /** The name of its source. */
  source: string;
  key: string;
}

/**
 * What has a name: entries by a label or by their key, and references by what they are written as, with the entry that
 * they lead to. A reference that leads nowhere is of no entry.
 */
const CLAIMS = `SELECT l.label AS name, l.entry_id AS entry, l.source_id AS source FROM labels l
UNION ALL SELECT e.key, e.id, e.source_id FROM entries e
UNION ALL SELECT r.label, r.to_id, r.source_id FROM refs r WHERE r.kind = 'refers'`;

/**
 * The label of each of these entries, by id: its own, without one its key; if something else in `sources` has that name,
 * its key, and if something has that, too, its key after the name of its source. `sources`: all if none is given.
 */
export function uniqueLabels(
  database: Database,
  entries: readonly NamedEntry[],
  sources: readonly string[],
): Map<number, string> {
  const own = ownLabels(
    database,
    entries.map(({ id }) => id),
  );
  const names = entries.map(({ id, source, key }) => {
    return { id, names: [...new Set([own.get(id) ?? key, key, `${source}:${key}`])] };
  });
  const claims = claimsOf(database, new Set(names.flatMap((each) => each.names)), sources);
  const isFree = (name: string, id: number): boolean => {
    const claimants = claims.get(name);
    return claimants === undefined || (claimants.size === 1 && claimants.has(id));
  };
  return new Map(
    names.map(({ id, names: [...given] }) => [id, given.find((name) => isFree(name, id)) ?? given.at(-1)!]),
  );
}

/** The entries that have each of these names; null stands for what is no entry. */
function claimsOf(
  database: Database,
  names: ReadonlySet<string>,
  sources: readonly string[],
): Map<string, Set<number | null>> {
  const rows = database.prepare(
    `SELECT DISTINCT name, entry FROM (${CLAIMS}) WHERE name IN (SELECT value FROM json_each(:names))
     AND (:all OR source IN (SELECT id FROM sources WHERE name IN (SELECT value FROM json_each(:sources))))`,
  );
  const claims = new Map<string, Set<number | null>>();
  const found = rows.raw().all({
    names: JSON.stringify([...names]),
    all: sources.length === 0 ? 1 : 0,
    sources: JSON.stringify(sources),
  }) as [string, number | null][];
  for (const [name, entry] of found) getOrAdd(claims, name, () => new Set()).add(entry);
  return claims;
}
