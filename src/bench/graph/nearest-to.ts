/** The entities nearest to a text or to an entity, for measures that list them. */
import { VectorTable } from '../../vectors/nearest-vectors.ts';
import { unitVector } from '../../vectors/unit-vector.ts';
import type { MeasuredGraph } from './measured-graph.ts';

export interface Near {
  node: number;
  /** Cosine. */
  similarity: number;
}

/** `vectors`: by node; null or zeros if it has none. `except`: these nodes are left out. */
export function nearestTo(
  vectors: readonly (Float32Array | null)[],
): (vector: Float32Array, count: number, except?: ReadonlySet<number>) => Near[] {
  const known = [...vectors.keys()].filter((node) => vectors[node]?.some((value) => value !== 0) === true);
  const table = new VectorTable(known.map((node) => vectors[node]!));
  return (vector, count, except = new Set()) => {
    const unit = unitVector(vector);
    if (unit === null) return [];
    return table
      .nearest(unit, count + except.size)
      .map(({ row, similarity }) => ({ node: known[row]!, similarity }))
      .filter(({ node }) => !except.has(node))
      .slice(0, count);
  };
}

/** Head and cells of a table that lists the nearest entities of a space. */
export const nearHead = (count: number): string[] => [
  'space',
  ...Array.from({ length: count }, (_, at) => String(at + 1)),
];

export const nearRow = (graph: MeasuredGraph, space: string, near: readonly Near[], count: number): string[] => [
  space,
  ...Array.from({ length: count }, (_, at) => {
    const each = near[at];
    return each === undefined ? '–' : `${namedEntity(graph, each.node)} ${each.similarity.toFixed(4)}`;
  }),
];

/** `theorem: title`, as the tables of the paper name an entity. */
export function namedEntity({ entities }: MeasuredGraph, node: number): string {
  const { type, title, called, key } = entities[node]!;
  return `[${type}] ${title === '' ? `${called} ${key}`.trim() : title}`;
}
