/** Goals of the one-line proofs of `fixtures/library` and of a few declarations of this file. */
import { mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { halfOf, HALVES } from '../../../src/bench/goals/halves.ts';
import {
  goalOfProof,
  goalPlaceOf,
  oneStepProofs,
  withoutOwnUse,
  type ProofGoal,
} from '../../../src/bench/goals/proof-goals.ts';
import { visibleRows } from '../../../src/bench/goals/visible-rows.ts';
import type { LibraryIndex } from '../../../src/index/library-index.ts';
import { openIndex } from '../../../src/index/open.ts';
import { ROOT } from '../../architecture/source-files.ts';
import { buildRoots } from '../../index/build-request.ts';
import { writeFiles } from '../../index/temporary.ts';

const MARKET = `import Abacus.Order.Lattice
namespace Market
section
variable {α β : Type} [Preorder α] (unused : β) {a b c : α}
theorem cheaper (h : a ≤ b) (k : b ≤ c) : a ≤ c := le_trans h k
theorem given (h : a ≤ b) : a ≤ b := h
theorem later (h : a ≤ b) : a ≤ a := _root_.le_rfl
theorem from_namespace (h : a ≤ b) (k : b ≤ c) : a ≤ c := by exact cheaper h k
theorem one_way [Preorder (Option α)] : (a ≤ b ↔ b ≤ a) → a ≤ b := swap.mp
end
theorem unknown (n : Nat) : n = n := nowhere n
theorem above : 0 = 0 := below
theorem below : 0 = 0 := rfl
end Market
`;

let index: LibraryIndex;
let goals: Map<string, ProofGoal>;

beforeAll(async () => {
  const root = mkdtempSync(join(tmpdir(), 'lemmahead-goals-'));
  writeFiles(root, { 'Market.lean': MARKET });
  await buildRoots(join(root, 'index.sqlite'), { Abacus: join(ROOT, 'fixtures', 'library'), Market: root });
  index = openIndex(join(root, 'index.sqlite'));
  const proofs = HALVES.flatMap((half) => [...oneStepProofs(index, half, () => undefined)]);
  goals = new Map(proofs.flatMap((proof) => goalOfProof(index, proof) ?? []).map((goal) => [goal.theorem, goal]));
});

afterAll(() => index.close());

it('reads the goal with the variables that the statement uses, and the answer in full', () => {
  expect(goals.get('Market.cheaper')).toMatchObject({
    answer: 'le_trans',
    goal: 'α : Type\ninst✝ : Preorder α\na b c : α\nh : a ≤ b\nk : b ≤ c\n⊢ a ≤ c',
  });
  expect(goals.get('Nat.lt_trans')?.answer).toBe('Nat.le_trans');
  expect(goals.get('Nat.Prime.ne_zero')?.answer).toBe('Nat.pos_iff_ne_zero');
});

it('resolves the answer in the namespace of the theorem and from the root', () => {
  expect(goals.get('Market.from_namespace')?.answer).toBe('Market.cheaper');
  expect(goals.get('Market.later')?.answer).toBe('le_rfl');
});

it.each([
  ['a hypothesis', 'given'],
  ['an unknown lemma', 'unknown'],
  ['a lemma below', 'above'],
  ['a proof by computation', 'below'],
])('takes no goal from %s', (_, name) => expect(goals.has(`Market.${name}`)).toBe(false));

it('hides the theorem, what is below it, and files that are not imported', () => {
  const isVisible = visibleRows(index, goals.get('Market.later')!.place);
  const sees = (name: string): boolean => index.idsByName(name).some(isVisible);
  expect(['Market.cheaper', 'Market.given', 'le_trans', 'Or.inl'].map(sees)).toEqual([true, true, true, true]);
  expect(['Market.later', 'Market.from_namespace', 'Nat.add_comm'].map(sees)).toEqual([false, false, false]);
});

it('knows the place of the theorem', () => {
  const place = goalPlaceOf(index, goals.get('Market.from_namespace')!);
  expect(place).toEqual({ module: 'Market', line: 8, namespace: 'Market', imports: ['Abacus.Order.Lattice'] });
});

it('does not count the use of the answer in the proof that is looked for', () => {
  const [id] = index.idsByName('Market.cheaper');
  const before = index.columns.uses[id!]!;
  const restore = withoutOwnUse(index, goals.get('Market.from_namespace')!);
  expect(index.columns.uses[id!]).toBe(before - 1);
  restore();
  expect(index.columns.uses[id!]).toBe(before);
});

it('has each file in one half, and goals in both', () => {
  const modules = [...goals.values()].map(({ place }) => place.module);
  expect(new Set(modules.map(halfOf)).size).toBe(2);
  for (const half of HALVES)
    for (const { module } of oneStepProofs(index, half, () => undefined)) expect(halfOf(module)).toBe(half);
});
