/** Reads the entities of the knowledge graph, the references between them, and which of them are the same. */
import type { Database } from 'better-sqlite3';
import { sha256 } from '../base/hash.ts';
import { HUMAN } from './derivation.ts';

/** Kinds of entries that are entities with a known type. */
export const KNOWN_TYPES = ['definition', 'theorem', 'problem'] as const;

export interface EntityRow {
  id: number;
  /** One of `KNOWN_TYPES`. */
  type: string;
  source: string;
  key: string;
  title: string;
  /** Its name for this kind in the source, as `Lemma`; may be empty. */
  called: string;
  headings: string[];
  /** '' if unknown. */
  field: string;
  /** The statement. */
  contents: string;
  contentHash: string;
}

/** In rising order of ids. `ids`: only these entries; null for all. */
export function entityRows(database: Database, ids: readonly number[] | null = null): EntityRow[] {
  const rows = database
    .prepare(
      `SELECT e.id, e.kind AS type, s.name AS source, e.key, e.title, e.called, e.headings, e.body AS contents,
         e.content_hash AS contentHash,
         coalesce((SELECT json_extract(a.value, '$') FROM entry_attributes a JOIN derivations d ON d.id = a.derivation_id
           WHERE a.entry_id = e.id AND a.part = 0 AND a.name = 'field'
           ORDER BY d.maker = '${HUMAN}' DESC, d.id DESC LIMIT 1), '') AS field
       FROM entries e JOIN sources s ON s.id = e.source_id
       WHERE e.kind IN (SELECT value FROM json_each(:types))
         ${ids === null ? '' : 'AND e.id IN (SELECT value FROM json_each(:ids))'} ORDER BY e.id`,
    )
    .all({ types: JSON.stringify(KNOWN_TYPES), ...(ids === null ? {} : { ids: JSON.stringify(ids) }) }) as (Omit<
    EntityRow,
    'headings'
  > & { headings: string })[];
  return rows.map((row) => ({ ...row, headings: JSON.parse(row.headings) as string[] }));
}

export interface EntityReference {
  /** The entity that refers. */
  from: number;
  to: number;
}

/** References between entries, by id, each once. */
export function entityReferences(database: Database): EntityReference[] {
  return database
    .prepare(
      `SELECT DISTINCT from_id AS "from", to_id AS "to" FROM edges WHERE kind IN ('refers', 'uses') ORDER BY 1, 2`,
    )
    .all() as EntityReference[];
}

/** That two entities are the same, or that a person denies it. */
export const SAME_AS = 'same as';
export const DIFFERENT_FROM = 'different from';

export interface SameAsEdge {
  from: number;
  to: number;
  kind: typeof SAME_AS | typeof DIFFERENT_FROM;
  maker: string;
}

/** All statements that entries are the same or different, of entries in documents. */
export function sameAsEdges(database: Database): SameAsEdge[] {
  return database
    .prepare(
      `SELECT l.from_id AS "from", l.to_id AS "to", l.kind, d.maker FROM derived_edges l
       JOIN derivations d ON d.id = l.derivation_id JOIN entries e ON e.id = l.from_id
       WHERE l.kind IN (?, ?) AND e.document_id IS NOT NULL ORDER BY l.from_id, l.to_id, l.kind`,
    )
    .all(SAME_AS, DIFFERENT_FROM) as SameAsEdge[];
}

/** The text of an entity in a vector space, by its hash. */
export interface EntityText {
  entry: number;
  part: number;
  textHash: string;
}

/** The texts of a space, by entity and part. */
export function entityTexts(database: Database, space: string): EntityText[] {
  return database
    .prepare(
      `SELECT entry_id AS entry, part, text_hash AS textHash FROM entry_texts WHERE space = ? ORDER BY entry_id, part`,
    )
    .all(space) as EntityText[];
}

/** Hash of all entities and references: if it is the same, so are all texts made from them. */
export function entitiesDigest(database: Database): string {
  const rows = database
    .prepare(`SELECT id, content_hash FROM entries WHERE kind IN (SELECT value FROM json_each(?)) ORDER BY id`)
    .raw()
    .all(JSON.stringify(KNOWN_TYPES)) as [number, string][];
  const references = entityReferences(database).map(({ from, to }) => `${from} ${to}`);
  const fields = database
    .prepare(
      "SELECT entry_id, derivation_id, value FROM entry_attributes WHERE part = 0 AND name = 'field' ORDER BY 1, 2",
    )
    .raw()
    .all()
    .map(String);
  return sha256([...rows.map((row) => row.join(' ')), ...references, ...fields].join('\n'));
}
