/**
 * `bench graph --only reachability`: of the q entities most similar to an entity, how many are within k edges of it
 * (table 7). The paper does not say in which direction, so there are three readings.
 */
import { makeRandom } from '../../base/random.ts';
import { vectorsOfEntities } from '../../builders/knowledge/entity-spaces.ts';
import { PAPER_WEIGHTS } from '../../builders/knowledge/space-texts.ts';
import { openWeightedStore } from '../../builders/knowledge/weighted-store.ts';
import { startOf } from '../../graph/adjacency.ts';
import { breadthFirst, UNREACHED } from '../../graph/kernels.ts';
import { mean } from '../metrics.ts';
import { type MeasuredGraph, loadMeasuredGraph, nameOfSet } from './measured-graph.ts';
import { type Measure, meanFigure, type MeasureInput } from './measure.ts';
import { nearestTo } from './nearest-to.ts';
import { sampleEntities } from './sample.ts';
import { TRANS_E, trainTransE } from './trans-e.ts';

export const DEPTHS = [1, 5, 10, 15] as const;
const MAX_HOPS = 8;
/** Maximum number of hops, as in the paper. */
export const HOPS = 5;

/** `out`: along the paper's edges, to what refers to it; `either`: also to what it refers to. */
export const READINGS = ['out', 'either', 'undirected'] as const;

export type Reading = (typeof READINGS)[number];

/** Distance of a node from others by reading; `UNREACHED` beyond `MAX_HOPS`. */
export type Distances = Record<Reading, Int32Array>;

export function distancesFrom({ edges, back, undirected: both }: MeasuredGraph, node: number): Distances {
  const [out, into, undirected] = [back, edges, both].map(
    (graph) => breadthFirst(graph, [node], { hops: MAX_HOPS }).distance,
  ) as [Int32Array, Int32Array, Int32Array];
  const nearer = out.map((distance, at) => {
    const other = into[at]!;
    return distance === UNREACHED || (other !== UNREACHED && other < distance) ? other : distance;
  });
  return { out, either: nearer, undirected };
}

/** The nearest other entities by cosine, best first. */
export type Neighbours = (node: number, count: number) => number[];

/** `vectors`: by node; null or zeros if it has none. */
export function neighboursBy(vectors: readonly (Float32Array | null)[]): Neighbours {
  const nearest = nearestTo(vectors);
  return (node, count) => {
    const vector = vectors[node];
    return vector ? nearest(vector, count, new Set([node])).map(({ node: other }) => other) : [];
  };
}

/** Share of the first `depth` neighbours within `hops`; those that are missing count as not reached. */
export function hitsAt(neighbours: readonly number[], distance: Int32Array, depth: number, hops: number): number {
  const isHit = (other: number): boolean => distance[other] !== UNREACHED && distance[other]! <= hops;
  return neighbours.slice(0, depth).filter(isHit).length / depth;
}

interface System {
  name: string;
  by: string;
  neighbours: Neighbours;
}

export const spaceVectors = (
  { library, isLsa }: MeasureInput,
  graph: MeasuredGraph,
  space: 'whole' | 'statement',
): Float32Array[] => vectorsOfEntities(library, graph.entities, space, isLsa);

export function weightedVectors(
  { library, isLsa }: MeasureInput,
  { entities }: MeasuredGraph,
  weights: readonly number[],
): (Float32Array | null)[] {
  const store = openWeightedStore(library, weights, isLsa);
  return entities.map(({ id }) => store.vectorOf(id));
}

/** Each edge of the paper with the types of its ends as the relation. */
function transE(graph: MeasuredGraph, seed: number): Float32Array[] {
  const types = ['definition', 'theorem', 'problem'];
  const typeOf = (node: number): number => types.indexOf(graph.entities[node]!.type);
  const triples = graph.entities.flatMap((_, head) =>
    [...graph.back.targets.subarray(startOf(graph.back, head), graph.back.ends[head])].map((tail) => ({
      ...{ head, tail },
      relation: types.length * typeOf(head) + typeOf(tail),
    })),
  );
  return trainTransE(triples, graph.entities.length, { ...TRANS_E, seed });
}

