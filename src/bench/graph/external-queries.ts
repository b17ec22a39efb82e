/** `bench graph --only queries`: the entities nearest to queries from elsewhere, in both spaces (tables 10 and 11). */
import { readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { Failure } from '../../base/errors.ts';
import { PAPER_WEIGHTS } from '../../builders/knowledge/space-texts.ts';
import { openEntityEmbedder } from '../../session/entity-vectors.ts';
import { loadMeasuredGraph, nameOfSet } from './measured-graph.ts';
import { type Measure, meanFigure } from './measure.ts';
import { nearestTo, nearHead, nearRow } from './nearest-to.ts';
import { spaceVectors, weightedVectors } from './reachability.ts';

const TOP = 5;
/** Query of the paper. */
const PAPER_QUERY = 'Expectation in Probability and Statistics';

export const QUERIES: Measure = {
  name: 'queries',
  needs: ['library'],
  spaces: ['whole', 'parts'],
  run: async (input) => {
    const { library, options, context, embedder: by, signal } = input;
    const queries = [PAPER_QUERY, ...options.queries.flatMap((path) => readQueries(resolve(context.cwd, path)))];
    const graph = loadMeasuredGraph(library, options.sources);
    const model = await openEntityEmbedder(library.path, context);
    if (model === null) throw new Failure('missing', 'vectors-missing', { message: 'The entities have no vectors.' });
    try {
      const { vectors } = await model.embed(queries, 'question', { signal });
      const spaces = [
        ['MathVD1', nearestTo(spaceVectors(input, graph, 'whole'))],
        ['MathVD2', nearestTo(weightedVectors(input, graph, PAPER_WEIGHTS))],
      ] as const;
      const found = queries.flatMap((query, at) =>
        spaces.map(([space, nearest]) => ({ query, space, near: nearest(vectors[at]!, TOP) })),
      );
      return {
        figures: spaces.map(([space]) =>
          meanFigure(
            found.filter((each) => each.space === space).flatMap(({ near }) => near.map((each) => each.similarity)),
            { row: space, column: `mean cosine of the top ${TOP}`, set: nameOfSet(graph), by },
          ),
        ),
        details: queries.map((query) => ({
          title: query,
          note: '',
          head: nearHead(TOP),
          rows: found.filter((each) => each.query === query).map(({ space, near }) => nearRow(graph, space, near, TOP)),
        })),
        notes: ['The titles show what was found; the cosines of two spaces are not comparable.'],
      };
    } finally {
      await model.close();
    }
  },
};

/** One query a line. @throws {Failure} `queries-unreadable` */
function readQueries(path: string): string[] {
  try {
    return readFileSync(path, 'utf8')
      .split(/\r?\n/u)
      .map((line) => line.trim())
      .filter((line) => line !== '');
  } catch (error) {
    throw new Failure('usage', 'queries-unreadable', {
      message: `${path} cannot be read.`,
      reason: (error as Error).message,
      next: 'Give a text file with one query a line.',
    });
  }
}
