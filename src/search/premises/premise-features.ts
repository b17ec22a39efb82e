/**
 * Features of a row as a premise of a goal: shared symbols and words, learned similarity, votes, facts, and distance
 * from the goal's place. A unification feature gave no improvement. Weights depend on feature names and order.
 */
import { phrases } from '../../base/words.ts';
import type { LibraryIndex } from '../../index/library-index.ts';
import { nodesOf } from '../../index/shapes.ts';
import type { TokenTables } from '../../vectors/token-tables.ts';
import { FACT_FEATURES, FactFeatures } from '../rank/fact-features.ts';
import { type Feature, features, ranksOf } from '../rank/parts.ts';
import type { RowStore } from '../rank/row-store.ts';
import type { EncodedGoal } from './encoded-goal.ts';
import { GOAL_WORD_FEATURES, GoalWordFeatures } from './goal-word-features.ts';
import type { LearnedSimilarity } from './learned-similarity.ts';
import { PLACE_FEATURES, type PlaceFeatures } from './place-features.ts';
import { NO_VOTE, type Vote } from './proof-votes.ts';
import type { SymbolOverlap } from './symbol-overlap.ts';

const OUTER_FEATURES: readonly Feature[] = [
  ...features('symbols', ['shared symbols', 'place by symbols', 'beside the best by symbols']),
  ...features('symbols', ['constants of the target', 'constants of hypotheses']),
  ...features('symbols', ['edges of the target', 'edges of hypotheses', 'size']),
  ...features('symbols', ['precision of constants', 'precision of edges']),
  ...features('shape', ['concludes the head', 'concludes it of anything', 'rewrites', 'concludes what is given']),
  ...features('learned', ['learned likeness', 'place by learned likeness', 'beside the best by likeness']),
  ...features('learned', ['meant symbols', 'likeness of words', 'likeness as a goal']),
  ...features('votes', ['votes', 'place by votes', 'beside the best by votes', 'strongest vote', 'voters']),
  ...features('votes', ['votes beside uses']),
];

/** In the order of `premiseFeatures`. */
export const PREMISE_FEATURES: readonly Feature[] = [
  ...OUTER_FEATURES,
  ...PLACE_FEATURES,
  ...FACT_FEATURES,
  ...GOAL_WORD_FEATURES,
];

/** Features of the goal alone. */
export const GOAL_FEATURES: readonly string[] = phrases(
  'has a place, size, words of the target, words of hypotheses, hypotheses, likest proof, votes of the best',
);

export interface PremiseFeatureInput {
  index: LibraryIndex;
  store: RowStore;
  tables: TokenTables;
  goal: EncodedGoal;
  overlap: SymbolOverlap;
  /** Similarity by words, by id. */
  similarity: Float32Array;
  /** By pool index. */
  learned: LearnedSimilarity;
  votes: ReadonlyMap<number, Vote>;
  /** Null if the goal's place is unknown: these features are then 0. */
  placeFeatures: PlaceFeatures | null;
  pool: readonly number[];
}

/** `pool × PREMISE_FEATURES`, row after row. */
export function premiseFeatures(input: PremiseFeatureInput): Float32Array {
  const { index, store, tables, goal, placeFeatures, pool } = input;
  const out = new Float32Array(pool.length * PREMISE_FEATURES.length);
  putOuter(input, out);
  const facts = new FactFeatures(index.columns);
  const goalWords = new GoalWordFeatures(goal, tables);
  const names = placeFeatures === null ? [] : index.nameRows(pool);
  pool.forEach((id, place) => {
    let at = place * PREMISE_FEATURES.length + OUTER_FEATURES.length;
    const words = store.words.of(id);
    placeFeatures?.write(id, names[place]!.name, out, at);
    at += PLACE_FEATURES.length;
    facts.write(id, words, out, at);
    at += FACT_FEATURES.length;
    goalWords.write(words, out, at);
  });
  return out;
}

function putOuter(
  { index, goal, overlap, similarity, learned, votes, pool }: PremiseFeatureInput,
  out: Float32Array,
): void {
  const scores = Float32Array.from(pool, (id) => overlap.score[id]!);
  const bySymbols = ranksOf(scores);
  const byLearned = ranksOf(learned.asPremise);
  const sums = Float32Array.from(pool, (id) => votes.get(id)?.sum ?? 0);
  const byVotes = ranksOf(sums);
  const maxOf = (values: Float32Array): number => values.reduce((high, value) => Math.max(high, value), 1e-6);
  const [bestScore, bestLearned, bestSum] = [maxOf(scores), maxOf(learned.asPremise), maxOf(sums)];
  pool.forEach((id, place) => {
    const nodes = nodesOf(overlap.smallness[id]!);
    const vote = votes.get(id) ?? NO_VOTE;
    const precision = (share: number): number => (share * goal.symbols.nodes) / (FEW_NODES + nodes);
    const values = [
      scores[place]!,
      1 / Math.sqrt(1 + bySymbols[place]!),
      scores[place]! / bestScore,
      overlap.targetConstants[id]!,
      overlap.hypothesisConstants[id]!,
      overlap.targetEdges[id]!,
      overlap.hypothesisEdges[id]!,
      Math.log1p(nodes),
      precision(overlap.targetConstants[id]!),
      precision(overlap.targetEdges[id]!),
      overlap.concludes[id]!,
      overlap.concludesAny[id]!,
      overlap.rewrites[id]!,
      overlap.concludesHypothesis[id]!,
      learned.asPremise[place]!,
      1 / Math.sqrt(1 + byLearned[place]!),
      learned.asPremise[place]! / bestLearned,
      overlap.likely[id]!,
      similarity[id]!,
      learned.asGoal[place]!,
      Math.log1p(sums[place]!),
      sums[place] === 0 ? 0 : 1 / Math.sqrt(1 + byVotes[place]!),
      sums[place]! / bestSum,
      Math.log1p(vote.strongest),
      Math.log1p(vote.voters),
      sums[place]! / bestSum / Math.sqrt(1 + index.columns.uses[id]!),
    ];
    out.set(values, place * PREMISE_FEATURES.length);
  });
}

/** Limits the precision of tiny statements. */
const FEW_NODES = 4;

export function goalFeatures(
  { targetWords, hypothesisWords, symbols }: EncodedGoal,
  { hasPlace, mostSimilarProof, bestVotes }: { hasPlace: boolean; mostSimilarProof: number; bestVotes: number },
): Float32Array {
  return Float32Array.of(
    hasPlace ? 1 : 0,
    Math.log1p(symbols.nodes) / 5,
    Math.log1p(targetWords.length) / 4,
    Math.log1p(hypothesisWords.length) / 4,
    hypothesisWords.length === 0 ? 0 : 1,
    mostSimilarProof,
    Math.log1p(bestVotes),
  );
}
