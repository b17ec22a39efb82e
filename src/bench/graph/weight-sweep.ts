/** `bench graph --only weights`: weights of MathVD2, chosen on one half of a sample and scored on the other. */
import { ENTITY_PARTS, PAPER_WEIGHTS } from '../../builders/knowledge/space-texts.ts';
import { storedVectors } from '../../builders/knowledge/entity-spaces.ts';
import { weightedSum } from '../../builders/knowledge/weighted-store.ts';
import { UNREACHED } from '../../graph/kernels.ts';
import { mean } from '../metrics.ts';
import { type MeasuredGraph, loadMeasuredGraph, nameOfSet } from './measured-graph.ts';
import { type Measure, meanFigure, type MeasureInput } from './measure.ts';
import { type Distances, distancesFrom, DEPTHS, hitsAt, HOPS, neighboursBy, READINGS } from './reachability.ts';
import { sampleEntities } from './sample.ts';

/** Weights of contents, title, field, in and out references that the sweep tries. */
export function sweptWeights(): number[][] {
  const swept: number[][] = [];
  for (const references of [0.1, 0.2, 0.3, 0.4, 0.5, 0.6])
    for (const inShare of [0.35, 0.5, 0.65])
      for (const titleShare of [0.2, 0.4, 0.6]) {
        const field = 0.05;
        const text = 1 - references - field;
        const parts = [
          text * (1 - titleShare),
          text * titleShare,
          field,
          references * inShare,
          references * (1 - inShare),
        ];
        swept.push(parts.map((value) => Number(value.toFixed(4))));
      }
  return swept;
}

export const WEIGHTS: Measure = {
  name: 'weights',
  needs: ['library'],
  spaces: ['parts'],
  run: (input) => {
    const { library, options, onProgress, signal, embedder: by } = input;
    const graph = loadMeasuredGraph(library, options.sources);
    const { nodes } = sampleEntities(graph, options.sample, options.seed);
    const distances = new Map(nodes.map((node) => [node, distancesFrom(graph, node)]));
    const [training, test] = [0, 1].map((half) => nodes.filter((_, at) => at % 2 === half)) as [number[], number[]];
    const score = scorer(input, graph, distances);
    const swept = sweptWeights();
    const tried = swept.map((weights, at) => {
      signal.throwIfAborted();
      onProgress(at, swept.length);
      const found = score(training, weights);
      return { weights, undirected: mean(found('undirected', 1)), either: mean(found('either', 5)) };
    });
    const best = {
      undirected: tried.toSorted((a, b) => b.undirected - a.undirected)[0]!.weights,
      either: tried.toSorted((a, b) => b.either - a.either)[0]!.weights,
    };
    const rows: [row: string, weights: readonly number[], bars: Record<string, number>][] = [
      ["paper's weights", PAPER_WEIGHTS, {}],
      ['best for undirected @1', best.undirected, { 'undirected Hits@1': 0.9 }],
      ['best for either @5', best.either, { 'either Hits@1': 0.8, 'either Hits@5': 0.5 }],
    ];
    const set = `${nameOfSet(graph)}, other half`;
    const isPlanetMath = graph.entities.every(({ source }) => /planetmath/iu.test(source));
    const figures = rows.flatMap(([row, weights, bars]) => {
      const found = score(test, weights);
      return READINGS.slice(1).flatMap((reading) =>
        DEPTHS.slice(0, 2).map((depth) => {
          const column = `${reading} Hits@${depth}`;
          // The bar of directed paths is that of PlanetMath, that of undirected ones of the Stacks project.
          const isMeant = reading === 'either' ? isPlanetMath : !isPlanetMath;
          return meanFigure(found(reading, depth), {
            ...{ row: `MathVD2, ${row} (${weights.join(' ')})`, column, set, by },
            bar: isMeant ? (bars[column] ?? null) : null,
          });
        }),
      );
    });
    const most = READINGS.slice(1).flatMap((reading) =>
      DEPTHS.slice(0, 2).map((depth) =>
        meanFigure(
          test.map((node) => mostHits(distances.get(node)![reading], node, depth)),
          { row: 'the most possible', column: `${reading} Hits@${depth}`, set, by: 'edges' },
        ),
      ),
    );
    return {
      figures: [...figures, ...most],
      details: [
        {
          title: 'Weights tried on the training half, best first by undirected Hits@1',
          note: `Of ${swept.length}; the ten best.`,
          head: [ENTITY_PARTS.join(' '), 'undirected Hits@1', 'either Hits@5'],
          rows: tried
            .toSorted((a, b) => b.undirected - a.undirected)
            .slice(0, 10)
            .map(({ weights, undirected, either }) => [weights.join(' '), undirected.toFixed(3), either.toFixed(3)]),
        },
      ],
      notes: [
        `Chosen on ${training.length} entities, scored on ${test.length} others; within ${HOPS} edges.`,
        'The most possible: few entities within reach leave places that no order of vectors can fill with hits.',
      ],
    };
  },
};

/** Hits@depth of a perfect order: by the number of other entities within reach. */
export function mostHits(distance: Int32Array, node: number, depth: number): number {
  const within = distance.filter((each, at) => at !== node && each !== UNREACHED && each <= HOPS).length;
  return Math.min(within, depth) / depth;
}

/** Hits of each node with given weights, by reading and depth. */
function scorer({ library, isLsa }: MeasureInput, graph: MeasuredGraph, distances: ReadonlyMap<number, Distances>) {
  const { dimension, of } = storedVectors(library, 'parts', isLsa);
  return (nodes: readonly number[], weights: readonly number[]) => {
    const vectors = graph.entities.map(({ id }) => weightedSum(of.get(id) ?? [], weights, dimension));
    const neighbours = neighboursBy(vectors);
    const found = nodes.map((node) => neighbours(node, DEPTHS[1]));
    return (reading: (typeof READINGS)[number], depth: number): number[] =>
      nodes.map((node, at) => hitsAt(found[at]!, distances.get(node)![reading], depth, HOPS));
  };
}
