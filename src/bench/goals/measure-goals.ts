/** Searches for the goals of one-line proofs, with the theorem and everything after it hidden, and scores the answers. */
import type { LibraryIndex } from '../../index/library-index.ts';
import { parseGoals } from '../../search/goal-text.ts';
import { factsOf } from '../../search/goal-facts.ts';
import { searchLibrary } from '../../search/search.ts';
import { shapeLibrary } from '../../search/shape-library.ts';
import { makeRandom } from '../../base/random.ts';
import { bootstrapInterval, latencyOf, mean } from '../metrics.ts';
import type { GoalScores, GoalsReport } from './goals-schema.ts';
import type { Half } from './halves.ts';
import { goalOfProof, oneStepProofs, type ProofGoal } from './proof-goals.ts';
import { visibleRows } from './visible-rows.ts';

const DEPTH = 10;

export interface GoalBenchRequest {
  half: Half;
  seed: number;
  /** Maximum number of goals; the sample is random. */
  limit: number;
}

export interface GoalBenchProgress {
  onFile: (done: number, files: number) => void;
  onGoal: (done: number, goals: number) => void;
}

/** Throws if a source file of the index is missing. */
export async function measureGoals(
  index: LibraryIndex,
  { half, seed, limit }: GoalBenchRequest,
  { onFile, onGoal }: GoalBenchProgress,
): Promise<GoalsReport> {
  const proofs = [...oneStepProofs(index, half, onFile)];
  const sample: ProofGoal[] = [];
  for (const proof of shuffled(proofs, seed)) {
    if (sample.length === limit) break;
    const goal = goalOfProof(index, proof);
    if (goal !== null) sample.push(goal);
  }
  const goals: GoalsReport['goals'] = [];
  const milliseconds: number[] = [];
  for (const { theorem, answer, goal, place } of sample) {
    const options = { as: 'goal', filters: {}, explain: false, fold: false, limit: DEPTH } as const;
    const start = performance.now();
    const { hits } = await searchLibrary(index, goal, { ...options, only: visibleRows(index, place) });
    milliseconds.push(performance.now() - start);
    const at = hits.findIndex(({ row }) => row.name === answer);
    goals.push({ theorem, answer, rank: at < 0 ? null : at + 1, has_hypotheses: hasHypotheses(index, goal) });
    onGoal(goals.length, sample.length);
  }
  return {
    all: scoresOf(goals),
    with_hypotheses: scoresOf(goals.filter((goal) => goal.has_hypotheses)),
    without_hypotheses: scoresOf(goals.filter((goal) => !goal.has_hypotheses)),
    half,
    seed,
    proofs: proofs.length,
    latency_ms: latencyOf(milliseconds),
    goals,
  };
}

function shuffled<T>(values: readonly T[], seed: number): T[] {
  const random = makeRandom(seed);
  return values
    .map((value) => ({ value, key: random() }))
    .sort((a, b) => a.key - b.key)
    .map(({ value }) => value);
}

function hasHypotheses(index: LibraryIndex, text: string): boolean {
  const [goal] = parseGoals(text, shapeLibrary(index).table);
  return goal !== undefined && factsOf(index, goal).length > 0;
}

function scoresOf(goals: GoalsReport['goals']): GoalScores {
  const within = (depth: number): GoalScores['first@1'] => {
    const found = goals.map(({ rank }) => (rank !== null && rank <= depth ? 1 : 0));
    return { share: mean(found), interval: bootstrapInterval(found) };
  };
  return { n: goals.length, 'first@1': within(1), 'first@5': within(5), 'first@10': within(DEPTH) };
}
