/** Links from an entry to Lean declarations. */
import type { Database } from 'better-sqlite3';

/** A link as shown to a user. */
export interface ShownLink {
  kind: string;
  name: string;
  package: string;
  maker: string;
}

/** Returns the links of one entry, sorted by name. */
export function declarationLinksOf(database: Database, entry: number): ShownLink[] {
  return database
    .prepare(
      `SELECT l.kind, l.name, l.package, d.maker FROM declaration_links l
       JOIN derivations d ON d.id = l.derivation_id WHERE l.entry_id = ? ORDER BY l.name, l.kind, d.maker`,
    )
    .all(entry) as ShownLink[];
}
