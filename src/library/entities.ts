/** The entities of the library with the 16 attributes of AutoMathKG, and the references between them. */
import type { Database } from 'better-sqlite3';
import { sentences } from '../sources/sentences.ts';
import type { PieceFacts } from '../sources/document.ts';
import { Attributes, attributesOf } from './entry-attributes.ts';
import {
  ENTITY_TYPES,
  type Entity,
  type EntityText,
  type EntityType,
  type Field,
  type Tactic,
} from '../sources/entity.ts';
import { entryOf, factsOf, SELECT_ENTRY, type EntryRow } from './entry-rows.ts';
import type { Entry, EntryKind } from './entry.ts';
import { OWN_LABEL } from './labelled-entries.ts';
import { proofsOf } from './split-proofs.ts';
import { isNoGraph } from './template-graphs.ts';
import { uniqueLabels } from './unique-labels.ts';

/** An entity, and the values of its attributes by all makers. */
export interface LoadedEntity {
  entity: Entity;
  attributes: Attributes;
}

/** Kinds of entries that are entities even if nothing says what they are. */
const TYPE_OF_KIND: Partial<Record<EntryKind, EntityType>> = {
  definition: 'definition',
  theorem: 'theorem',
  problem: 'problem',
  example: 'other',
  remark: 'other',
};

interface ReferenceRow {
  entry: number;
  label: string;
  target: number | null;
}

const MAY_BE_ENTITY = `WHERE e.kind NOT IN ('concept', 'template') AND ${isNoGraph('e.source_id')}`;

/** Entities that are read at once: their rows and attributes are several times as large as they are. */
const CHUNK = 5000;

/** The entities of these sources, or of all if none is given, by id, with the references between them. */
export function loadEntities(database: Database, sources: readonly string[] = []): Entity[] {
  const named = namedEntries(database, sources);
  const labels = uniqueLabels(database, named, sources);
  const entities: Entity[] = [];
  for (let start = 0; start < named.length; start += CHUNK) {
    const ids = named.slice(start, start + CHUNK).map(({ id }) => id);
    for (const { entity } of entitiesOf(database, entityRows(database, sources, ids), labels)) entities.push(entity);
  }
  connect(entities, referenceRows(database));
  return entities;
}

/** One of `loadEntities`, without reading the others; null if the entry is no entity of these sources. */
export function loadEntity(database: Database, id: number, sources: readonly string[] = []): LoadedEntity | null {
  const references = referenceRows(database, id);
  const ids = [id, ...references.flatMap(({ entry, target }) => [entry, target ?? id])];
  const rows = entityRows(database, sources, ids);
  const entities = entitiesOf(database, rows, uniqueLabels(database, rows, sources));
  connect(
    entities.map(({ entity }) => entity),
    references,
  );
  return entities.find(({ entity }) => entity.id === id) ?? null;
}

/** The entities among these entries, by id, with the labels of `loadEntities` and without references. */
export function entitiesAmong(database: Database, ids: readonly number[]): LoadedEntity[] {
  const rows = entityRows(database, [], ids);
  return entitiesOf(database, rows, uniqueLabels(database, rows, []));
}

/** SQL: whether an entry is of these sources; all if none is given. */
const OF_SOURCES = '(:all OR s.name IN (SELECT value FROM json_each(:sources)))';

const valuesOf = (sources: readonly string[]) => ({
  all: sources.length === 0 ? 1 : 0,
  sources: JSON.stringify(sources),
});

/** Those of these entries that are of the sources. */
function entityRows(database: Database, sources: readonly string[], ids: readonly number[]): EntryRow[] {
  return database
    .prepare(
      `${SELECT_ENTRY} ${MAY_BE_ENTITY} AND ${OF_SOURCES} AND e.id IN (SELECT value FROM json_each(:ids)) ORDER BY e.id`,
    )
    .all({ ...valuesOf(sources), ids: JSON.stringify(ids) }) as EntryRow[];
}

/** All of these sources that may be entities. */
function namedEntries(database: Database, sources: readonly string[]): Pick<EntryRow, 'id' | 'source' | 'key'>[] {
  return database
    .prepare(
      `SELECT e.id, s.name AS source, e.key FROM entries e JOIN sources s ON s.id = e.source_id
       ${MAY_BE_ENTITY} AND ${OF_SOURCES} ORDER BY e.id`,
    )
    .all(valuesOf(sources)) as Pick<EntryRow, 'id' | 'source' | 'key'>[];
}

/** `labels`: by entry. */
function entitiesOf(
  database: Database,
  rows: readonly EntryRow[],
  labels: ReadonlyMap<number, string>,
): LoadedEntity[] {
  const attributes = attributesOf(
    database,
    rows.map(({ id }) => id),
  );
  return rows.flatMap((row): LoadedEntity[] => {
    const own = attributes.get(row.id) ?? new Attributes([]);
    const type = entityTypeOf(own, row.kind as EntryKind);
    if (type === null) return [];
    return [{ entity: entityOf(entryOf(row), factsOf(row), own, type, labels.get(row.id)!), attributes: own }];
  });
}

/** Roles by label. Without a prototype: a document chooses the labels, and `constructor` may be one. */
const noRoles = (): Record<string, Tactic> => Object.create(null) as Record<string, Tactic>;

/** Null: the entry is no entity. */
export function entityTypeOf(attributes: Attributes | undefined, kind: EntryKind): EntityType | null {
  return statedType(attributes?.get(0, 'type'), kind);
}

