/** The references between the entities of a library as a graph of typed arrays, merged entities being one node. */
import { type Adjacency, EdgeList, reversed } from './adjacency.ts';

/** An entity, as far as the graph needs it. */
interface GraphEntity {
  id: number;
  type: 'definition' | 'theorem' | 'problem' | 'other';
}

/** In place of a node: no entity, and one of uncertain type. */
const UNKNOWN = -1;
const UNCERTAIN = -2;

/** Nodes are places in `entities`. */
export interface EntityGraph<E extends GraphEntity> {
  /** Definitions, theorems and problems; of merged ones, the oldest. In rising order of ids. */
  entities: E[];
  /** An edge leads from an entity to one that it refers to. */
  edges: Adjacency;
  /** The same edges in the other direction. */
  back: Adjacency;
  /** The node of an entity, by id; that of the oldest for merged ones. Entities of uncertain type have none. */
  nodeOf: (id: number) => number | undefined;
  /** References that are no edges: to problems, and from or to entities of uncertain type. */
  leftOut: { toProblems: number; uncertain: number };
}

/**
 * An edge leads to a definition or theorem (AutoMathKG, section 4.1).
 * @param references by id; those from or to unknown ids do not count
 * @param representatives by id of a merged entity: the one that represents it
 */
export function entityGraph<E extends GraphEntity>(
  all: readonly E[],
  references: readonly { from: number; to: number }[],
  representatives: ReadonlyMap<number, number>,
): EntityGraph<E> {
  const size = all.reduce((most, { id }) => Math.max(most, id + 1), 0);
  // By id, in arrays: a map would take most of the time.
  const nodes = new Int32Array(size).fill(UNKNOWN);
  const entities: E[] = [];
  for (const entity of all) {
    const { id, type } = entity;
    if (type === 'other') nodes[id] = UNCERTAIN;
    else if ((representatives.get(id) ?? id) === id) nodes[id] = entities.push(entity) - 1;
  }
  for (const [id, representative] of representatives)
    if (id < size && nodes[id] !== UNCERTAIN) nodes[id] = nodes[representative] ?? UNKNOWN;
  const list = new EdgeList();
  const leftOut = { toProblems: 0, uncertain: 0 };
  for (const { from, to } of references) {
    const [start, end] = [nodes[from] ?? UNKNOWN, nodes[to] ?? UNKNOWN];
    if (start === UNKNOWN || end === UNKNOWN || from === to) continue;
    if (start === UNCERTAIN || end === UNCERTAIN) leftOut.uncertain++;
    else if (entities[end]!.type === 'problem') leftOut.toProblems++;
    else if (start !== end) list.add(start, end, 1);
  }
  const nodeOf = (id: number): number | undefined => ((nodes[id] ?? UNKNOWN) < 0 ? undefined : nodes[id]);
  const edges = list.adjacency(entities.length);
  return { entities, edges, back: reversed(edges), nodeOf, leftOut };
}
