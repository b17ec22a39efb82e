/** Build phase 2 (worker): builds posting lists from parsed rows with the analysers of all channels. */
import type { Mention, Notation } from '../lean/declaration.ts';
import type { MakeAnalyser } from './analysis.ts';
import { makeFacetAnalyser } from './facets.ts';
import { makeNameAnalyser } from './name-parts.ts';
import { PackedRows } from './row-batch.ts';
import { declarationOf, FLAG } from './row-columns.ts';
import { makeShapeAnalyser } from './shapes.ts';
import { RowVectors, type RowVectorPart } from './row-vectors.ts';
import { TokenLists, type TokenListPart } from './token-lists.ts';
import { wordAnalyser } from './words/analyser.ts';
import { readWeights } from '../vectors/weights.ts';

/** The two parts of the analysis. They share almost no code; with vectors, they take about as long. */
export const SIDES = ['text', 'shapes'] as const;
export type Side = (typeof SIDES)[number];

export interface RowsToAnalyse {
  /** Id of the batch's first row; the other ids follow. */
  firstId: number;
  length: number;
  rows: SharedArrayBuffer;
}

export interface AnalysisInput {
  sides: readonly Side[];
  notations: Notation[];
  /** In rising order of id. Removed one by one, because each is large and is not needed again. */
  batches: RowsToAnalyse[];
  /** Passages that name a row, by row id. They are part of the row's text. */
  mentions: Map<number, Pick<Mention, 'kind' | 'text'>[]>;
  /** Weights file for the vectors; null: no vectors. */
  weights: string | null;
}

export interface AnalysisResult {
  lists: TokenListPart;
  /** Empty without weights or without the text side. */
  vectors: RowVectorPart[];
  /** Generated rows whose statement the term parser cannot read; only from the side of shapes. */
  unreadable: number[];
}

export function analyseRows({ sides, notations, batches, mentions, weights }: AnalysisInput): AnalysisResult {
  const lists = new TokenLists();
  const vectors = weights === null || !sides.includes('text') ? null : new RowVectors(readWeights(weights).tables);
  const channels: Record<Side, MakeAnalyser[]> = {
    text: [wordAnalyser(vectors?.take ?? null), makeNameAnalyser, makeFacetAnalyser],
    shapes: [makeShapeAnalyser],
  };
  const unreadable: number[] = [];
  let generatedId: number | null = null;
  const onUnreadable = (): void => void (generatedId !== null && unreadable.push(generatedId));
  const analysers = sides
    .flatMap((side) => channels[side])
    .map((make) => make({ notations, numberToken: lists.number, onUnreadable }));
  for (let next = batches.shift(); next !== undefined; next = batches.shift()) {
    const { firstId, rows } = next;
    const packed = new PackedRows(rows);
    for (let at = 0; at < packed.length; at++) {
      const id = firstId + at;
      const row = packed.row(at);
      generatedId = (row.flags & FLAG.generated) === 0 ? null : id;
      const { module, title } = row.file;
      const input = { declaration: declarationOf(row), module, title, mentions: mentions.get(id) ?? [] };
      for (const analyse of analysers) analyse(input, lists.emit);
      lists.endRow(id);
      vectors?.endRow(id);
    }
  }
  return { lists: lists.finish(), vectors: vectors?.finish() ?? [], unreadable };
}
