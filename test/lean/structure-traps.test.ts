/** Difficult cases about structures, classes and inductives. */
import { expect, test } from 'vitest';
import { declarationOf, names, readTrap, steps } from './read-fixture.ts';

test('readLeanFile reads a class abbrev as a class with parents', () => {
  const facts = readTrap('class-abbrev');
  expect(names(facts)).toEqual([
    'OrderedShelf',
    'OrderedShelf.toShelved',
    'OrderedShelf.toOrdered',
    'OrderedShelf.mk',
    'Bare',
    'Bare.toShelved',
    'Bare.toOrdered',
    'Bare.mk',
  ]);
  expect(declarationOf(facts, 'OrderedShelf')).toMatchObject({ kind: 'class', doc: 'Ordered and shelved.' });
  expect(steps(facts, 'structure')[0]?.structure).toMatchObject({
    isClass: true,
    isProp: true,
    parents: [
      { projection: 'toShelved', type: 'Shelved α', head: 'Shelved' },
      { projection: 'toOrdered', type: 'Library.Ordered α', head: 'Library.Ordered' },
    ],
  });
});

test('readLeanFile reads fields on the line of where, and several fields in one pair of brackets', () => {
  const facts = readTrap('one-line-fields');
  expect(names(facts)).toEqual([
    'Point',
    'Point.x',
    'Point.y',
    'Point.z',
    'Point.mk',
    'Pair',
    'Pair.first',
    'Pair.mk',
    'Empty',
    'Empty.mk',
    'Stacked',
    'Stacked.one',
    'Stacked.two',
    'Stacked.mk',
  ]);
  expect(declarationOf(facts, 'Point.y').signature).toBe('field Point.y : Nat');
  expect(declarationOf(facts, 'Point.z').signature).toBe('field Point.z : Int');
  expect(declarationOf(facts, 'Stacked.two').signature).toBe('field Stacked.two (n : Nat) : Nat');
});

test('readLeanFile does not read an override as a field, and reads a field named mk with a default', () => {
  const facts = readTrap('field-defaults');
  expect(names(facts).filter((name) => name !== 'Config')).toEqual([
    'Config.toBase',
    'Config.mk',
    'Config.depth',
    'Config.law',
    'Config.secret',
    'Config.shown',
    'Config.star_add',
    'Config.mk',
  ]);
  expect(declarationOf(facts, 'Config.secret').isPrivate).toBe(true);
  expect(declarationOf(facts, 'Config.star_add').signature).toBe(
    'field Config.star_add x y : star (x + y) = star x + star y',
  );
  expect(declarationOf(facts, 'Config.shown')).toMatchObject({
    doc: 'Documented.',
    modifiers: ['protected'],
    attributes: [{ name: 'simp' }],
    line: 11,
  });
});

test('readLeanFile reads parents that are named, dotted, notation, or after the type', () => {
  const facts = readTrap('extends');
  expect(names(facts)).toEqual([
    'Child',
    'Child.toFoo',
    'Child.toBar',
    'Child.toProd',
    'Child.own',
    'Child.mk',
    'Old',
    'Old.toShelved',
    'Old.toQuux',
    'Old.old',
    'Old.mk',
    'New',
    'New.toShelved',
    'New.mk',
  ]);
  const [child, , last] = steps(facts, 'structure').map(({ structure }) => structure);
  expect(child?.parents).toEqual([
    { projection: 'toFoo', type: 'Foo α', head: 'Foo' },
    { projection: 'toBar', type: 'Data.Bar α', head: 'Data.Bar' },
    { projection: '', type: 'A ≃ B', head: '≃' },
    { projection: 'toProd', type: 'α × Nat', head: 'Prod' },
  ]);
  expect(last?.isProp).toBe(true);
});

test('readLeanFile reads a constructor with an explicit name', () => {
  const facts = readTrap('explicit-constructor');
  expect(names(facts)).toEqual([
    'Crate',
    'Crate.content',
    'Crate.pack',
    'instReprCrate',
    'Sealed',
    'Sealed.value',
    "Sealed.mk'",
    'Hidden',
    'Hidden.value',
    'Hidden.mk',
  ]);
  expect(declarationOf(facts, 'Crate.pack')).toMatchObject({
    kind: 'constructor',
    doc: 'Packs a crate.',
    from: 'Crate',
  });
  expect(declarationOf(facts, 'Hidden.mk').isPrivate).toBe(true);
  expect(declarationOf(facts, 'Hidden.value').isPrivate).toBe(false);
  expect(declarationOf(facts, 'Crate.content').doc).toBe('What it holds.');
});

test('readLeanFile reads constructors, and deriving in a clause at column 0 and in a command', () => {
  const facts = readTrap('inductive-deriving');
  expect(names(facts)).toEqual([
    'Color',
    'Color.red',
    'Color.green',
    'Color.blue',
    'Color.other',
    'instDecidableEqColor',
    'instReprColor',
    'Flag',
    'Flag.up',
    'Flag.down',
    'instInhabitedFlag',
    'after',
    'instHashableColor',
    'instShelvedColor',
    'instHashableFlag',
    'instShelvedFlag',
  ]);
  expect(declarationOf(facts, 'Color.blue')).toMatchObject({
    doc: 'The last.',
    signature: 'constructor Color.blue (shade : Nat) : Color',
  });
  expect(declarationOf(facts, 'Color.other').signature).toBe('constructor Color.other : (n : Nat) → |n| ≤ 1 → Color');
  expect(declarationOf(facts, 'instReprColor')).toMatchObject({
    origin: 'deriving',
    instanceOf: 'Repr',
    from: 'Color',
  });
});
