import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  deriveFromName,
  type KnownDeclaration,
  type KnownNames,
  parentHeads,
} from '../../../src/lean/generate/reverse.ts';

function declaration(
  name: string,
  kind: string,
  attributes: string[] = [],
  signature = `${kind} ${name}`,
): KnownDeclaration {
  return { name, kind, attributes, signature, file: 'Shapes.lean', line: 7 };
}

const declarations = new Map(
  [
    declaration('Shapes.rotate', 'def', ['simps']),
    declaration('Shapes.rotate_hom', 'def', ['simps', 'reassoc']),
    declaration('Shapes.slide', 'theorem', ['to_additive', 'reassoc', 'simp']),
    declaration('Shapes.mirror', 'theorem', ['elementwise']),
    declaration('Shapes.cellular', 'theorem', ['to_app']),
    declaration('Shapes.area_mul', 'theorem', ['to_fun']),
    declaration('Shapes.plain', 'def'),
    declaration('Point', 'structure', ['ext'], 'structure Point (α : Type)'),
    declaration('Point.mk', 'constructor'),
    declaration('Point.coordinate', 'field'),
    declaration(
      'Pointed.Tagged',
      'structure',
      [],
      'structure Pointed.Tagged (α : Type) extends Point α, toQ : Tag (List (α × α))',
    ),
    declaration('Pointed.Tag', 'class', [], 'class Pointed.Tag (β : Type) extends Loop β'),
    declaration('Pointed.Tag.label', 'field'),
    declaration('Loop', 'structure', [], 'structure Loop (β : Type) extends Pointed.Tag β'),
    declaration('Tree', 'inductive'),
    declaration('Tree.leaf', 'constructor'),
    declaration('area', 'lemma', ['ext']),
    declaration('Shapes.Cat.instCategory', 'instance', ['simps']),
  ].map((one) => [one.name, one]),
);
const projections = new Set(['hom', 'inv', 'app', 'apply', 'symm_apply', 'coe', 'obj', 'comp']);
const known: KnownNames = {
  find: (name) => declarations.get(name) ?? null,
  isProjection: (word) => projections.has(word),
  simpsInstanceIn: (namespace) => declarations.get(`${namespace}.instCategory`) ?? null,
};

describe('deriveFromName finds the source of a generated name', () => {
  it.each([
    ['Shapes.rotate_hom_app', 'simps', 'Shapes.rotate_hom'],
    ['Shapes.rotate_inv_app', 'simps', 'Shapes.rotate'],
    ['Shapes.rotate_symm_apply', 'simps', 'Shapes.rotate'],
    ['Shapes.rotate_apply_coe', 'simps', 'Shapes.rotate'],
    ['Shapes.coe_rotate', 'simps', 'Shapes.rotate'],
    ['Shapes.coe_rotate_apply', 'simps', 'Shapes.rotate'],
    ['Shapes.Cat.comp_app', 'simps', 'Shapes.Cat.instCategory'],
    ['Shapes.Cat.comp_def', 'simps', 'Shapes.Cat.instCategory'],
    ['Shapes.slide_assoc', 'reassoc', 'Shapes.slide'],
    ['Shapes.rotate_hom_app_assoc', 'reassoc', 'Shapes.rotate_hom'],
    ['Shapes.mirror_apply', 'elementwise', 'Shapes.mirror'],
    ['Shapes.cellular_app', 'to_app', 'Shapes.cellular'],
    ['Shapes.fun_area_mul', 'to_fun', 'Shapes.area_mul'],
    ['area_iff', 'ext', 'area'],
    ['Shapes.plain.eq_1', 'equation lemma', 'Shapes.plain'],
    ['Shapes.plain.eq_def', 'equation lemma', 'Shapes.plain'],
    ['Shapes.plain.induct', 'equation lemma', 'Shapes.plain'],
    ['Point.mk.injEq', 'constructor lemma', 'Point.mk'],
    ['Point.mk.sizeOf_spec', 'constructor lemma', 'Point.mk'],
    ['Tree.leaf.inj', 'constructor lemma', 'Tree.leaf'],
    ['Tree.rec', 'recursor', 'Tree'],
    ['Tree.casesOn', 'recursor', 'Tree'],
    ['Point.noConfusion', 'recursor', 'Point'],
    ['Point.ctorIdx', 'recursor', 'Point'],
    ['Pointed.Tagged.coordinate', 'field of a parent', 'Point.coordinate'],
    ['Pointed.Tagged.label', 'field of a parent', 'Pointed.Tag.label'],
    ['Loop.label', 'field of a parent', 'Pointed.Tag.label'],
  ])('%s by %s', (name, by, from) => {
    const derived = deriveFromName(name, known);
    expect(derived).toMatchObject({ name, by });
    expect(derived!.from.name).toBe(from);
    expect(derived!.explanation).toContain(from);
  });
});

it.each([
  'Shapes.plain_apply',
  'Shapes.plain_assoc',
  'Shapes.rotate_area',
  'Shapes.fun_plain',
  'Shapes.plain.rec',
  'Tree.eq_1',
  'Point.radius',
  'Shapes.rotate',
  'unknown',
  '',
  '.',
  '_',
  'Shapes._apply',
  'Loop.radius',
  'apply',
])('deriveFromName finds no source for %s', (name) => expect(deriveFromName(name, known)).toBeNull());

it('parentHeads reads the parents of a structure', () => {
  expect(parentHeads('structure S (h : a, b) extends A x, toB : C.B (y, z), D')).toEqual(['A', 'C.B', 'D']);
  expect(parentHeads('structure S')).toEqual([]);
});

it('deriveFromName neither throws nor loops for any name', () => {
  const name = fc.string({
    unit: fc.constantFrom('Shapes', '.', '_', 'rotate', 'apply', 'hom', 'assoc', 'Point', 'mk', 'fun', 'Loop'),
    maxLength: 12,
  });
  fc.assert(
    fc.property(name, (text) => deriveFromName(text, known)?.name === text || deriveFromName(text, known) === null),
  );
});
