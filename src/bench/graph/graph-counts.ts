/** `bench graph --only stats`: the counts of table 6. */
import { graphStats, LONGEST_CIRCUIT } from '../../graph/graph-stats.ts';
import { loadMeasuredGraph, nameOfSet } from './measured-graph.ts';
import { countFigure, type Measure } from './measure.ts';

export const STATS: Measure = {
  name: 'stats',
  needs: ['library'],
  run: ({ library, options }) => {
    const graph = loadMeasuredGraph(library, options.sources);
    const { entities, edges, back, leftOut } = graph;
    const stats = graphStats(edges, back, [...entities.keys()], 0);
    const { byLength, isCut } = stats.circuits;
    const ofType = (type: string): number => entities.filter((each) => each.type === type).length;
    const facts = { column: 'count', set: nameOfSet(graph), by: 'rules', n: entities.length };
    const counts: [row: string, value: number][] = [
      ['nodes', stats.nodes],
      ['definitions', ofType('definition')],
      ['theorems', ofType('theorem')],
      ['problems', ofType('problem')],
      // The paper's edges lead from what is referred to.
      ['heads', stats.fundamental],
      ['leaves', stats.unused],
      ['isolated', stats.isolated],
      ['edges', stats.edges],
      ['references to problems, left out', leftOut.toProblems],
      ['groups of entities that need each other', stats.cycles.groups],
      ['entities in them', stats.cycles.nodes],
      ['pairs that refer to each other', stats.mutual],
      [
        `elementary circuits of at most ${LONGEST_CIRCUIT} edges${isCut ? ', at least' : ''}`,
        byLength.reduce((sum, each) => sum + each, 0),
      ],
      ['cycle rank', stats.cycleRank],
    ];
    return { figures: counts.map(([row, value]) => countFigure(value, { ...facts, row })) };
  },
};
