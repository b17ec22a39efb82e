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
import { proofsOf } from './split-proofs.ts';

/** An entity, and what is known about it beside its attributes. */
export interface LoadedEntity {
  entity: Entity;
  entry: Entry;
  attributes: Attributes;
}

export interface LoadedEntities {
  /** By id. */
  entities: LoadedEntity[];
  /** References that are no edges: to problems, from or to entities of uncertain type, or to nothing. */
  leftOut: { toProblems: number; ofOthers: number; unresolved: number };
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

/** The entities of these sources, or of all if none is given, with the references between them. */
export function loadEntities(database: Database, sources: readonly string[] = []): LoadedEntities {
  const rows = database
    .prepare(
      `${SELECT_ENTRY} WHERE (:all OR s.name IN (SELECT value FROM json_each(:sources)))
       AND e.kind NOT IN ('concept', 'template') ORDER BY e.id`,
    )
    .all({ all: sources.length === 0 ? 1 : 0, sources: JSON.stringify(sources) }) as EntryRow[];
  const ids = rows.map(({ id }) => id);
  const attributes = attributesOf(database, ids);
  const labels = new Map(
    database.prepare('SELECT entry_id, min(label) FROM labels GROUP BY entry_id').raw().all() as [number, string][],
  );
  const entities = rows.flatMap((row): LoadedEntity[] => {
    const own = attributes.get(row.id) ?? new Attributes([]);
    const type = typeOf(own, row.kind as EntryKind);
    if (type === null) return [];
    const entry = entryOf(row);
    const facts = factsOf(row);
    const label = (own.get(0, 'label') as string | undefined) ?? labels.get(row.id) ?? row.key;
    return [{ entity: entityOf(entry, facts, own, type, label), entry, attributes: own }];
  });
  return { entities, leftOut: connect(entities, referenceRows(database)) };
}

/** Roles by label. Without a prototype: a document chooses the labels, and `constructor` may be one. */
const noRoles = (): Record<string, Tactic> => Object.create(null) as Record<string, Tactic>;

function typeOf(attributes: Attributes, kind: EntryKind): EntityType | null {
  const stated = attributes.get(0, 'type');
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

/** References by a label and by a builder; the label of the latter is that of its target. */
function referenceRows(database: Database): ReferenceRow[] {
  return database
    .prepare(
      `SELECT entry_id AS entry, label, to_id AS target FROM refs WHERE kind = 'refers'
       UNION SELECT from_id, coalesce((SELECT min(label) FROM labels WHERE entry_id = to_id), e.key), to_id
         FROM derived_edges JOIN entries e ON e.id = to_id WHERE derived_edges.kind = 'refers'
       ORDER BY 1, 2`,
    )
    .all() as ReferenceRow[];
}

/** Fills the attributes of edges. An edge starts at a definition or theorem (paper, section 4.1). */
function connect(entities: readonly LoadedEntity[], references: readonly ReferenceRow[]): LoadedEntities['leftOut'] {
  const byId = new Map(entities.map(({ entity }) => [entity.id, entity]));
  const leftOut = { toProblems: 0, ofOthers: 0, unresolved: 0 };
  for (const { entry, label, target } of references) {
    const from = byId.get(entry);
    if (from === undefined || target === entry) continue;
    const to = target === null ? undefined : byId.get(target);
    if (to === undefined) leftOut.unresolved++;
    else if (from.type === 'other' || to.type === 'other') leftOut.ofOthers++;
    else if (to.type === 'problem') leftOut.toProblems++;
    else addEdge(from, to, roleOf(from, label));
  }
  return leftOut;
}

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
