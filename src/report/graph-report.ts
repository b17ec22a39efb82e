/** Makes the JSON reports of the `graph` commands. */
import { DEPENDENCY } from '../graph/dependency-graph.ts';
import type { LibraryIndex } from '../index/library-index.ts';
import type { Circuits } from '../graph/circuits.ts';
import type { GraphNodeReport, GraphStatsReport } from './graph-schema.ts';

/** By node. Nodes without a row are left out. */
export function reportNodes(index: LibraryIndex, nodes: readonly number[]): Map<number, GraphNodeReport> {
  return new Map(
    index.rows(nodes).map(({ id, name, kind, module, package: of }) => [id, { name, kind, module, package: of }]),
  );
}

/** The names of the bits of an edge. */
export function placesOf(labels: number): ('statement' | 'value' | 'origin')[] {
  return (['statement', 'value', 'origin'] as const).filter((each) => (labels & DEPENDENCY[each]) !== 0);
}

export function reportCircuits({ byLength, isCut }: Circuits): GraphStatsReport['circuits'] {
  return {
    longest: byLength.length + 1,
    count: byLength.reduce((sum, count) => sum + count, 0),
    by_length: byLength,
    at_least: isCut,
  };
}
