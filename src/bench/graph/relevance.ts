/**
 * `bench graph --only relevance`: how many of the ten entities nearest to an entity are relevant to it, by a person's
 * judgement (table 9). The first call writes a sheet that hides which space found what; `--judged` reads it back.
 */
import { readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { Failure } from '../../base/errors.ts';
import { collapseWhitespace } from '../../base/one-line.ts';
import { valueOr } from '../../base/read-or-null.ts';
import { inRandomOrder, makeRandom } from '../../base/random.ts';
import { PAPER_WEIGHTS } from '../../builders/knowledge/space-texts.ts';
import { csvLine } from '../../graph/export/csv-tables.ts';
import { mean } from '../metrics.ts';
import { type MeasuredGraph, loadMeasuredGraph, nameOfSet } from './measured-graph.ts';
import { kolmogorovSmirnov } from './kolmogorov-smirnov.ts';
import { countFigure, type Measure, type Measured, meanFigure, type MeasureInput } from './measure.ts';
import { namedEntity, nearestTo } from './nearest-to.ts';
import { spaceVectors, weightedVectors } from './reachability.ts';
import { readCsv } from './read-csv.ts';
import { sampleEntities } from './sample.ts';

/** Sample of the paper: 25 definitions, 15 theorems, 10 problems, and the ten nearest of each. */
const ENTITIES = 50;
const TOP = 10;
export const SHEET = 'relevance.csv';
const COLUMNS = ['item', 'entity', 'its text', 'found', 'its text', 'relevant (1 or 0)'];
const SPACES = ['MathVD1', 'MathVD2'] as const;

type Space = (typeof SPACES)[number];

interface Pair {
  node: number;
  other: number;
  /** Those that found it. */
  spaces: Space[];
}

/** Each pair of an entity and a found one once, in a seeded order that says nothing about the spaces. */
function pairsOf(input: MeasureInput, graph: MeasuredGraph): Pair[] {
  const { nodes } = sampleEntities(graph, ENTITIES, input.options.seed);
  const vectors = {
    MathVD1: spaceVectors(input, graph, 'whole'),
    MathVD2: weightedVectors(input, graph, PAPER_WEIGHTS),
  };
  const pairs = new Map<string, Pair>();
  for (const space of SPACES) {
    const nearest = nearestTo(vectors[space]);
    for (const node of nodes) {
      const vector = vectors[space][node];
      for (const { node: other } of vector ? nearest(vector, TOP, new Set([node])) : []) {
        const key = `${node} ${other}`;
        const pair = pairs.get(key) ?? { node, other, spaces: [] };
        pair.spaces.push(space);
        pairs.set(key, pair);
      }
    }
  }
  return inRandomOrder([...pairs.values()], makeRandom(input.options.seed));
}

function sheetOf(graph: MeasuredGraph, pairs: readonly Pair[]): string {
  const textOf = (node: number): string => collapseWhitespace(graph.entities[node]!.contents);
  const lines = pairs.map(({ node, other }, at) => [
    ...[String(at + 1), namedEntity(graph, node), textOf(node), namedEntity(graph, other), textOf(other), ''],
  ]);
  return [COLUMNS, ...lines].map(csvLine).join('');
}

/** Whether a person has judged items of the sheet `known`. @throws {Failure} `judged-sheet-differs` if it has others */
function isJudged(known: string | null, sheet: string): boolean {
  const rows = known === null ? [] : valueOr([], () => readCsv(known));
  if (!rows.slice(1).some((row) => (row[5] ?? '').trim() !== '')) return false;
  const items = (all: string[][]): string => JSON.stringify(all.map((row) => row.slice(0, 5)));
  if (items(rows) === items(readCsv(sheet))) return true;
  throw new Failure('usage', 'judged-sheet-differs', {
    message: `${SHEET} in the folder of --out has judgements of other items.`,
    reason: 'The library, the seed or the embedder has changed since.',
    next: 'Name another folder with --out, so that the judgements are kept.',
  });
}

/** By item: 1 or 0. @throws {Failure} `judged-invalid` */
function readJudged(path: string, expected: string): number[] {
  const invalid = (reason: string): Failure =>
    new Failure('usage', 'judged-invalid', {
      message: `${path} is not the filled-in sheet of this library, seed and embedder.`,
      reason,
      next: `Fill in ${SHEET} of the folder given by --out, without changing its order.`,
    });
  let rows: string[][];
  try {
    rows = readCsv(readFileSync(path, 'utf8'));
  } catch (error) {
    throw invalid((error as Error).message);
  }
  const sheet = readCsv(expected);
  if (rows.length !== sheet.length) throw invalid(`It has ${rows.length - 1} items instead of ${sheet.length - 1}.`);
  return rows.slice(1).map((row, at) => {
    const asked = sheet[at + 1]!;
    if (row[0] !== asked[0] || row[1] !== asked[1] || row[3] !== asked[3])
      throw invalid(`Line ${at + 2} has another item.`);
    const answer = row[5]?.trim();
    if (answer !== '0' && answer !== '1') throw invalid(`Item ${row[0]} has "${answer ?? ''}" instead of 1 or 0.`);
    return Number(answer);
  });
}

function figuresOf(
  graph: MeasuredGraph,
  pairs: readonly Pair[],
  judged: readonly number[],
  by: string,
): Measured['figures'] {
  const set = nameOfSet(graph);
  /** By entity: share of its `TOP` nearest that are relevant. */
  const precisions = (space: Space, type: string | null): number[] => {
    const own = pairs
      .map(({ node, spaces }, at) => ({ node, spaces, isRelevant: judged[at]! }))
      .filter(({ node, spaces }) => spaces.includes(space) && (type === null || graph.entities[node]!.type === type));
    return [...Map.groupBy(own, ({ node }) => node).values()].map(
      (each) => each.reduce((sum, { isRelevant }) => sum + isRelevant, 0) / TOP,
    );
  };
  const figures = SPACES.flatMap((space) => {
    const all = precisions(space, null);
    const average = mean(all);
    const deviation = Math.sqrt(
      all.reduce((sum, value) => sum + (value - average) ** 2, 0) / Math.max(1, all.length - 1),
    );
    const facts = { row: space, set, by: `${by}, judged by a person` };
    return [
      ...['definition', 'theorem', 'problem'].flatMap((type) => {
        const values = precisions(space, type);
        return values.length === 0 ? [] : [meanFigure(values, { ...facts, column: `${type}s` })];
      }),
      meanFigure(all, { ...facts, column: 'all' }),
      countFigure(deviation, { ...facts, column: 'standard deviation', n: all.length }),
    ];
  });
  const { statistic, p } = kolmogorovSmirnov(precisions('MathVD1', null), precisions('MathVD2', null));
  const facts = { row: 'Kolmogorov–Smirnov, two samples', set, by, n: ENTITIES };
  return [...figures, countFigure(statistic, { ...facts, column: 'D' }), countFigure(p, { ...facts, column: 'p' })];
}

export const RELEVANCE: Measure = {
  name: 'relevance',
  needs: ['library'],
  spaces: ['whole', 'parts'],
  run: (input) => {
    const { library, options, context, embedder: by, write } = input;
    const graph = loadMeasuredGraph(library, options.sources);
    const pairs = pairsOf(input, graph);
    const sheet = sheetOf(graph, pairs);
    if (options.judged === null) {
      if (!isJudged(input.written(SHEET), sheet)) write(SHEET, sheet);
      return {
        figures: [
          countFigure(pairs.length, {
            row: 'items to judge',
            column: 'count',
            set: nameOfSet(graph),
            n: pairs.length,
            by,
          }),
        ],
        notes: [
          `${SHEET} is to be filled in by a person, who gives it back with --judged. It does not say which space found what.`,
        ],
      };
    }
    const judged = readJudged(resolve(context.cwd, options.judged), sheet);
    return { figures: figuresOf(graph, pairs, judged, by), notes: [`Precision of the ${TOP} nearest.`] };
  },
};
