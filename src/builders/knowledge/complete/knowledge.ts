/** What Math LLM retrieves from the graph: entities by name, entities near them by vectors, and solved problems. */
import { EdgeList } from '../../../graph/adjacency.ts';
import { breadthFirst } from '../../../graph/kernels.ts';
import { entityReferences, type EntityRow, sameAsEdges } from '../../../library/knowledge-rows.ts';
import type { Library } from '../../../library/library.ts';
import { VectorTable } from '../../../vectors/nearest-vectors.ts';
import type { EntityNames } from '../augment/resolve-names.ts';
import { representatives } from '../fusion/merged-view.ts';

/** Maximum number of entities that the model selects from. */
const MAX_CANDIDATES = 30;

export interface KnowledgeParts {
  library: Library;
  entities: readonly EntityRow[];
  names: EntityNames;
  /** Vectors of the entities, in their order, without references. */
  vectors: readonly Float32Array[];
  /** A vector of a text in the same space; null if the space has none. */
  embed: (text: string) => Promise<Float32Array | null>;
  /** Problems with a solution, and claims with a proof. */
  isComplete: (id: number) => boolean;
  /** Nearest entities of each. */
  candidates: number;
}

interface Table {
  table: VectorTable;
  rows: readonly number[];
}

export class Knowledge {
  readonly #parts: KnowledgeParts;
  readonly #at: ReadonlyMap<number, number>;
  readonly #claims: Table;
  readonly #problems: Table;
  readonly #dependents: (goal: number) => ReadonlySet<number>;

  constructor(parts: KnowledgeParts) {
    const { entities, vectors, isComplete } = parts;
    this.#parts = parts;
    this.#at = new Map(entities.map(({ id }, at) => [id, at]));
    const tableOf = (isIn: (entity: EntityRow) => boolean): Table => {
      const rows = [...entities.keys()].filter((at) => isIn(entities[at]!));
      return { rows, table: new VectorTable(rows.map((at) => vectors[at]!)) };
    };
    this.#claims = tableOf(({ type }) => type !== 'problem');
    this.#problems = tableOf(({ type, id }) => type === 'problem' && isComplete(id));
    this.#dependents = dependentsIn(parts.library);
  }

  /** The goal, its copies, and all that refers to one of them, directly or not: none of it can prove the goal. */
  dependents(goal: number): ReadonlySet<number> {
    return this.#dependents(goal);
  }

  entity(id: number): EntityRow | null {
    const at = this.#at.get(id);
    return at === undefined ? null : this.#parts.entities[at]!;
  }

  /** The entity that a name means. */
  named(name: string): number | null {
    return this.#parts.names.find(name)?.id ?? null;
  }

  /** Exact finds first, then near ones, then solved problems; without what depends on the goal. */
  async candidates(goal: EntityRow, points: readonly string[]): Promise<EntityRow[]> {
    const { vectors, embed, candidates } = this.#parts;
    const excluded = this.dependents(goal.id);
    const exact = points.map((point) => this.named(point)).filter((id) => id !== null);
    const vectorOf = (id: number): Float32Array | undefined => vectors[this.#at.get(id) ?? -1];
    // A problem of a benchmark is not in the library.
    const own = vectorOf(goal.id) ?? (await embed(goal.contents));
    const around = [...(own === null ? [] : [own]), ...exact.flatMap((id) => vectorOf(id) ?? [])];
    for (const point of points.filter((each) => this.named(each) === null)) {
      const vector = await embed(point);
      if (vector !== null) around.push(vector);
    }
    const near = around.flatMap((vector) => this.#nearest(this.#claims, vector, candidates));
    const solved = goal.type === 'problem' ? this.#nearest(this.#problems, own ?? undefined, candidates) : [];
    const ids = [...new Set([...exact, ...near, ...solved])].filter((id) => !excluded.has(id));
    return ids.slice(0, MAX_CANDIDATES).flatMap((id) => this.entity(id) ?? []);
  }

  #nearest({ table, rows }: Table, vector: Float32Array | undefined, count: number): number[] {
    if (vector === undefined || rows.length === 0 || vector.every((value) => value === 0)) return [];
    return table.nearest(vector, count).map(({ row }) => this.#parts.entities[rows[row]!]!.id);
  }
}

/** Merged entities are one node. */
function dependentsIn({ database }: Library): (goal: number) => ReadonlySet<number> {
  const groups = representatives(sameAsEdges(database));
  const members = new Map<number, number[]>();
  for (const [id, first] of groups) members.set(first, [...(members.get(first) ?? []), id]);
  const nodes = new Map<number, number>();
  const ids: number[] = [];
  const nodeOf = (id: number): number => {
    const first = groups.get(id) ?? id;
    const known = nodes.get(first);
    if (known !== undefined) return known;
    nodes.set(first, ids.length);
    return ids.push(first) - 1;
  };
  const edges = new EdgeList();
  for (const { from, to } of entityReferences(database)) edges.add(nodeOf(to), nodeOf(from), 1);
  const usedBy = edges.adjacency(ids.length);
  return (goal) => {
    const first = groups.get(goal) ?? goal;
    const node = nodes.get(first);
    const reached = node === undefined ? [first] : breadthFirst(usedBy, [node]).order.map((each) => ids[each]!);
    return new Set(reached.flatMap((each) => members.get(each) ?? [each]));
  };
}
