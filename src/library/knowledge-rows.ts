/** Reads the entities of the knowledge graph, the references between them, and which of them are the same. */
import type { Database } from 'better-sqlite3';
import { sha256 } from '../base/hash.ts';
import type { EntityType } from '../sources/entity.ts';
import { statedType } from './entities.ts';
import type { EntryKind } from './entry.ts';
import { headAttributes, isAmong, MAY_STATE } from './entry-attributes.ts';
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
  const heads = new Map(entityHeads(database, ids).map((head) => [head.id, head]));
  const rows = database
    .prepare(
      `SELECT id, key, title, called, headings, content_hash AS contentHash, body AS contents FROM entries e
       WHERE ${IS_OF_GRAPH} AND ${isAmong('id', ids)} ORDER BY id`,
    )
    .iterate({ ids: JSON.stringify(ids) }) as Iterable<TextColumns>;
  const found: EntityRow[] = [];
  for (const { headings, ...row } of rows) {
    const head = heads.get(row.id);
    if (head === undefined || head.type === 'other') continue;
    const { type, field, source } = head;
    found.push({ ...row, type, field, source, headings: JSON.parse(headings) as string[] });
  }
  return found;
}

type TextColumns = Omit<EntityRow, 'type' | 'field' | 'source' | 'headings'> & { headings: string };

/** As `entityRows`, of all types. Reads no texts, so it is much faster. */
export function entityHeads(database: Database, ids: readonly number[] | null = null): EntityHead[] {
  const sources = new Map(database.prepare('SELECT id, name FROM sources').raw().all() as [number, string][]);
  const rows = database
    .prepare(`SELECT id, kind, source_id FROM entries e WHERE ${IS_OF_GRAPH} AND ${isAmong('id', ids)}`)
    .raw()
    .all({ ids: JSON.stringify(ids) }) as [number, EntryKind, number][];
  const { type: types, field: fields } = headAttributes(database, ids);
  const heads: EntityHead[] = [];
  for (const [id, kind, sourceId] of rows) {
    const type = statedType(types.get(id), kind);
    if (type === null) continue;
    heads.push({ id, type, field: (fields.get(id) as string | undefined) ?? '', source: sources.get(sourceId)! });
  }
  return heads.sort((a, b) => a.id - b.id);
}

/** SQL: whether an entry `e` may be an entity. */
const IS_OF_GRAPH = `kind NOT IN ('concept', 'template') AND ${isNoGraph('e.source_id')}`;

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

/**
 * As `repeatedReferences`, to one of these entries. `from`: also from one of them, unless they are all that refers to any
 * of them.
 */
export function referencesAt(
  database: Database,
  ids: readonly number[],
  { terms, from }: { terms: boolean; from: boolean },
): EntityReference[] {
  const sides = [['to_id', 'to_id'], ...(from ? [['entry_id', 'from_id']] : [])] as [string, string][];
  const sql = sides.flatMap(([ofRefs, ofBuilders]) => [
    `${REFERENCES} AND ${isAmong(ofRefs, ids)}`,
    `${OF_BUILDERS} AND ${isAmong(ofBuilders, ids)}`,
  ]);
  return database
    .prepare(sql.join(' UNION ALL '))
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
 * Hash of everything that entities and references are made of: if it is the same, so are all texts made from them. Every
 * search needs it, so it reads only what indexes have.
 */
export function entitiesDigest(database: Database): string {
  const joined = (columns: readonly string[], from: string): string =>
    (database
      .prepare(`SELECT group_concat(${columns.join(` || char(9) || `)}, char(10)) FROM (${from})`)
      .pluck()
      .get() as string | null) ?? '';
  return sha256(
    [
      joined(
        ['id', 'source_id', 'kind', 'key', 'called', 'content_hash'],
        `SELECT id, source_id, kind, key, called, content_hash FROM entries e WHERE ${IS_OF_GRAPH}
         ORDER BY source_id, kind, called, key`,
      ),
      joined(['id', 'payload'], `SELECT id, payload FROM entries WHERE ${MAY_STATE} ORDER BY id`),
      joined(
        ['name', 'entry_id', 'derivation_id', 'value'],
        `SELECT name, entry_id, derivation_id, value FROM entry_attributes
         WHERE part = 0 AND name IN ('type', 'field') ORDER BY name, entry_id, derivation_id`,
      ),
      joined(
        ['to_id', 'entry_id'],
        `SELECT to_id, entry_id FROM refs WHERE kind = 'refers' AND to_id IS NOT NULL ORDER BY to_id, entry_id`,
      ),
      joined(
        ['to_id', 'from_id'],
        `SELECT to_id, from_id FROM derived_edges WHERE kind IN ('refers', 'uses') ORDER BY to_id, from_id`,
      ),
    ].join('\f'),
  );
}
