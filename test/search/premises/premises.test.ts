import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { LibraryIndex } from '../../../src/index/library-index.ts';
import { openIndex } from '../../../src/index/open.ts';
import { goalChannel } from '../../../src/search/goals.ts';
import { searchGoal } from '../../../src/search/goal-channel.ts';
import { parseGoals } from '../../../src/search/goal-text.ts';
import type { GoalPlace } from '../../../src/search/premises/place-features.ts';
import { findPremises } from '../../../src/search/premises/premise-candidates.ts';
import { GOAL_FEATURES, PREMISE_FEATURES } from '../../../src/search/premises/premise-features.ts';
import { premiseRanking, rankPremises } from '../../../src/search/premises/ranked-premises.ts';
import { featuresId } from '../../../src/search/rank/learned-ranker.ts';
import { layoutOf } from '../../../src/search/rank/ranker.ts';
import { shapeLibrary } from '../../../src/search/shape-library.ts';
import { type LearnedRanker, readWeights, type Weights } from '../../../src/vectors/weights.ts';
import { buildRoots } from '../../index/build-request.ts';
import { writeFiles } from '../../index/temporary.ts';
import { madePremises, writeMadeWeights } from '../../vectors/made-weights.ts';

const HERD = `
structure Cow where
  age : Nat
def Grazes (c : Cow) : Prop := True
def Moos (c : Cow) : Prop := True
def Sleeps (c : Cow) : Prop := True
theorem grazes_of_moos (c : Cow) (h : Moos c) : Grazes c := trivial
theorem sleeps_of_moos (c : Cow) (h : Moos c) : Sleeps c := trivial
theorem nat_fact (a b : Nat) : a + b = b + a := Nat.add_comm a b
`;
const BARN = `import Herd
namespace Barn
theorem first (c : Cow) : Moos c → Grazes c := grazes_of_moos c
theorem second (c : Cow) : Moos c → Sleeps c := sleeps_of_moos c
end Barn
`;
const GOAL = 'c : Cow\nh : Moos c\n⊢ Grazes c';
const WORDS = ['cow', 'moo', 'graze', 'sleep', 'nat'];

/** A ranker with weights for these features only. */
function rankerOf(points: Record<string, number>): LearnedRanker {
  const shape = { rowFeatures: PREMISE_FEATURES.length, queryFeatures: GOAL_FEATURES.length, hidden: 0 };
  const { deviation, linear, length } = layoutOf(shape);
  const weights = new Float32Array(length).fill(1, deviation, linear);
  for (const [name, value] of Object.entries(points))
    weights[linear + PREMISE_FEATURES.findIndex((feature) => feature.name === name)] = value;
  return { features: featuresId(PREMISE_FEATURES, GOAL_FEATURES), weights };
}

