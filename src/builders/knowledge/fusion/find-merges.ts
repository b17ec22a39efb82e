/** Finds which entities of some sources say the same as entities of others: candidates by vectors, decisions by rules. */
import type { EntityRow } from '../../../library/knowledge-rows.ts';
import { VectorTable } from '../../../vectors/nearest-vectors.ts';
import { decideFusion, prepareEntity, type FusionDecision, type PreparedEntity } from './decide.ts';
import { pairKey } from './merged-view.ts';
import { titleKey } from './title-key.ts';

export interface MergeRequest {
  /** Entities of these sources are compared with others; empty for all. */
  sources: readonly string[];
  /** With those of these sources; empty for all other sources. */
  into: readonly string[];
  /** Number of candidates of an entity: those most similar by vectors, of the same type. */
  candidates: number;
  /** Pairs (`pairKey`) that a person calls different. */
  denied: ReadonlySet<string>;
}

export interface EntityDecision extends FusionDecision {
  entity: EntityRow;
  /** The prompt and the model that decided; absent if rules did. */
  by?: { template: string; snapshot: string };
}

/** A title that so many entities of a source have says nothing, such as `Challenging` of an exercise. */
const COMMON_TITLE = 3;

/** `vectors`: of the entities, without references. `onProgress` is called now and then. */
export function findMerges(
  entities: readonly EntityRow[],
  vectors: readonly Float32Array[],
  { sources, into, candidates, denied }: MergeRequest,
  onProgress: (done: number, total: number) => void = () => {},
): EntityDecision[] {
  const tables = tablesOf(entities, vectors);
  const isNamed = distinctTitles(entities);
  const prepared = new Map<number, PreparedEntity>();
  const prepare = (at: number): PreparedEntity => {
    const { id, type, title, contents } = entities[at]!;
    const found = prepared.get(at) ?? prepareEntity({ id, type, title: isNamed(at) ? title : '', contents });
    prepared.set(at, found);
    return found;
  };
  const compared = [...entities.keys()].filter((at) => sources.length === 0 || sources.includes(entities[at]!.source));
  return compared.map((at, done) => {
    onProgress(done, compared.length);
    const entity = entities[at]!;
    const isAllowed = (other: EntityRow): boolean =>
      other.id !== entity.id &&
      // Between sources that are compared in both directions, the newer entity is merged into the older one.
      (into.length > 0 || other.id < entity.id || !(sources.length === 0 || sources.includes(other.source))) &&
      !denied.has(pairKey(entity.id, other.id));
    const near = tables
      .filter(({ type, source }) => type === entity.type && isTarget(source, entity.source, into))
      .flatMap(({ rows, table }) =>
        table.nearest(vectors[at]!, candidates + 1).map(({ row, similarity }) => ({ at: rows[row]!, similarity })),
      )
      .filter((each) => isAllowed(entities[each.at]!))
      .sort((a, b) => b.similarity - a.similarity || a.at - b.at)
      .slice(0, candidates);
    return {
      entity,
      ...decideFusion(
        prepare(at),
        near.map((each) => prepare(each.at)),
      ),
    };
  });
}

function isTarget(source: string, own: string, into: readonly string[]): boolean {
  return into.length === 0 ? source !== own : into.includes(source);
}

interface TypeTable {
  type: string;
  source: string;
  /** By row of the table: the entity. */
  rows: number[];
  table: VectorTable;
}

function tablesOf(entities: readonly EntityRow[], vectors: readonly Float32Array[]): TypeTable[] {
  const groups = new Map<string, Omit<TypeTable, 'table'>>();
  for (const [at, { type, source }] of entities.entries()) {
    const key = `${type} ${source}`;
    const group = groups.get(key) ?? { type, source, rows: [] };
    groups.set(key, group);
    group.rows.push(at);
  }
  return [...groups.values()].map((group) => ({
    ...group,
    table: new VectorTable(group.rows.map((at) => vectors[at]!)),
  }));
}

function distinctTitles(entities: readonly EntityRow[]): (at: number) => boolean {
  const keyOf = ({ source, title }: EntityRow): string => `${source}\n${titleKey(title)}`;
  const counts = new Map<string, number>();
  for (const entity of entities) counts.set(keyOf(entity), (counts.get(keyOf(entity)) ?? 0) + 1);
  return (at) => counts.get(keyOf(entities[at]!))! < COMMON_TITLE;
}
