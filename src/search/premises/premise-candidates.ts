/** Selects the rows that a proof of a goal may use, and computes their features. Shared by search and training. */
import type { LibraryIndex } from '../../index/library-index.ts';
import { KINDS } from '../../lean/declaration.ts';
import type { PremiseTables } from '../../vectors/premise-tables.ts';
import type { TokenTables } from '../../vectors/token-tables.ts';
import type { Goal } from '../goal-text.ts';
import type { RankedPool } from '../rank/ranked-pool.ts';
import { rowStore, type RowStore } from '../rank/row-store.ts';
import { encodeGoal, type EncodedGoal } from './encoded-goal.ts';
import { goalVector, learnedSimilarity, likelySymbols, type LearnedSimilarity } from './learned-similarity.ts';
import { PlaceFeatures, type GoalPlace } from './place-features.ts';
import { goalFeatures, premiseFeatures } from './premise-features.ts';
import { choosePremises, mostVoted } from './premise-pool.ts';
import { countVotes, type Vote, type Voter } from './proof-votes.ts';
import { symbolOverlap, type SymbolOverlap } from './symbol-overlap.ts';

export interface PremiseQuery {
  /** Hypotheses, `⊢` and the target, as Lean prints them. */
  text: string;
  /** The goal parsed from `text`. */
  goal: Goal;
  place: GoalPlace | null;
}

/** Learned tables for premise selection. */
export interface PremiseKnowledge {
  tables: TokenTables;
  premises: PremiseTables;
}

/** Restricts the rows for a goal. */
export interface PremiseScope {
  /** Rows that the proof can use; null: all. Other rows do not vote, either. */
  allow: ((id: number) => boolean) | null;
  /** Rows among these whose proofs may be read; null: all. */
  mayVote?: ((id: number) => boolean) | null;
}

/** Rows with their features, and the votes for them. */
export interface FoundPremises extends RankedPool {
  votes: ReadonlyMap<number, Vote>;
}

/** Features are as in `PREMISE_FEATURES` and `GOAL_FEATURES`. The index must have vectors made with these tables. */
export function findPremises(
  index: LibraryIndex,
  query: PremiseQuery,
  knowledge: PremiseKnowledge,
  scope: PremiseScope,
): FoundPremises {
  const { tables } = knowledge;
  const similar = similarStatements(index, query, knowledge, scope);
  const { encoded, overlap, similarity, store, found, learned, learnedOf, placeFeatures, voters } = similar;
  const votes = countVotes(index, voters, similar.isAllowed);
  const voted = mostVoted(votes, new Set(found));
  const pool = [...found, ...voted];
  const rows = premiseFeatures({
    index,
    store,
    tables,
    goal: encoded,
    overlap,
    similarity,
    learned: concatenated(learned, learnedOf(voted)),
    votes,
    placeFeatures,
    pool,
  });
  const mostSimilarProof = voters.reduce((max, voter) => Math.max(max, voter.similarity), 0);
  const bestVotes = Math.max(0, ...Array.from(votes.values(), ({ sum }) => sum));
  const hasPlace = query.place !== null;
  return { pool, rows, votes, query: goalFeatures(encoded, { hasPlace, mostSimilarProof, bestVotes }) };
}

/** The theorems whose statements are similar to a goal, in no order; only those that may vote. */
export function similarTheorems(
  index: LibraryIndex,
  query: PremiseQuery,
  knowledge: PremiseKnowledge,
  scope: PremiseScope,
): Voter[] {
  return similarStatements(index, query, knowledge, scope).voters;
}

interface SimilarStatements extends StatementScores {
  encoded: EncodedGoal;
  store: RowStore;
  placeFeatures: PlaceFeatures | null;
  isAllowed: (id: number) => boolean;
  /** The rows to rank, before votes. */
  found: readonly number[];
  learnedOf: (ids: readonly number[]) => LearnedSimilarity;
  voters: Voter[];
}

function similarStatements(
  index: LibraryIndex,
  { text, goal, place }: PremiseQuery,
  { tables, premises }: PremiseKnowledge,
  { allow, mayVote = null }: PremiseScope,
): SimilarStatements {
  const encoded = encodeGoal(index, text, goal, tables);
  const vector = goalVector(encoded, premises);
  const overlap = symbolOverlap(index, encoded.symbols, likelySymbols(vector, premises));
  const store = rowStore(index, tables.dimension);
  const similarity = store.similarity(encoded.vector);
  const placeFeatures = place === null ? null : new PlaceFeatures(index, place);
  const isAllowed = memoized(allow ?? (() => true), index.idLimit);
  const found = [...choosePremises(overlap, similarity, index.columns.uses, isAllowed, placeFeatures?.above ?? [])];
  const learnedOf = (ids: readonly number[]): LearnedSimilarity =>
    learnedSimilarity(index, store, ids, vector, premises);
  const learned = learnedOf(found);
  const scores = { overlap, similarity, learned };
  const voters = votersAmong(index, found, scores).filter(({ id }) => mayVote?.(id) ?? true);
  return { ...scores, encoded, store, placeFeatures, isAllowed, found, learnedOf, voters };
}

const PROVED: ReadonlySet<number> = new Set([KINDS.indexOf('theorem'), KINDS.indexOf('lemma')]);

/** Proved rows with similarity to the goal: learned, by symbols relative to the best, and by words. */
function votersAmong(
  index: LibraryIndex,
  ids: readonly number[],
  { overlap, similarity, learned }: StatementScores,
): Voter[] {
  const best = ids.reduce((max, id) => Math.max(max, overlap.score[id]!), 1e-6);
  return ids.flatMap((id, at) => {
    if (!PROVED.has(index.columns.kind[id]!)) return [];
    const similar = learned.asGoal[at]! + BY_SYMBOLS * (overlap.score[id]! / best) + BY_WORDS * similarity[id]!;
    return [{ id, similarity: similar }];
  });
}

/** Weights of similarity by symbols and by words, relative to learned similarity. */
const BY_SYMBOLS = 0.4;
const BY_WORDS = 0.5;

interface StatementScores {
  overlap: SymbolOverlap;
  similarity: Float32Array;
  /** By index in the list. */
  learned: LearnedSimilarity;
}

function concatenated(one: LearnedSimilarity, other: LearnedSimilarity): LearnedSimilarity {
  return {
    asPremise: Float32Array.of(...one.asPremise, ...other.asPremise),
    asGoal: Float32Array.of(...one.asGoal, ...other.asGoal),
  };
}

function memoized(allow: (id: number) => boolean, length: number): (id: number) => boolean {
  const cache = new Int8Array(length);
  return (id) => {
    if (cache[id] === 0) cache[id] = allow(id) ? 1 : -1;
    return cache[id] === 1;
  };
}
