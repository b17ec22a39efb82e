/** Samples of entities in the proportions of the paper. */
import { inRandomOrder, makeRandom } from '../../base/random.ts';
import { type MeasuredGraph, hasEdges } from './measured-graph.ts';

/** Shares of table 7: 50 definitions, 30 theorems, 20 problems. */
const SHARES: readonly (readonly [type: string, share: number])[] = [
  ['definition', 0.5],
  ['theorem', 0.3],
  ['problem', 0.2],
];

export interface Sample {
  nodes: number[];
  /** Drawn, but without any edge: left out, as in the paper. */
  isolated: number;
}

/** Draws `count` entities in the paper's proportions, or all of a type if there are fewer. */
export function sampleEntities(graph: MeasuredGraph, count: number, seed: number): Sample {
  const order = inRandomOrder([...graph.entities.keys()], makeRandom(seed));
  const drawn = SHARES.flatMap(([type, share]) =>
    order.filter((node) => graph.entities[node]!.type === type).slice(0, Math.round(share * count)),
  );
  const nodes = drawn.filter((node) => hasEdges(graph, node));
  return { nodes, isolated: drawn.length - nodes.length };
}