describe('premises of a goal', () => {
  let folder: string;
  let index: LibraryIndex;
  let bare: LibraryIndex;

  const weightsWith = (points: Record<string, number>): Weights =>
    readWeights(
      writeMadeWeights(join(folder, 'any.weights'), WORDS, {
        premises: madePremises(WORDS.length, ['s:c:Grazes', 's:c:Moos']),
        rankers: { premises: rankerOf(points) },
      }),
    );
  const rank = (
    points: Record<string, number>,
    options: { place?: GoalPlace; allow?: (id: number) => boolean } = {},
  ) => {
    const { place = null, allow = null } = options;
    const found = rankPremises(index, GOAL, premiseRanking(weightsWith(points))!, {
      limit: 9,
      explain: true,
      place,
      allow,
    });
    return found!.likely.map((hit) => ({ ...hit, name: index.row(hit.id)!.name }));
  };

  beforeAll(async () => {
    folder = mkdtempSync(join(tmpdir(), 'lemmahead-test-'));
    const root = writeFiles(join(folder, 'lib'), { 'Herd.lean': HERD, 'Barn.lean': BARN });
    const weights = writeMadeWeights(join(folder, 'made.weights'), WORDS);
    await buildRoots(join(folder, 'index.sqlite'), { Herd: root }, { weights });
    await buildRoots(join(folder, 'bare.sqlite'), { Herd: root });
    index = openIndex(join(folder, 'index.sqlite'));
    bare = openIndex(join(folder, 'bare.sqlite'));
  });
  afterAll(() => {
    index.close();
    bare.close();
    rmSync(folder, { recursive: true });
  });

  test('rows that share its rare symbols come first', () => {
    const names = rank({ 'shared symbols': 1 }).map(({ name }) => name);
    expect(names.slice(0, 2).toSorted()).toEqual(['Barn.first', 'grazes_of_moos']);
    expect(names).not.toContain('nat_fact');
  });

  test('features measure what their names describe', () => {
    const concluding = rank({ 'concludes the head': 1 }).map(({ name }) => name);
    expect(concluding.slice(0, 2).toSorted()).toEqual(['Barn.first', 'grazes_of_moos']);
    expect(rank({ 'target in the last name': 1 })[0]!.name).toBe('Grazes');
  });

  test('place features are 0 without a place, and rows above the place are candidates', () => {
    const place = { module: 'Barn', imports: ['Herd'], namespace: 'Barn', line: 4 };
    expect(rank({ 'same file': 1 }, { place })[0]!.name).toBe('Barn.first');
    expect(rank({ 'same namespace': 1 }, { place })[0]!.name).toMatch(/^Barn\./u);
    expect(new Set(rank({ 'same file': 1, 'same namespace': 1 }).map(({ score }) => score))).toEqual(new Set([0]));
  });

  test('only allowed rows are returned', () => {
    const allow = (id: number): boolean => index.row(id)!.name.startsWith('Barn.');
    expect(
      rank({ 'shared symbols': 1 }, { allow })
        .map(({ name }) => name)
        .toSorted(),
    ).toEqual(['Barn.first', 'Barn.second']);
  });

  test('contributions sum to the score', () => {
    for (const { score, contributions } of rank({ 'shared symbols': 1, 'learned likeness': 2, uses: 1 }))
      expect(contributions!.reduce((sum, { points }) => sum + points, 0)).toBeCloseTo(score, 4);
  });

  test('features of a goal do not depend on previous goals', () => {
    const weights = weightsWith({});
    const knowledge = premiseRanking(weights)!;
    const features = (text: string): Float32Array => {
      const [goal] = parseGoals(text, shapeLibrary(index).table);
      return findPremises(index, { text, goal: goal!, place: null }, knowledge, { allow: null }).rows;
    };
    const first = features(GOAL);
    expect(first.every(Number.isFinite)).toBe(true);
    features('a b : Nat\n⊢ a + b = b + a');
    expect(features(GOAL)).toEqual(first);
  });

  test('a goal finds nothing if no row is allowed', () => {
    const ranking = premiseRanking(weightsWith({}))!;
    const options = { limit: 9, explain: false, allow: () => false, place: null };
    expect(rankPremises(index, '⊢ Purrs tabby', ranking, options)!.likely).toEqual([]);
  });

  test('premiseRanking returns null for weights without premises or for other features', () => {
    expect(premiseRanking(readWeights(join(folder, 'made.weights')))).toBeNull();
    const other = writeMadeWeights(join(folder, 'other.weights'), WORDS, {
      premises: madePremises(WORDS.length, []),
      rankers: { premises: { ...rankerOf({}), features: 'other' } },
    });
    expect(premiseRanking(readWeights(other))).toBeNull();
  });

  test('an index without vectors, or with weights of another version, is searched by unification only', () => {
    const options = { limit: 9, explain: true, allow: null };
    for (const one of [bare, index])
      expect(goalChannel(one)(one, GOAL, options)).toEqual(searchGoal(one, GOAL, options));
  });
});
