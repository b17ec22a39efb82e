import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { findHidden } from '../../../src/bench/prove/contamination.ts';
import type { LibraryIndex } from '../../../src/index/library-index.ts';
import { openIndex } from '../../../src/index/open.ts';
import { parseGoals } from '../../../src/search/goal-text.ts';
import { findPremises, type PremiseScope } from '../../../src/search/premises/premise-candidates.ts';
import { PREMISE_FEATURES } from '../../../src/search/premises/premise-features.ts';
import { proofNames } from '../../../src/search/premises/proof-names.ts';
import { countVotes } from '../../../src/search/premises/proof-votes.ts';
import { shapeLibrary } from '../../../src/search/shape-library.ts';
import { readWeights, type Weights } from '../../../src/vectors/weights.ts';
import { buildRoots } from '../../index/build-request.ts';
import { temporaryFolder, writeFiles } from '../../index/temporary.ts';
import { madePremises, writeMadeWeights } from '../../vectors/made-weights.ts';

const PASTURE = `
structure Cow where
  age : Nat
def Grazes (c : Cow) : Prop := True
def Moos (c : Cow) : Prop := True
theorem salt : 1 = 1 := rfl
theorem pepper : 9 = 9 := rfl
theorem Water.clear : 2 = 2 := rfl
protected theorem Water.deep : 3 = 3 := rfl
theorem Fence.deep : 4 = 4 := rfl
theorem grass_iff : 5 = 5 ↔ 6 = 6 := Iff.rfl
@[to_additive Hay.stack] theorem Straw.stack : 7 = 7 := rfl
theorem grazes_of_moos (c : Cow) (h : Moos c) : Grazes c := by have := And.intro salt pepper; trivial
theorem grazes_twice (c : Cow) (h : Moos c) : Grazes c ∧ Grazes c := by simp [Water.clear]
namespace Water
theorem Cow.drinks : True := by simp [clear, Water.deep, grass_iff.mpr, _root_.salt, nothing_known]
theorem swims : True := by simp [deep]
end Water
open Water Fence in
theorem fenced : True := by simp [clear, deep]
@[to_additive Hay.eaten] theorem Straw.eaten : True := by simp [Straw.stack, salt]
theorem cites_itself : True := cites_itself
`;
const GOAL = 'c : Cow\nh : Moos c\n⊢ Grazes c';
const WORDS = ['cow', 'moo', 'graze'];

let index: LibraryIndex;
let weights: Weights;
beforeAll(async () => {
  const folder = writeFiles(temporaryFolder(), { 'lib/Pasture.lean': PASTURE });
  const made = writeMadeWeights(join(folder, 'made.weights'), WORDS, {
    premises: madePremises(WORDS.length, ['s:c:Grazes', 's:c:Moos']),
  });
  await buildRoots(join(folder, 'index.sqlite'), { Pasture: join(folder, 'lib') }, { weights: made });
  weights = readWeights(made);
  index = openIndex(join(folder, 'index.sqlite'));
});
afterAll(() => index.close());

const idOf = (name: string): number => index.idsByName(name)[0]!;
const nameOf = (id: number): string => index.row(id)!.name;

describe('premisesOf a proof', () => {
  test.each([
    [
      'names in enclosing namespaces, in the root, and prefixes of longer names',
      'Water.Cow.drinks',
      ['Water.clear', 'Water.deep', 'grass_iff', 'salt'],
    ],
    ['the innermost namespace first; a protected name does not resolve by its last component', 'Water.swims', []],
    ['names in open namespaces', 'fenced', ['Fence.deep', 'Water.clear']],
    ['for a generated theorem, the declarations generated from the names', 'Hay.eaten', ['Hay.stack', 'salt']],
    ['not the theorem itself', 'cites_itself', []],
  ])('%s', (_, theorem, names) => {
    const named = proofNames(index).premisesOf([idOf(theorem)]);
    expect(named.get(idOf(theorem))!.map(nameOf).toSorted()).toEqual(names);
  });

  test('rows without a proof are omitted', () => {
    expect(proofNames(index).premisesOf([idOf('Grazes'), idOf('Cow'), 99_999]).size).toBe(0);
  });
});

test('the most similar theorem counts most, and excluded rows get no votes', () => {
  const voters = [
    { id: idOf('grazes_of_moos'), similarity: 0.5 },
    { id: idOf('Water.Cow.drinks'), similarity: 1 },
    { id: idOf('fenced'), similarity: -1 },
  ];
  const votes = countVotes(index, voters, (id) => id !== idOf('grass_iff'));
  expect([...votes.keys()].map(nameOf).toSorted()).toEqual(['Water.clear', 'Water.deep', 'pepper', 'salt']);
  expect(votes.get(idOf('salt'))!.sum).toBeGreaterThan(votes.get(idOf('Water.deep'))!.sum);
  expect(votes.get(idOf('salt'))).toMatchObject({ voters: 2, strongest: votes.get(idOf('Water.deep'))!.sum });
});

describe('premises by the proofs of similar statements', () => {
  /** Votes by name, of all rows of the pool. */
  const poolOf = (scope: PremiseScope): Map<string, number> => {
    const { tables, premises } = weights;
    const [goal] = parseGoals(GOAL, shapeLibrary(index).table);
    const knowledge = { tables, premises: premises! };
    const { pool, rows } = findPremises(index, { text: GOAL, goal: goal!, place: null }, knowledge, scope);
    const at = PREMISE_FEATURES.findIndex(({ name }) => name === 'votes');
    return new Map(pool.map((id, place) => [nameOf(id), rows[place * PREMISE_FEATURES.length + at]!]));
  };

  test('enter the pool, even if they share nothing with the goal', () => {
    const pool = poolOf({ allow: null });
    expect(pool.get('pepper')).toBeGreaterThan(0);
    expect(pool.get('Water.clear')).toBeGreaterThan(0);
    expect(pool.get('grazes_of_moos')).toBe(0);
  });

  test('proofs excluded by mayVote do not vote', () => {
    const pool = poolOf({ allow: null, mayVote: (id) => nameOf(id) !== 'grazes_of_moos' });
    expect(pool.has('pepper')).toBe(false);
    expect(pool.has('grazes_of_moos')).toBe(true);
    expect(pool.get('Water.clear')).toBeGreaterThan(0);
  });

  test('a duplicate hidden by a benchmark is not found, and its proof does not vote', () => {
    const hidden = findHidden(index, { text: 'theorem asked (x : Cow) (loud : Moos x) : Grazes x := by\n  sorry\n' });
    expect(hidden.twins).toEqual(['grazes_of_moos']);
    const ids = new Set(hidden.twins.flatMap((name) => index.idsByName(name)));
    const pool = poolOf({ allow: (id) => !ids.has(id) });
    expect(pool.has('grazes_of_moos')).toBe(false);
    expect(pool.has('pepper')).toBe(false);
    expect(pool.get('Water.clear')).toBeGreaterThan(0);
  });
});
