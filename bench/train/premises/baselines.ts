/** Baselines for premise ranking: plain BM25, overlap of symbols, and the existing search. */
import type { LibraryIndex } from '../../../src/index/library-index.ts';
import type { StatementRow } from '../../../src/index/statement-rows.ts';
import { WORD_PREFIX } from '../../../src/index/words/analyser.ts';
import { IMPACTS } from '../../../src/index/words/impact.ts';
import { wordsOf } from '../../../src/prove/retrieval/premise-query.ts';
import { searchGoal } from '../../../src/search/goal-channel.ts';
import { queryTokeniser } from '../../../src/search/query-tokeniser.ts';
import { shapeLibrary } from '../../../src/search/shape-library.ts';
import { searchText } from '../../../src/search/text.ts';
import type { GoalPlace } from '../../../src/search/premises/place-features.ts';
import { type PremiseRanking, rankPremises } from '../../../src/search/premises/ranked-premises.ts';
import type { Channel } from '../../../src/search/types.ts';
import { goalText, statementText, stemsOf, symbolsOf } from './statement.ts';

/** A statement and its place. A ranking may ignore the place. */
export interface StatementQuery {
  row: StatementRow;
  place: GoalPlace;
  /** Whether the proof of a row may be used. */
  mayVote: (id: number) => boolean;
}

/** Returns at most `limit` rows for a statement, best first, only rows whose byte in `allowed` is 1. */
export type PremiseRanker = (query: StatementQuery, allowed: Uint8Array, limit: number) => readonly number[];

/** Every baseline receives the statement of a theorem without its name. */
export function makeBaselines(index: LibraryIndex): Record<string, PremiseRanker> {
  const bm25 = makeBm25(index);
  const overlap = makeOverlap(index);
  return {
    bm25: ({ row }, allowed, limit) => topRows(bm25(row), allowed, limit),
    symbols: ({ row }, allowed, limit) => topRows(overlap(row), allowed, limit),
    'search, as goal': ({ row }, allowed, limit) => searchIds(searchGoal, index, goalText(row), allowed, limit),
    'search, as text': ({ row }, allowed, limit) =>
      searchIds(searchText, index, wordsOf(statementText(row)).join(' '), allowed, limit),
  };
}

/** Rankers trained on the proofs of other files: with the place of the goal, and without, as for a pasted goal. */
export function makeLearned(index: LibraryIndex, ranking: PremiseRanking): Record<string, PremiseRanker> {
  const rank = ({ row, mayVote }: StatementQuery, place: GoalPlace | null, allowed: Uint8Array, limit: number) => {
    const options = { limit, explain: false, allow: (id: number) => allowed[id] === 1, mayVote, place };
    return rankPremises(index, goalText(row), ranking, options)?.likely.map(({ id }) => id) ?? [];
  };
  return {
    'learned, without place': (query, allowed, limit) => rank(query, null, allowed, limit),
    'learned, without votes': (query, allowed, limit) =>
      rank({ ...query, mayVote: () => false }, query.place, allowed, limit),
    learned: (query, allowed, limit) => rank(query, query.place, allowed, limit),
  };
}

function searchIds(channel: Channel, index: LibraryIndex, query: string, allowed: Uint8Array, limit: number): number[] {
  const options = { limit, explain: false, allow: (id: number) => allowed[id] === 1 };
  return channel(index, query, options).map(({ id }) => id);
}

/** k in x / (k + x), as in the text channel. */
const SATURATION = 1;

/** Scores every row by Σ idf · x / (k + x) over the stems of the statement, where x is the impact in the index. */
function makeBm25(index: LibraryIndex): (row: StatementRow) => Float32Array {
  const tokeniser = queryTokeniser(index);
  const saturated = IMPACTS.map((impact) => impact / (SATURATION + impact));
  return (row) => {
    const scores = new Float32Array(index.idLimit);
    for (const stem of stemsOf(tokeniser, statementText(row))) {
      const list = index.postings(WORD_PREFIX + stem);
      if (list === null) continue;
      const rarity = Math.log(1 + (index.rowCount - list.ids.length + 0.5) / (list.ids.length + 0.5));
      for (let at = 0; at < list.ids.length; at++) scores[list.ids[at]!]! += rarity * saturated[list.weights[at]!]!;
    }
    return scores;
  };
}

/** Cosine similarity of the sets of constants, weighted by idf. */
function makeOverlap(index: LibraryIndex): (row: StatementRow) => Float32Array {
  const shapes = shapeLibrary(index);
  const rarity = (rows: number): number => Math.log(1 + index.rowCount / rows);
  const norms = new Float32Array(index.idLimit);
  for (const { token, count } of index.tokensWithPrefix('s:c:')) {
    const square = rarity(count) ** 2;
    for (const id of index.postings(token)!.ids) norms[id]! += square;
  }
  return (row) => {
    const scores = new Float32Array(index.idLimit);
    for (const symbol of symbolsOf(shapes, row)) {
      const ids = index.postings(`s:c:${symbol}`)?.ids ?? [];
      const square = rarity(ids.length) ** 2;
      for (const id of ids) scores[id]! += square;
    }
    return scores.map((score, id) => (score === 0 ? 0 : score / Math.sqrt(norms[id]!)));
  };
}

/** Returns the `limit` allowed rows with the highest scores. Ties are ordered by id. */
export function topRows(scores: Float32Array, allowed: Uint8Array, limit: number): number[] {
  const ids: number[] = [];
  let threshold = 0;
  const cut = (): void => {
    ids.sort((a, b) => scores[b]! - scores[a]! || a - b);
    ids.length = Math.min(ids.length, limit);
    if (ids.length === limit) threshold = scores[ids[limit - 1]!]!;
  };
  for (let id = 0; id < scores.length; id++) {
    if (scores[id]! <= threshold || allowed[id] !== 1) continue;
    ids.push(id);
    if (ids.length >= 4 * limit) cut();
  }
  cut();
  return ids;
}
