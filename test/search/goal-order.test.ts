/** The learned order of rows for a goal, with made weights. */
import { mkdtempSync, readFileSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { withRanker } from '../../bench/train/with-ranker.ts';
import type { LibraryIndex } from '../../src/index/library-index.ts';
import { openIndex } from '../../src/index/open.ts';
import { rankForGoals } from '../../src/search/goal-channel.ts';
import { goalRanker, ORDER_FEATURES, ORDER_GOAL_FEATURES, orderFeatures } from '../../src/search/goal-order.ts';
import { fittingRows } from '../../src/search/goal-rows.ts';
import { parseGoals } from '../../src/search/goal-text.ts';
import { PREMISE_FEATURES } from '../../src/search/premises/premise-features.ts';
import { featuresId } from '../../src/search/rank/learned-ranker.ts';
import { layoutOf, Ranker } from '../../src/search/rank/ranker.ts';
import { shapeLibrary } from '../../src/search/shape-library.ts';
import { goalChannel } from '../../src/search/goals.ts';
import type { Scored } from '../../src/search/types.ts';
import { readWeights, SHIPPED_WEIGHTS } from '../../src/vectors/weights.ts';
import { buildRoots } from '../index/build-request.ts';
import { writeFiles } from '../index/temporary.ts';
import { writeMadeWeights } from '../vectors/made-weights.ts';

const ORCHARD = `
class Tree (α : Type) where
  grow : α → α → α
class Apple (α : Type) extends Tree α where
  one : α
class Stone (α : Type) where
  hard : α
inductive Ripe (α : Type) : α → α → Prop
inductive Sweet (α : Type) : α → Prop
namespace Ripe
theorem trans {α : Type} [Tree α] {a b c : α} (h : Ripe α a b) (k : Ripe α b c) : Ripe α a c := sorry
@[simp] theorem of_stone {α : Type} [Stone α] (a b : α) : Ripe α a b := sorry
theorem of_sweet {α : Type} (a b d : α) (h : Sweet α a) : Ripe α a b := sorry
end Ripe
inductive Seed
theorem eq_of_sweet_seed (a b : Seed) (h : Sweet Seed a) : a = b := sorry
theorem eq_of_sweet {α : Type} (a b : α) (h : Sweet α a) : a = b := sorry
`;
const GOAL = 'α : Type\ninst✝ : Apple α\na b c : α\nh : Ripe α a b\nk : Ripe α b c\n⊢ Ripe α a c';
/** No declaration closes it with its hypotheses. */
const OPEN_GOAL = GOAL.replace('\nk : Ripe α b c', '');

const SHAPE = { rowFeatures: ORDER_FEATURES.length, queryFeatures: ORDER_GOAL_FEATURES.length, hidden: 0 };
const placeOf = (name: string): number => ORDER_FEATURES.findIndex((one) => one.name === name);

/** Scores rows by one feature. */
function weightsOf(name: string, weight: number): Float32Array {
  const { deviation, linear, length } = layoutOf(SHAPE);
  const weights = new Float32Array(length).fill(1, deviation, linear);
  weights[linear + placeOf(name)] = weight;
  return weights;
}

let folder: string;
let index: LibraryIndex;

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'lemmahead-goal-order-'));
  const root = join(folder, 'lib');
  writeFiles(root, { 'Orchard.lean': ORCHARD });
  await buildRoots(join(folder, 'index.sqlite'), { Orchard: root });
  index = openIndex(join(folder, 'index.sqlite'));
});

afterAll(() => index.close());

const NO_PREMISES = {
  found: { pool: [], rows: new Float32Array(0), query: new Float32Array(7), votes: new Map() },
  likely: [],
};

function search(ranker: Ranker | null, goal: string) {
  const options = { limit: 20, explain: true, allow: null };
  return rankForGoals(index, goal, { premises: NO_PREMISES, ranker }, options).map((hit) => ({
    ...hit,
    name: index.row(hit.id)!.name,
  }));
}

describe('the learned order', () => {
  it('is that of the ranker, and shares out the points of the rows', () => {
    const plain = search(null, OPEN_GOAL);
    const ordered = search(new Ranker(weightsOf('premises far from given', 5), SHAPE), OPEN_GOAL);
    expect(ordered[0]!.name).toBe('Ripe.of_sweet');
    expect(plain[0]!.name).not.toBe('Ripe.of_sweet');
    expect(ordered.map(({ score }) => score.toFixed(6))).toEqual(plain.map(({ score }) => score.toFixed(6)));
    for (const { score, contributions } of ordered)
      expect(contributions!.reduce((sum, { points }) => sum + points, 0)).toBeCloseTo(score, 6);
  });

  it('comes from weights for exactly these features', () => {
    const path = writeMadeWeights(join(folder, 'made.weights'), ['ripe', 'sweet']);
    const before = readWeights(path);
    expect(goalRanker(before)).toBeNull();
    const features = featuresId(ORDER_FEATURES, ORDER_GOAL_FEATURES);
    const weights = weightsOf('simp', 1);
    writeFileSync(join(folder, 'goals.weights'), withRanker(readFileSync(path), 'goals', { features, weights }));
    const after = readWeights(join(folder, 'goals.weights'));
    expect(goalRanker(after)).not.toBeNull();
    expect(after.tablesId).toBe(before.tablesId);
    expect(after.rankers['words']).toEqual(before.rankers['words']);
    const other = withRanker(readFileSync(join(folder, 'goals.weights')), 'goals', { features: 'other', weights });
    writeFileSync(join(folder, 'other.weights'), other);
    expect(goalRanker(readWeights(join(folder, 'other.weights')))).toBeNull();
  });
});

