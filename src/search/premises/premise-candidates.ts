/** From a goal to the rows that its proof may name, with the features of each: what search and training share. */
import { KINDS, type LibraryIndex } from '../../index/library-index.ts';
import type { PremiseTables } from '../../vectors/premise-tables.ts';
import type { TokenTables } from '../../vectors/token-tables.ts';
import type { Goal } from '../goal-text.ts';
import type { RankedPool } from '../rank/ranked-pool.ts';
import { rowStore } from '../rank/row-store.ts';
import { encodeGoal } from './encoded-goal.ts';
import { goalVector, learnedSimilarity, symbolsMeant, type LearnedSimilarity } from './learned-similarity.ts';
import { PlaceFeatures, type GoalPlace } from './place-features.ts';
import { goalFeatures, premiseFeatures } from './premise-features.ts';
import { choosePremises, mostVoted } from './premise-pool.ts';
import { countVotes, type Voter } from './proof-votes.ts';
import { symbolOverlap, type SymbolOverlap } from './symbol-overlap.ts';

export interface PremiseQuery {
  /** Hypotheses, `⊢` and the target, as Lean prints them. */
  text: string;
  /** What was read from it. */
  goal: Goal;
  place: GoalPlace | null;
}

/** What was learned that finding premises needs. */
export interface PremiseKnowledge {
  tables: TokenTables;
  premises: PremiseTables;
}

/** Which rows there are for a goal. */
export interface PremiseScope {
  /** Which rows the proof can name; null: any. What is not allowed does not vote either. */
  allow: ((id: number) => boolean) | null;
  /** Of those, whose proofs may be looked into; null: all. */
  mayVote?: ((id: number) => boolean) | null;
}

/** By `PREMISE_FEATURES` and `GOAL_FEATURES`. The index must hold vectors made with these tables. */
export function findPremises(
  index: LibraryIndex,
  { text, goal, place }: PremiseQuery,
  { tables, premises }: PremiseKnowledge,
  { allow, mayVote = null }: PremiseScope,
): RankedPool {
  const asked = encodeGoal(index, text, goal, tables);
  const vector = goalVector(asked, premises);
  const overlap = symbolOverlap(index, asked.symbols, symbolsMeant(vector, premises));
  const store = rowStore(index, tables.dimension);
  const similarity = store.similarity(asked.vector);
  const look = place === null ? null : new PlaceFeatures(index, place);
  const isAllowed = askedOnce(allow ?? (() => true), index.idLimit);
  const found = [...choosePremises(overlap, similarity, index.columns.uses, isAllowed, look?.above ?? [])];
  const learnedOf = (ids: readonly number[]): LearnedSimilarity =>
    learnedSimilarity(index, store, ids, vector, premises);
  const learned = learnedOf(found);
  const voters = votersAmong(index, found, { overlap, similarity, learned }).filter(({ id }) => mayVote?.(id) ?? true);
  const votes = countVotes(index, voters, isAllowed);
  const voted = mostVoted(votes, new Set(found));
  const pool = [...found, ...voted];
  const rows = premiseFeatures({
    index,
    store,
    tables,
    asked,
    overlap,
    similarity,
    learned: joined(learned, learnedOf(voted)),
    votes,
    look,
    pool,
  });
  const mostSimilarProof = voters.reduce((most, voter) => Math.max(most, voter.similarity), 0);
  const bestVotes = Math.max(0, ...Array.from(votes.values(), ({ sum }) => sum));
  return { pool, rows, query: goalFeatures(asked, { hasPlace: place !== null, mostSimilarProof, bestVotes }) };
}

const PROVED: ReadonlySet<number> = new Set([KINDS.indexOf('theorem'), KINDS.indexOf('lemma')]);

/** How like the goal a statement is: by symbols beside the best, by words, and as goals that the same premises prove. */
function votersAmong(
  index: LibraryIndex,
  ids: readonly number[],
  { overlap, similarity, learned }: LooksAtStatements,
): Voter[] {
  const best = ids.reduce((most, id) => Math.max(most, overlap.score[id]!), 1e-6);
  return ids.flatMap((id, at) => {
    if (!PROVED.has(index.columns.kind[id]!)) return [];
    const alike = learned.asGoal[at]! + BY_SYMBOLS * (overlap.score[id]! / best) + BY_WORDS * similarity[id]!;
    return [{ id, similarity: alike }];
  });
}

/** What likeness by symbols and by words counts beside what was learned. */
const BY_SYMBOLS = 0.4;
const BY_WORDS = 0.5;

interface LooksAtStatements {
  overlap: SymbolOverlap;
  similarity: Float32Array;
  /** By place in the list. */
  learned: LearnedSimilarity;
}

function joined(one: LearnedSimilarity, other: LearnedSimilarity): LearnedSimilarity {
  return {
    asPremise: Float32Array.of(...one.asPremise, ...other.asPremise),
    asGoal: Float32Array.of(...one.asGoal, ...other.asGoal),
  };
}

function askedOnce(allow: (id: number) => boolean, length: number): (id: number) => boolean {
  const known = new Int8Array(length);
  return (id) => {
    if (known[id] === 0) known[id] = allow(id) ? 1 : -1;
    return known[id] === 1;
  };
}
