/** Learned similarity of goals and rows (`vectors/premise-tables.ts`). */
import type { LibraryIndex } from '../../index/library-index.ts';
import { WORD_SIZE } from '../../index/row-vectors.ts';
import type { StatementRow } from '../../index/statement-rows.ts';
import { FIELDS } from '../../index/words/fields.ts';
import type { CodeShare, PremiseTables } from '../../vectors/premise-tables.ts';
import type { RowStore } from '../rank/row-store.ts';
import { readRow, shapeLibrary, type ShapeLibrary } from '../shape-library.ts';
import type { EncodedGoal } from './encoded-goal.ts';
import { constantSuffixes, premiseEdge, symbolsOf } from '../statement-symbols.ts';

/** Weight of a word by position, and of a symbol. */
export const SHARES = { lastName: 1.5, namespace: 0.8, conclusion: 0.8, hypotheses: 0.5, symbol: 0.8 } as const;

const TYPES = FIELDS.hypotheses.bit | FIELDS.variables.bit;

/** Weight of a word by its set of fields, in goals and in rows. */
export const GOAL_WORD_SHARES: (fields: number) => number = (fields) =>
  ((fields & FIELDS.conclusion.bit) === 0 ? 0 : SHARES.conclusion) + ((fields & TYPES) === 0 ? 0 : SHARES.hypotheses);
export const ROW_WORD_SHARES: (fields: number) => number = (fields) =>
  GOAL_WORD_SHARES(fields) +
  ((fields & FIELDS.lastName.bit) === 0 ? 0 : SHARES.lastName) +
  ((fields & FIELDS.namespace.bit) === 0 ? 0 : SHARES.namespace);

/** Unit vector; all zero if no token of the goal was learned. */
export function goalVector(
  { targetWords, hypothesisWords, symbols }: EncodedGoal,
  tables: PremiseTables,
): Float32Array {
  const bag: CodeShare[] = [];
  for (const code of targetWords) if (code < tables.words) bag.push([code, SHARES.conclusion]);
  for (const code of hypothesisWords) if (code < tables.words) bag.push([code, SHARES.hypotheses]);
  const { target, hypotheses } = symbols;
  const all = [target.constants, target.edges, hypotheses.constants, hypotheses.edges].flatMap((set) => [...set]);
  for (const symbol of new Set(all)) {
    const learned = [...constantSuffixes(symbol)].find((end) => tables.codeOf(end) >= 0);
    if (learned !== undefined) bag.push([tables.codeOf(learned), SHARES.symbol]);
  }
  return tables.vectorOf('query', bag);
}

const MAX_SYMBOLS = 150;

/** Symbols that most likely occur in premises of a goal, with their scores. */
export function likelySymbols(vector: Float32Array, tables: PremiseTables): Map<string, number> {
  const scores = tables.symbolScores(vector);
  const order = Uint32Array.from(scores.keys()).sort((a, b) => scores[b]! - scores[a]!);
  return new Map(Array.from(order.subarray(0, MAX_SYMBOLS), (at) => [tables.symbols[at]!, scores[at]!]));
}

/** Products of the rows' unit vectors and the goal's, by index in a list of rows: -1 to 1. */
export interface LearnedSimilarity {
  /** For the row as a premise of such goals. */
  asPremise: Float32Array;
  /** For its statement as a goal itself: similar if the same premises prove both. */
  asGoal: Float32Array;
}

export function learnedSimilarity(
  index: LibraryIndex,
  store: RowStore,
  ids: readonly number[],
  vector: Float32Array,
  tables: PremiseTables,
): LearnedSimilarity {
  const library = shapeLibrary(index);
  const rows = new Map(library.rows.rows(ids).map((row) => [row.id, row]));
  const similarity = { asPremise: new Float32Array(ids.length), asGoal: new Float32Array(ids.length) };
  const product = (side: 'query' | 'statement', bag: readonly CodeShare[]): number =>
    tables.vectorOf(side, bag).reduce((sum, value, d) => sum + value * vector[d]!, 0);
  for (const [at, id] of ids.entries()) {
    const row = rows.get(id);
    const symbols: CodeShare[] = [];
    for (const symbol of row === undefined ? [] : rowSymbols(library, row)) {
      const code = tables.codeOf(symbol);
      if (code >= 0) symbols.push([code, SHARES.symbol]);
    }
    similarity.asPremise[at] = product('statement', [...wordsOf(store, id, tables.words, ROW_WORD_SHARES), ...symbols]);
    similarity.asGoal[at] = product('query', [...wordsOf(store, id, tables.words, GOAL_WORD_SHARES), ...symbols]);
  }
  return similarity;
}

function wordsOf(store: RowStore, id: number, learned: number, shareOf: (fields: number) => number): CodeShare[] {
  const bag: CodeShare[] = [];
  const words = store.words.of(id);
  for (let i = 0; i < words.length; i += WORD_SIZE) {
    const share = shareOf(words[i + 1]!);
    if (share > 0 && words[i]! < learned) bag.push([words[i]!, share]);
  }
  return bag;
}

function rowSymbols(library: ShapeLibrary, row: StatementRow): Set<string> {
  const { premises, conclusion } = readRow(library, row);
  const symbols = new Set<string>();
  for (const tree of premises) {
    symbolsOf(tree, symbols, symbols);
    const edge = premiseEdge(tree);
    if (edge !== null) symbols.add(edge);
  }
  if (conclusion !== null) symbolsOf(conclusion, symbols, symbols);
  return symbols;
}
