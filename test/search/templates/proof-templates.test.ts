import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { LibraryIndex } from '../../../src/index/library-index.ts';
import { openIndex } from '../../../src/index/open.ts';
import { parseGoals } from '../../../src/search/goal-text.ts';
import type { GoalPlace } from '../../../src/search/premises/place-features.ts';
import { shapeLibrary } from '../../../src/search/shape-library.ts';
import {
  findTemplates,
  skeletonFrequencies,
  type TemplateRanking,
} from '../../../src/search/templates/proof-templates.ts';
import { slotNames } from '../../../src/search/templates/slot-names.ts';
import { readWeights, type Weights } from '../../../src/vectors/weights.ts';
import { buildRoots } from '../../index/build-request.ts';
import { temporaryFolder, writeFiles } from '../../index/temporary.ts';
import { madePremises, writeMadeWeights } from '../../vectors/made-weights.ts';

const FARM = `
structure Cow where
  age : Nat
def Grazes (c : Cow) : Prop := True
def Moos (c : Cow) : Prop := True
theorem fed : 1 = 1 := rfl
theorem milked : 2 = 2 := rfl
theorem herd_milked : 3 = 3 := rfl
@[to_additive hay_grazes_fed] theorem grazes_fed (c : Cow) (h : Moos c) : Grazes c := by
  intro salt
  exact fed
theorem grazes_long (c : Cow) (h : Moos c) : Grazes c := by
  simp; simp; simp; exact fed
theorem moos_fed (c : Cow) : Moos c := foo milked
`;
const OTHER = `
import Farm
theorem other_grazes (c : Cow) (h : Moos c) : Grazes c := by rw [milked]
theorem below (c : Cow) (h : Moos c) : Grazes c := by simp_all
`;
const GOAL = 'c : Cow\nh : Moos c\n⊢ Grazes c';
const WORDS = ['cow', 'moo', 'graze'];

let index: LibraryIndex;
let weights: Weights;
beforeAll(async () => {
  const folder = writeFiles(temporaryFolder(), { 'lib/Farm.lean': FARM, 'lib/Other.lean': OTHER });
  const made = writeMadeWeights(join(folder, 'made.weights'), WORDS, {
    premises: madePremises(WORDS.length, ['s:c:Grazes', 's:c:Moos']),
  });
  await buildRoots(join(folder, 'index.sqlite'), { Farm: join(folder, 'lib') }, { weights: made });
  weights = readWeights(made);
  index = openIndex(join(folder, 'index.sqlite'));
});
afterAll(() => index.close());

function find(
  place: GoalPlace | null = null,
  { votes = true, allow = null as ((id: number) => boolean) | null } = {},
): TemplateRanking {
  const [goal] = parseGoals(GOAL, shapeLibrary(index).table);
  const { tables, premises } = weights;
  const knowledge = votes && premises !== null ? { tables, premises } : null;
  const scope = { allow, limit: 10, frequencies: skeletonFrequencies(index) };
  return findTemplates(index, { text: GOAL, goal: goal!, place }, knowledge, scope);
}
const skeletons = ({ templates }: TemplateRanking): string[] => templates.map(({ skeleton }) => skeleton);

describe('templates for a goal', () => {
  test('come from the proofs of similar theorems, with exemplars and the lemmas in their slots', () => {
    const { templates } = find();
    const found = templates.find(({ skeleton }) => skeleton === 'intro H ; exact L')!;
    expect(found).toMatchObject({ votes: 1, exemplars: [{ name: 'grazes_fed', line: 9, slots: ['fed'] }] });
    expect(found.score).toBeGreaterThan(templates.find(({ skeleton }) => skeleton === 'rfl')!.score);
  });

  test('a theorem and what is generated from it have one vote; a long proof counts half', () => {
    const { voters } = find();
    expect(voters.filter(({ line, text }) => line === 9 && text === 'intro H ; exact L')).toHaveLength(1);
    const [short, long] = ['grazes_fed', 'grazes_long'].map((name) => voters.find((voter) => voter.name === name)!);
    expect(long!.weight).toBeCloseTo(short!.weight / 2, 1);
  });

  test('theorems above in the same file count more, the nearest most; forbidden rows do not vote', () => {
    const place = { module: 'Other', imports: ['Farm'], namespace: '', line: 4 };
    const weightOf = (ranking: TemplateRanking, name: string): number =>
      ranking.voters.find((voter) => voter.name === name)?.weight ?? 0;
    const [below] = index.idsByName('below');
    const near = find(place, { allow: (id) => id !== below });
    expect(weightOf(near, 'other_grazes')).toBeGreaterThan(2 * weightOf(find(), 'other_grazes'));
    const far = find({ ...place, line: 400 }, { allow: (id) => id !== below });
    expect(weightOf(far, 'other_grazes')).toBeCloseTo(2 * weightOf(find(), 'other_grazes'), 1);
    expect(weightOf(near, 'below')).toBe(0);
    expect(skeletons(near)[0]).toBe('rw [ L ]');
  });

  test('without weights, the frequencies decide', () => {
    const { templates, voters } = find(null, { votes: false });
    expect(voters).toEqual([]);
    expect(templates.every(({ votes }) => votes === 0)).toBe(true);
    // Conclusions with the same head come before `rfl`, the commonest of all.
    expect(skeletons({ templates, voters })).toContain('simp_all');
    expect(templates.map(({ score }) => score)).toEqual(templates.map(({ score }) => score).toSorted((a, b) => b - a));
  });

  test('slots are filled by the lemmas of similar proofs, and by analogy of names', () => {
    const { voters } = find();
    const plain = slotNames(index, { voters, theorem: null, constants: ['Cow'] });
    expect(plain.get('fed')).toBeGreaterThan(plain.get('Cow')!);
    expect(plain.has('herd_milked')).toBe(false);
    // As `milked` is to `other_grazes`, so nothing is to `other_moos`; but `fed` is to `grazes_fed` as `milked` to ours.
    const named = slotNames(index, { voters, theorem: 'grazes_milked', constants: [] });
    expect(named.get('milked')).toBeGreaterThan(plain.get('milked')!);
  });
});