function systemsOf(input: MeasureInput, graph: MeasuredGraph): (() => System)[] {
  const { embedder: by, options } = input;
  const random = makeRandom(options.seed);
  const { length } = graph.entities;
  const anyOther = (node: number): number => (node + 1 + Math.floor(random() * (length - 1))) % length;
  return [
    () => ({ name: 'MathVD1', by, neighbours: neighboursBy(spaceVectors(input, graph, 'whole')) }),
    () => ({
      ...{ name: 'MathVD1 without references', by },
      neighbours: neighboursBy(spaceVectors(input, graph, 'statement')),
    }),
    () => ({
      ...{ name: "MathVD2, paper's weights", by },
      neighbours: neighboursBy(weightedVectors(input, graph, PAPER_WEIGHTS)),
    }),
    () => ({ name: 'TransE', by: 'the graph', neighbours: neighboursBy(transE(graph, options.seed)) }),
    () => ({
      ...{ name: 'random', by: 'chance' },
      neighbours: (node, count) => Array.from({ length: count }, () => anyOther(node)),
    }),
  ];
}

/** The project's goals for the Stacks project with the built-in embedder: by system and reading, at 1, 5, 10, 15. */
const BARS: Readonly<Record<string, readonly (number | null)[]>> = {
  'MathVD1, undirected': [0.87, 0.77, 0.72, 0.69],
  'MathVD1, either': [null, 0.35, null, null],
};

export const REACHABILITY: Measure = {
  name: 'reachability',
  needs: ['library'],
  spaces: ['whole', 'statement', 'parts'],
  run: (input) => {
    const { library, options, onProgress, signal } = input;
    const graph = loadMeasuredGraph(library, options.sources);
    const { nodes, isolated } = sampleEntities(graph, options.sample, options.seed);
    const set = nameOfSet(graph);
    const isStacks = /stacks/iu.test(set);
    const distances = nodes.map((node) => distancesFrom(graph, node));
    const opening = systemsOf(input, graph);
    const measured = opening.map((open, at) => {
      signal.throwIfAborted();
      const { name, by, neighbours } = open();
      const found = nodes.map((node) => neighbours(node, DEPTHS.at(-1)!));
      onProgress(at + 1, opening.length);
      return { name, by, found };
    });
    const hits = (found: readonly number[][], reading: Reading, depth: number, hops: number): number[] =>
      found.map((each, at) => hitsAt(each, distances[at]![reading], depth, hops));
    const figures = READINGS.toReversed().flatMap((reading) =>
      measured.flatMap(({ name, by, found }) =>
        DEPTHS.map((depth, at) =>
          meanFigure(hits(found, reading, depth, HOPS), {
            ...{ row: `${name}, ${reading}`, column: `Hits@${depth}`, set, by },
            bar: isStacks ? (BARS[`${name}, ${reading}`]?.[at] ?? null) : null,
          }),
        ),
      ),
    );
    const [whole, statement] = measured.map(({ found }) => hits(found, 'either', 5, HOPS)) as [number[], number[]];
    const gain = whole.map((value, at) => value - statement[at]!);
    const hops = Array.from({ length: MAX_HOPS }, (_, at) => at + 1);
    return {
      figures: [
        ...figures,
        meanFigure(gain, {
          ...{ row: 'MathVD1 minus without references, either', column: 'Hits@5', set, by: input.embedder },
          bar: isStacks ? 0.1 : null,
        }),
      ],
      plots: READINGS.map((reading) => ({
        caption: `Hits@5 over k, ${reading}`,
        x: 'k',
        xs: hops,
        series: measured.map(({ name, found }) => ({
          name,
          values: hops.map((k) => mean(hits(found, reading, 5, k))),
        })),
      })),
      notes: [
        `Within ${HOPS} edges. ${nodes.length} entities in the proportions of the paper; ${isolated} drawn ones have no edge and are left out.`,
        '`out`: a directed path from the entity to what refers to it; `either`: a directed path one way or the other; `undirected`: any path. Without the row `random`, a figure means nothing.',
        `TransE: ${TRANS_E.dimension} dimensions, margin ${TRANS_E.margin}, ${TRANS_E.epochs} epochs; the relation is the types of both ends. It was trained on the edges that it is scored on.`,
      ],
    };
  },
};