describe('before the learned order', () => {
  it('come rows that close the goal with its hypotheses', () => {
    const ranker = new Ranker(weightsOf('premises far from given', 5), SHAPE);
    expect(search(ranker, OPEN_GOAL)[0]!.name).toBe('Ripe.of_sweet');
    expect(search(ranker, GOAL)[0]!.name).toBe('Ripe.trans');
  });

  it('come rows for all types, if the goal declares nothing', () => {
    const ranker = new Ranker(weightsOf('type not known', 5), SHAPE);
    const firsts = (goal: string) => search(ranker, goal).map(({ name }) => name);
    expect(firsts('⊢ a = b').slice(0, 2)).toEqual(['eq_of_sweet', 'eq_of_sweet_seed']);
    expect(firsts('a b : _\n⊢ a = b')[0]).toBe('eq_of_sweet_seed');
  });
});

it('the shipped weights order pasted goals, but not goals at a place in a file', async () => {
  const path = join(folder, 'vectors.sqlite');
  await buildRoots(path, { Orchard: join(folder, 'lib') }, { weights: SHIPPED_WEIGHTS });
  const learned = openIndex(path);
  expect(goalRanker(readWeights(SHIPPED_WEIGHTS))).not.toBeNull();
  const options = { limit: 20, explain: true, allow: null };
  const place = { module: 'Orchard', imports: [], namespace: '', line: 99 };
  const isOrdered = (hits: readonly Scored[]): boolean =>
    hits.some(({ contributions }) => contributions!.some(({ what }) => what === 'learned order'));
  const searchLearned = goalChannel(learned);
  const goal = GOAL.replace('⊢ Ripe α a c', '⊢ Ripe α a b ∧ Sweet α c');
  expect([GOAL, goal].some((one) => isOrdered(searchLearned(learned, one, options)))).toBe(true);
  expect([GOAL, goal].some((one) => isOrdered(searchLearned(learned, one, { ...options, place })))).toBe(false);
  learned.close();
});

describe('the features of a row', () => {
  function featuresOf(name: string): (feature: string) => number {
    const [goal] = parseGoals(GOAL, shapeLibrary(index).table);
    const fitting = fittingRows(index, goal!, { likely: [], limit: 20, allow: null, isFirst: true });
    const { best, rows } = orderFeatures(index, goal!, fitting, NO_PREMISES);
    const at = best.findIndex(({ row }) => row.name === name);
    return (feature) => rows[at * ORDER_FEATURES.length + placeOf(feature)]!;
  }

  it('have distinct names', () => {
    const own = ORDER_FEATURES.slice(0, -PREMISE_FEATURES.length).map(({ name }) => name);
    expect(new Set(own).size).toBe(own.length);
  });

  it('count the premises that hypotheses give, under the bindings of the conclusion', () => {
    const trans = featuresOf('Ripe.trans');
    expect([trans('premises'), trans('premises given'), trans('facts unused')]).toEqual([2, 2, 0]);
    const sweet = featuresOf('Ripe.of_sweet');
    expect([sweet('premises'), sweet('premises given'), sweet('premises far from given')]).toEqual([1, 0, 1]);
    expect(sweet('facts unused')).toBe(2);
  });

  it('count explicit variables that the goal does not determine', () => {
    expect(featuresOf('Ripe.of_sweet')('explicit variables open')).toBe(1);
    expect(featuresOf('Ripe.trans')('explicit variables open')).toBe(0);
  });

  it('know classes that the classes of the goal extend', () => {
    const [trans, stone] = [featuresOf('Ripe.trans'), featuresOf('Ripe.of_stone')];
    expect([trans('classes'), trans('classes implied'), trans('classes missing')]).toEqual([1, 1, 0]);
    expect([stone('classes'), stone('classes implied'), stone('classes missing')]).toEqual([1, 0, 1]);
  });

  it('know a lemma named after a constant of the goal, and constants that the goal does not have', () => {
    expect(featuresOf('Ripe.trans')('named after a constant')).toBe(1);
    expect(featuresOf('Ripe.of_sweet')('foreign constants of premises')).toBe(1);
    expect(featuresOf('Ripe.trans')('foreign constants')).toBe(0);
  });
});
