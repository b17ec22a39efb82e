import { join } from 'node:path';
import { expect, test } from 'vitest';
import { readExamples } from '../../../bench/train/premises/examples.ts';
import { Library } from '../../../bench/train/premises/library.ts';
import { poolOf } from '../../../bench/train/premises/pool.ts';
import { isHeldOut } from '../../../bench/train/premises/split.ts';
import { votersFor } from '../../../bench/train/premises/voters.ts';
import { openIndex } from '../../../src/index/open.ts';
import { buildRoots } from '../../index/build-request.ts';
import { temporaryFolder, writeFiles } from '../../index/temporary.ts';

const BASE = `
theorem moo : True := trivial
namespace Cow
structure Milk (n : Nat) : Prop where
  fresh : n = n
theorem Milk.pour {n : Nat} (h : Milk n) : n = n := h.fresh
theorem graze : True := moo
protected theorem rest : True := moo
theorem moo : True := _root_.moo
theorem the_only_one : True := moo
end Cow
namespace Horse
theorem graze : True := moo
private theorem secret : True := moo
end Horse
`;

const FAR = 'theorem far_away : True := trivial\n';

const USE = `import Farm.Base
namespace Horse
theorem inner : True := graze
theorem Cow.mixed : True := graze
end Horse
theorem unopened : True := graze
open Cow in
theorem opened : True := graze
theorem closed_again : True := graze
open Cow Horse in
theorem ambiguous : True := graze
open Cow in
theorem of_protected : True := ⟨rest, Cow.rest⟩
theorem field_of_type {n : Nat} (h : Cow.Milk n) : n = n := h.pour
theorem shadowed (moo : True) : True := moo
theorem shadowed_later : True := (fun moo => moo) moo
theorem by_last : True := (id x).the_only_one
theorem of_no_import : True := far_away
theorem of_private : True := Horse.secret
theorem below : True := comes_later
theorem comes_later : True := below
theorem said_twice : True := ⟨moo, moo, Cow.graze⟩
theorem as_statement (h : moo = moo) : True := trivial
instance : Inhabited Nat where
  default := 0
`;

async function farm() {
  const folder = temporaryFolder();
  const root = writeFiles(join(folder, 'lib'), { 'Farm/Base.lean': BASE, 'Farm/Far.lean': FAR, 'Farm/Use.lean': USE });
  await buildRoots(join(folder, 'index.sqlite'), { Farm: root });
  return openIndex(join(folder, 'index.sqlite'));
}

test('readExamples resolves names in proofs as Lean does, and skips names that tokens cannot resolve', async () => {
  const index = await farm();
  const library = new Library(index);
  const examples = [...readExamples(library, 'Farm', (module) => module === 'Farm.Use')];
  const found = examples.map(({ id, premises }) => [library.names[id], ...premises.map((one) => library.names[one])]);
  index.close();
  expect(found).toEqual([
    ['Horse.inner', 'Horse.graze'],
    ['Horse.Cow.mixed', 'Horse.graze'],
    ['unopened'],
    ['opened', 'Cow.graze'],
    ['closed_again'],
    ['ambiguous'],
    ['of_protected', 'Cow.rest'],
    ['field_of_type', 'Cow.Milk.pour'],
    ['shadowed'],
    ['shadowed_later'],
    ['by_last', 'Cow.the_only_one'],
    ['of_no_import'],
    ['of_private'],
    ['below'],
    ['comes_later', 'below'],
    ['said_twice', 'moo', 'Cow.graze'],
    ['as_statement'],
    ['instInhabitedNat'],
  ]);
});

test('poolOf contains imported rows and rows above, without the theorem itself and private rows', async () => {
  const index = await farm();
  const library = new Library(index);
  const examples = [...readExamples(library, 'Farm', (module) => module === 'Farm.Use')];
  const [example] = examples.filter(({ id }) => library.names[id] === 'opened');
  const allowed = poolOf(library, example!, 'statements');
  const names = library.names.filter((_, id) => allowed[id] === 1);
  index.close();
  expect(names.toSorted()).toEqual(
    [
      'moo',
      'Cow.Milk.mk',
      'Cow.Milk.pour',
      'Cow.graze',
      'Cow.rest',
      'Cow.moo',
      'Cow.the_only_one',
      'Horse.graze',
      'Horse.inner',
      'Horse.Cow.mixed',
      'unopened',
    ].toSorted(),
  );
});

test('isHeldOut selects about a tenth of the files, deterministically', () => {
  const modules = Array.from({ length: 5000 }, (_, at) => `Farm.Field${at}`);
  const held = modules.filter((module) => isHeldOut(module));
  expect(held.length).toBeGreaterThan(400);
  expect(held.length).toBeLessThan(600);
  expect(modules.filter((module) => isHeldOut(module))).toEqual(held);
  expect(modules.filter((module) => isHeldOut(module, 2))).not.toEqual(held);
});

test('votersFor excludes the theorem’s own file and held-out files', async () => {
  const modules = Array.from({ length: 200 }, (_, at) => `Field${at}`);
  const held = modules.find((module) => isHeldOut(module))!;
  const [own, other] = modules.filter((module) => !isHeldOut(module));
  const folder = temporaryFolder();
  const theorem = (module: string): string => `theorem of_${module} : True := trivial\n`;
  const files = Object.fromEntries([held, own!, other!].map((module) => [`${module}.lean`, theorem(module)]));
  await buildRoots(join(folder, 'index.sqlite'), { Farm: writeFiles(join(folder, 'lib'), files) });
  const index = openIndex(join(folder, 'index.sqlite'));
  const library = new Library(index);
  const [example] = readExamples(library, 'Farm', (module) => module === own);
  const mayVote = votersFor(library, example!);
  const voting = library.names.filter((name, id) => name !== '' && mayVote(id));
  index.close();
  expect(voting).toEqual([`of_${other}`]);
});
