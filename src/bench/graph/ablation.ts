/** `bench graph --only ablation`: the entities nearest with and without references in the text (tables 13 and E6). */
import { breadthFirst } from '../../graph/kernels.ts';
import { entityNamed } from '../../session/entity-named.ts';
import { type MeasuredGraph, loadMeasuredGraph, nameOfSet } from './measured-graph.ts';
import { type Measure, meanFigure } from './measure.ts';
import { namedEntity, nearestTo, nearHead, nearRow } from './nearest-to.ts';
import { spaceVectors } from './reachability.ts';
import { sampleEntities } from './sample.ts';

const TOP = 5;
/** Sampled entities whose neighbours are listed, if none is named. */
const SHOWN = 5;

/** Share of the pairs among nodes that an edge connects. */
export function density({ undirected }: MeasuredGraph, nodes: readonly number[]): number {
  const among = new Set(nodes);
  const pairs = (nodes.length * (nodes.length - 1)) / 2;
  const edges = nodes.reduce(
    (sum, node) =>
      sum +
      breadthFirst(undirected, [node], { hops: 1 }).order.filter((other) => other > node && among.has(other)).length,
    0,
  );
  return pairs === 0 ? 0 : edges / pairs;
}

export const ABLATION: Measure = {
  name: 'ablation',
  needs: ['library'],
  spaces: ['whole', 'statement'],
  run: (input) => {
    const { library, options, embedder: by } = input;
    const graph = loadMeasuredGraph(library, options.sources);
    const named = options.entities.map((name) => graph.nodeOf(entityNamed(library, name).id) ?? -1);
    const isNamed = named.length > 0;
    const nodes = isNamed
      ? named.filter((node) => node >= 0)
      : sampleEntities(graph, Math.min(options.sample, 200), options.seed).nodes;
    const spaces = (['statement', 'whole'] as const).map((space) => {
      const vectors = spaceVectors(input, graph, space);
      return { space, vectors, nearest: nearestTo(vectors) };
    });
    const found = nodes.flatMap((node) =>
      spaces.map(({ space, vectors, nearest }) => ({
        ...{ node, space },
        near: nearest(vectors[node]!, TOP, new Set([node])),
      })),
    );
    const nameOf = { statement: 'MathVD1 without references', whole: 'MathVD1' };
    const set = nameOfSet(graph);
    return {
      figures: spaces.flatMap(({ space }) => {
        const own = found.filter((each) => each.space === space);
        const facts = { row: nameOf[space], set, by };
        return [
          meanFigure(
            own.flatMap(({ near }) => near.map(({ similarity }) => similarity)),
            { ...facts, column: `mean cosine of the top ${TOP}` },
          ),
          meanFigure(
            own.map(({ node, near }) => density(graph, [node, ...near.map((each) => each.node)])),
            { ...facts, column: 'density of edges among them' },
          ),
        ];
      }),
      details: nodes.slice(0, isNamed ? nodes.length : SHOWN).map((node) => ({
        title: `Nearest to ${namedEntity(graph, node)}`,
        note: '',
        head: nearHead(TOP),
        rows: found
          .filter((each) => each.node === node)
          .map(({ space, near }) => nearRow(graph, nameOf[space], near, TOP)),
      })),
      notes: ['Density: share of the pairs among an entity and those nearest to it that refer to each other.'],
    };
  },
};
