/** Second half of a worker's day: rows to inverted lists, through the analysers of all channels. */
import type { Mention, Notation } from '../lean/declaration.ts';
import type { MakeAnalyser } from './analysis.ts';
import { makeFacetAnalyser } from './facets.ts';
import { makeNameAnalyser } from './name-parts.ts';
import { analysedRow, PackedRows } from './row-batch.ts';
import { makeShapeAnalyser } from './shapes.ts';
import { RowVectors, type RowVectorPart } from './row-vectors.ts';
import { TokenLists, type TokenListPart } from './token-lists.ts';
import { wordAnalyser } from './words/analyser.ts';
import { readWeights } from '../vectors/weights.ts';

/** What is analysed together. The two share next to no code; with vectors, they take about as long. */
export const SIDES = ['text', 'shapes'] as const;
export type Side = (typeof SIDES)[number];

export interface RowsToAnalyse {
  /** Id of the batch's first row; the others follow it. */
  firstId: number;
  /** How many there are. */
  length: number;
  rows: SharedArrayBuffer;
}

export interface AnalysisInput {
  sides: readonly Side[];
  notations: Notation[];
  /** In rising order of id. Taken out one by one, since each is large and has no further use. */
  batches: RowsToAnalyse[];
  /** Passages that name a row, by its id: part of its text. */
  mentions: Map<number, Pick<Mention, 'kind' | 'text'>[]>;
  /** File whose tables the vectors are made with; null: no vectors. */
  weights: string | null;
}

export interface Analysed {
  lists: TokenListPart;
  /** None without weights or text. */
  vectors: RowVectorPart[];
}

export function analyseRows({ sides, notations, batches, mentions, weights }: AnalysisInput): Analysed {
  const lists = new TokenLists();
  const vectors = weights === null || !sides.includes('text') ? null : new RowVectors(readWeights(weights).tables);
  const channels: Record<Side, MakeAnalyser[]> = {
    text: [wordAnalyser(vectors?.take ?? null), makeNameAnalyser, makeFacetAnalyser],
    shapes: [makeShapeAnalyser],
  };
  const analysers = sides
    .flatMap((side) => channels[side])
    .map((make) => make({ notations, numberToken: lists.number }));
  for (let next = batches.shift(); next !== undefined; next = batches.shift()) {
    const { firstId, rows } = next;
    const packed = new PackedRows(rows);
    const batch = packed.frame();
    for (let at = 0; at < packed.length; at++) {
      const id = firstId + at;
      packed.addRow(at, batch, 0);
      const row = analysedRow(batch, 0, mentions.get(id) ?? []);
      for (const analyse of analysers) analyse(row, lists.emit);
      lists.endRow(id);
      vectors?.endRow(id);
    }
  }
  return { lists: lists.finish(), vectors: vectors?.finish() ?? [] };
}
