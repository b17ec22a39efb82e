/** Searches for the goals of one-line proofs, with the theorem and everything after it hidden, and scores the answers. */
import type { LibraryIndex } from '../../index/library-index.ts';
import { closesGoal } from '../../search/goal-points.ts';
import { GoalFit } from '../../search/goal-fit.ts';
import type { Hit } from '../../search/types.ts';
import { parseGoals } from '../../search/goal-text.ts';
import { factsOf } from '../../search/goal-facts.ts';
import { searchLibrary } from '../../search/search.ts';
import { shapeLibrary } from '../../search/shape-library.ts';
import { inRandomOrder, makeRandom } from '../../base/random.ts';
import { bootstrapInterval, latencyOf, mean } from '../metrics.ts';
import type { GoalScores, GoalsReport } from './goals-schema.ts';
import type { Half } from './halves.ts';
import { goalOfProof, goalPlaceOf, oneStepProofs, withoutOwnUse, type ProofGoal } from './proof-goals.ts';
import { visibleRows } from './visible-rows.ts';

const DEPTH = 10;

export interface GoalBenchRequest {
  half: Half;
  seed: number;
  /** Maximum number of goals; the sample is random. */
  limit: number;
  /** Whether the search knows the place of the theorem, as `prove` does. A pasted goal has none. */
  withPlace: boolean;
}

export interface GoalBenchProgress {
  onFile: (done: number, files: number) => void;
  onGoal: (done: number, goals: number) => void;
}

/** Throws if a source file of the index is missing. */
export async function measureGoals(
  index: LibraryIndex,
  { half, seed, limit, withPlace }: GoalBenchRequest,
  { onFile, onGoal }: GoalBenchProgress,
): Promise<GoalsReport> {
  const proofs = [...oneStepProofs(index, half, onFile)];
  const sample: ProofGoal[] = [];
  for (const proof of inRandomOrder(proofs, makeRandom(seed))) {
    if (sample.length === limit) break;
    const goal = goalOfProof(index, proof);
    if (goal !== null) sample.push(goal);
  }
  const goals: GoalsReport['goals'] = [];
  const milliseconds: number[] = [];
  for (const proof of sample) {
    const { theorem, answer, goal } = proof;
    const restore = withoutOwnUse(index, proof);
    const start = performance.now();
    const hits = await search(index, proof, withPlace);
    milliseconds.push(performance.now() - start);
    restore();
    const at = hits.findIndex(({ row }) => row.name === answer);
    const first = hits[0]?.row ?? null;
    goals.push({
      theorem,
      answer,
      rank: at < 0 ? null : at + 1,
      first: first?.name ?? null,
      first_closes: first !== null && closes(index, goal, first.id),
      has_hypotheses: hasHypotheses(index, goal),
    });
    onGoal(goals.length, sample.length);
  }
  return {
    all: scoresOf(goals),
    with_hypotheses: scoresOf(goals.filter((goal) => goal.has_hypotheses)),
    without_hypotheses: scoresOf(goals.filter((goal) => !goal.has_hypotheses)),
    half,
    seed,
    with_place: withPlace,
    proofs: proofs.length,
    latency_ms: latencyOf(milliseconds),
    goals,
  };
}

async function search(index: LibraryIndex, proof: ProofGoal, withPlace: boolean): Promise<Hit[]> {
  const { hits } = await searchLibrary(index, proof.goal, {
    as: 'goal',
    filters: {},
    explain: false,
    fold: false,
    limit: DEPTH,
    only: visibleRows(index, proof.place),
    ...(withPlace ? { place: goalPlaceOf(index, proof) } : {}),
  });
  return hits;
}

/** Whether the row's statement unifies with the goal, and hypotheses and instances of the goal give what it needs. */
function closes(index: LibraryIndex, text: string, id: number): boolean {
  const library = shapeLibrary(index);
  const [goal] = parseGoals(text, library.table);
  const [row] = library.rows.rows([id]);
  return (
    goal !== undefined && row !== undefined && closesGoal(new GoalFit(index, library, goal).of(row)?.features ?? [])
  );
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
  const closed = goals.map(({ rank, first_closes: isClosed }) => (rank === 1 || isClosed ? 1 : 0));
  return {
    n: goals.length,
    'first@1': within(1),
    'first@5': within(5),
    'first@10': within(DEPTH),
    'closed@1': { share: mean(closed), interval: bootstrapInterval(closed) },
  };
}
