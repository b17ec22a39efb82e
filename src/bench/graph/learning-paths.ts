/** `bench graph --only paths`: learning paths of sampled theorems, and whether each is in order and says what it cuts. */
import { inRandomOrder, makeRandom } from '../../base/random.ts';
import { neighboursOf } from '../../graph/adjacency.ts';
import { type LearningPath, learningPath } from '../../graph/learning-path.ts';
import { type MeasuredGraph, loadMeasuredGraph, nameOfSet } from './measured-graph.ts';
import { percentile } from '../metrics.ts';
import { countFigure, type Measure } from './measure.ts';

const THEOREMS = 2000;
/** As `graph path`. */
const MOST = 40;

/** Steps that come before one that they need, and do not need each other. */
function orderViolations(graph: MeasuredGraph, { steps, circular }: LearningPath): number {
  const places = new Map(steps.map(({ node }, at) => [node, at]));
  const groupOf = new Map(circular.flatMap((places_, group) => places_.map((at) => [at, group] as const)));
  return steps.filter(({ node }, at) =>
    neighboursOf(graph.edges, node).some((needed) => {
      const other = places.get(needed);
      if (other === undefined || other < at) return false;
      return other !== at && (groupOf.get(at) === undefined || groupOf.get(at) !== groupOf.get(other));
    }),
  ).length;
}

/** Steps with a direct prerequisite that is neither a step nor listed as cut. */
function silentCuts(graph: MeasuredGraph, { steps }: LearningPath): number {
  const nodes = new Set(steps.map(({ node }) => node));
  return steps.filter(({ node, cut }) =>
    neighboursOf(graph.edges, node).some((needed) => !nodes.has(needed) && !cut.includes(needed)),
  ).length;
}

export const PATHS: Measure = {
  name: 'paths',
  needs: ['library'],
  run: ({ library, options, onProgress, signal }) => {
    const graph = loadMeasuredGraph(library, options.sources);
    const all = graph.entities.flatMap(({ type }, node) => (type === 'theorem' ? [node] : []));
    const theorems = inRandomOrder(all, makeRandom(options.seed)).slice(0, THEOREMS);
    let [violations, silent, cut] = [0, 0, 0];
    const needed: number[] = [];
    for (const [at, goal] of theorems.entries()) {
      signal.throwIfAborted();
      if (at % 50 === 0) onProgress(at, theorems.length);
      const path = learningPath(graph.edges, { goal, most: MOST, isKnown: () => false });
      violations += orderViolations(graph, path);
      silent += silentCuts(graph, path);
      if (path.steps.length < path.needed) cut++;
      needed.push(path.needed - 1);
    }
    const facts = { column: 'count', set: nameOfSet(graph), n: theorems.length, by: 'rules' };
    const counts: [row: string, value: number][] = [
      ['order violations', violations],
      ['steps that lack a direct prerequisite without saying', silent],
      [`paths cut to ${MOST} steps`, cut],
      ['others that a theorem needs, median', percentile(needed, 0.5)],
      ['others that a theorem needs, 90th percentile', percentile(needed, 0.9)],
      ['others that a theorem needs, most', percentile(needed, 1)],
    ];
    return {
      figures: counts.map(([row, value], at) => countFigure(value, { ...facts, row, most: at < 2 ? 0 : null })),
    };
  },
};