/** As `entityTypeOf`. `stated`: the value of the attribute `type` that counts. */
export function statedType(stated: unknown, kind: EntryKind): EntityType | null {
  return ENTITY_TYPES.find((type) => type === stated) ?? TYPE_OF_KIND[kind] ?? null;
}

function entityOf(
  entry: Entry,
  facts: PieceFacts | null,
  attributes: Attributes,
  type: EntityType,
  label: string,
): Entity {
  const others = proofsOf(entry.proof, facts).map((text, at) => textOf(text, at + 1, attributes));
  return {
    id: entry.id,
    type,
    label,
    title: entry.title === '' ? ((attributes.get(0, 'title') as string | undefined) ?? '') : entry.title,
    field: (attributes.get(0, 'field') as Field | undefined) ?? null,
    ...textOf(entry.body, 0, attributes),
    source: (attributes.get(0, 'source') as string | undefined) ?? entry.source,
    proofs: type === 'problem' ? [] : others,
    solutions: type === 'problem' ? others : [],
    in_refs: noRoles(),
    in_ref_ids: [],
    out_refs: noRoles(),
    out_ref_ids: [],
  };
}

function textOf(text: string, part: number, attributes: Attributes): EntityText {
  const stored = (attributes.get(part, 'references_tactics') as Record<string, Tactic> | undefined) ?? {};
  const tactics = Object.assign(noRoles(), stored);
  const bodylist = (attributes.get(part, 'bodylist') as EntityText['bodylist'] | undefined) ?? [];
  return {
    contents: (attributes.get(part, 'contents') as string[] | undefined) ?? contentsOf(text),
    bodylist,
    refs: (attributes.get(part, 'refs') as string[] | undefined) ?? Object.keys(tactics),
    references_tactics: tactics,
  };
}

const contentsOf = (text: string): string[] =>
  sentences(text)
    .map((sentence) => sentence.trim())
    .filter((sentence) => sentence !== '');

/**
 * References by a label and by a builder; the label of the latter is that of its target. `about`: only from and to this
 * entry; null for all.
 */
function referenceRows(database: Database, about: number | null = null): ReferenceRow[] {
  const [ofLabel, ofBuilder] =
    about === null ? ['', ''] : ['AND :about IN (entry_id, to_id)', 'AND :about IN (from_id, to_id)'];
  return database
    .prepare(
      `SELECT entry_id AS entry, label, to_id AS target FROM refs WHERE kind = 'refers' ${ofLabel}
       UNION SELECT from_id, coalesce((SELECT ${OWN_LABEL} FROM labels l WHERE l.entry_id = to_id), e.key), to_id
         FROM derived_edges JOIN entries e ON e.id = to_id WHERE derived_edges.kind = 'refers' ${ofBuilder}
       ORDER BY 1, 2`,
    )
    .all(about === null ? {} : { about }) as ReferenceRow[];
}

/**
 * Fills the attributes of edges. An edge starts at a definition or theorem and leads to no entity of uncertain type
 * (paper, section 4.1).
 */
function connect(entities: readonly Entity[], references: readonly ReferenceRow[]): void {
  const byId = new Map(entities.map((entity) => [entity.id, entity]));
  const known = references.flatMap(({ entry, label, target }) => {
    const [from, to] = [byId.get(entry), target === null ? undefined : byId.get(target)];
    return from === undefined || to === undefined ? [] : [{ from, to, label }];
  });
  // Also those that are no edges: another document may have an entity of that label. Before the roles, which the labels
  // of two references to one entity may share.
  for (const [from, own] of Map.groupBy(known, (reference) => reference.from)) {
    const renamed = new Map(own.map(({ label, to }) => [label, to.label]));
    for (const text of [from, ...from.proofs, ...from.solutions]) renameReferences(text, renamed);
  }
  const edges = known.filter(
    ({ from, to }) => from !== to && from.type !== 'other' && (to.type === 'definition' || to.type === 'theorem'),
  );
  // An entity may be referred to by several labels, but has one here: the order must not depend on the others.
  edges.sort((a, b) => a.from.id - b.from.id || compareText(a.to.label, b.to.label));
  for (const { from, to } of edges) addEdge(from, to, roleOf(from, to.label));
}

/** Gives references to an entity by another label, such as that of an item in it, the entity's own label. */
function renameReferences(text: EntityText, renamed: ReadonlyMap<string, string>): void {
  text.refs = [...new Set(text.refs.map((label) => renamed.get(label) ?? label))];
  const tactics = noRoles();
  for (const [label, tactic] of Object.entries(text.references_tactics))
    tactics[renamed.get(label) ?? label] ??= tactic;
  text.references_tactics = tactics;
}

/** By code units: no order of a language. */
const compareText = (one: string, other: string): number => (one < other ? -1 : Number(one > other));

/** `from` refers to `to`: it is an incoming edge of `from`. */
function addEdge(from: Entity, to: Entity, role: Tactic): void {
  if (from.in_ref_ids.includes(to.id)) return;
  from.in_refs[to.label] = role;
  from.in_ref_ids.push(to.id);
  to.out_refs[from.label] = role;
  to.out_ref_ids.push(from.id);
}

/** The role in the statement counts before that in a proof. A reference without one is a step of a deduction. */
function roleOf({ references_tactics: own, proofs, solutions }: Entity, label: string): Tactic {
  const parts = [own, ...[...proofs, ...solutions].map((text) => text.references_tactics)];
  return parts.map((tactics) => tactics[label]).find((tactic) => tactic !== undefined) ?? 'deduction';
}
