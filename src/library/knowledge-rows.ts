/** Reads the entities of the knowledge graph, the references between them, and which of them are the same. */
import type { Database } from 'better-sqlite3';
import { sha256 } from '../base/hash.ts';
import type { EntityType } from '../sources/entity.ts';
import { entityTypeOf } from './entities.ts';
import type { EntryKind } from './entry.ts';
import { attributesOf, isAmong, MAY_STATE } from './entry-attributes.ts';
import { isNoGraph } from './template-graphs.ts';

/** An entity of known type. */
export interface EntityRow {
  id: number;
  type: Exclude<EntityType, 'other'>;
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

/** An entity of any type, as far as a graph needs it. */
export interface EntityHead extends Pick<EntityRow, 'id' | 'source' | 'field'> {
  type: EntityType;
}

/** The entities of known type, in rising order of ids. `ids`: only these entries; null for all. */
export function entityRows(database: Database, ids: readonly number[] | null = null): EntityRow[] {
  return rowsWith<EntityColumns>(database, ROW_COLUMNS, ids).flatMap(({ headings, ...row }) => {
    const { type } = row;
    return type === 'other' ? [] : [{ ...row, type, headings: JSON.parse(headings) as string[] }];
  });
}

/** As `entityRows`, of all types. Reads no texts, so it is much faster. */
export function entityHeads(database: Database, ids: readonly number[] | null = null): EntityHead[] {
  return rowsWith(database, '', ids);
}

type EntityColumns = Omit<EntityRow, keyof EntityHead | 'headings'> & { headings: string };

/** More columns, each after a comma. */
const ROW_COLUMNS = `, e.key, e.title, e.called, e.headings, e.content_hash AS contentHash, e.body AS contents`;

function rowsWith<Columns extends object = object>(
  database: Database,
  columns: string,
  ids: readonly number[] | null,
): (EntityHead & Columns)[] {
  const sources = new Map(database.prepare('SELECT id, name FROM sources').raw().all() as [number, string][]);
  const rows = database
    .prepare(
      `SELECT e.id, e.kind, e.source_id AS sourceId, e.${MAY_STATE} AS isStating ${columns}
       FROM entries e WHERE e.kind NOT IN ('concept', 'template') AND ${isNoGraph('e.source_id')}
         AND ${isAmong('e.id', ids)} ORDER BY e.id`,
    )
    .all({ ids: JSON.stringify(ids) }) as (Columns & {
    id: number;
    kind: EntryKind;
    sourceId: number;
    isStating: number | null;
  })[];
  const stating = rows.flatMap(({ id, isStating }) => (isStating === 1 ? [id] : []));
  const attributes = attributesOf(database, ids, ['type', 'field'], stating);
  const found: (EntityHead & Columns)[] = [];
  for (const { kind, sourceId, isStating: _, ...row } of rows) {
    const own = attributes.get(row.id);
    const type = entityTypeOf(own, kind);
    if (type === null) continue;
    const field = (own?.get(0, 'field') as string | undefined) ?? '';
    found.push(Object.assign(row, { type, field, source: sources.get(sourceId)! }) as unknown as EntityHead & Columns);
  }
  return found;
}

export interface EntityReference {
  /** The entity that refers. */
  from: number;
  to: number;
}

/** Kind of the edges to entities that a text only names: guesses with a confidence. */
export const TERM_EDGE = 'names';

/** References between entries, by id, in rising order, each once. */
export function entityReferences(database: Database): EntityReference[] {
  return database.prepare(`${REFERENCES} UNION ${OF_BUILDERS} ORDER BY 1, 2`).all({ terms: null }) as EntityReference[];
}

/** As `entityReferences`, in any order, perhaps several times. `terms`: also to entities that a text only names. */
export function repeatedReferences(database: Database, { terms }: { terms: boolean }): EntityReference[] {
  const all = database.prepare(`${REFERENCES} UNION ALL ${OF_BUILDERS}`);
  return all.all({ terms: terms ? TERM_EDGE : null }) as EntityReference[];
}

/**
 * Ids of the entries that references lead to from `start`, over any number of steps, and of those that are the same. With
 * `backwards`, of those from which references lead to `start`.
 */
export function reachedEntries(
  database: Database,
  start: readonly number[],
  { terms, backwards }: { terms: boolean; backwards: boolean },
): number[] {
  const [near, far] = backwards ? ['to_id', 'from_id'] : ['from_id', 'to_id'];
  const [nearOfRefs, farOfRefs] = backwards ? ['to_id', 'entry_id'] : ['entry_id', 'to_id'];
  const sql = `WITH RECURSIVE reached(id) AS (
    SELECT value FROM json_each(:start)
    UNION SELECT ${farOfRefs} FROM reached JOIN refs ON ${nearOfRefs} = reached.id
      WHERE kind = 'refers' AND ${farOfRefs} IS NOT NULL
    UNION SELECT ${far} FROM reached JOIN derived_edges ON ${near} = reached.id
      WHERE kind IN ('refers', 'uses', :terms, '${SAME_AS}')
    UNION SELECT ${near} FROM reached JOIN derived_edges ON ${far} = reached.id WHERE kind = '${SAME_AS}')
  SELECT id FROM reached`;
  return database
    .prepare(sql)
    .pluck()
    .all({ start: JSON.stringify(start), terms: terms ? TERM_EDGE : null }) as number[];
}

/** As `repeatedReferences`, from or to one of these entries. */
export function referencesAt(
  database: Database,
  ids: readonly number[],
  { terms }: { terms: boolean },
): EntityReference[] {
  const sides = ['entry_id', 'to_id'].map((side) => `${REFERENCES} AND ${isAmong(side, ids)}`);
  const ofBuilders = ['from_id', 'to_id'].map((side) => `${OF_BUILDERS} AND ${isAmong(side, ids)}`);
  return database
    .prepare([...sides, ...ofBuilders].join(' UNION ALL '))
    .all({ ids: JSON.stringify(ids), terms: terms ? TERM_EDGE : null }) as EntityReference[];
}

/** Not the view `edges`, which would also look for the entry before each one. */
const REFERENCES = `SELECT entry_id AS "from", to_id AS "to" FROM refs
WHERE kind = 'refers' AND to_id IS NOT NULL AND to_id <> entry_id`;
const OF_BUILDERS = `SELECT from_id, to_id FROM derived_edges WHERE kind IN ('refers', 'uses', :terms)`;

/** References without marks, by id. */
export function termReferences(database: Database): EntityReference[] {
  return database
    .prepare(`SELECT DISTINCT from_id AS "from", to_id AS "to" FROM derived_edges WHERE kind = ? ORDER BY 1, 2`)
    .all(TERM_EDGE) as EntityReference[];
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

/**
 * Hash of everything that entities and references are made of: if it is the same, so are all texts made from them. Reads
 * plain rows, because every search needs it.
 */
export function entitiesDigest(database: Database): string {
  const rows = (sql: string): string => JSON.stringify(database.prepare(sql).raw().all());
  return sha256(
    [
      rows(
        `SELECT id, source_id, kind, key, called, content_hash, CASE WHEN ${MAY_STATE} THEN payload END
         FROM entries e WHERE kind NOT IN ('concept', 'template') AND ${isNoGraph('e.source_id')} ORDER BY id`,
      ),
      rows(
        `SELECT entry_id, name, value, derivation_id FROM entry_attributes
         WHERE part = 0 AND name IN ('type', 'field') ORDER BY entry_id, part, name, derivation_id`,
      ),
      JSON.stringify(entityReferences(database)),
    ].join('\n'),
  );
}
