/** Difficult cases about commands and names; for structures see `structure-traps.test.ts`. */
import { readdirSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { readLeanFile } from '../../src/lean/read-file.ts';
import { declarationOf, names, readTrap, steps, timesWritten, trapText } from './read-fixture.ts';

const TRAPS = readdirSync(new URL('../../fixtures/lean/traps/', import.meta.url)).map((file) =>
  file.replace('.lean', ''),
);

describe('readLeanFile: before the keyword', () => {
  test('a docstring inside an attribute may contain brackets', () => {
    const shelf = declarationOf(readTrap('attribute-docstring'), 'shelf_mul_comm');
    expect(shelf.doc).toBe('Adding a shelf to a shelf.');
    expect(shelf.attributes).toEqual([
      {
        name: 'to_additive',
        args: '(attr := simp, norm_cast)',
        doc: 'The sum of two shelves; see [the catalogue] and `a ] b`.',
        scope: 'global',
      },
    ]);
    expect(shelf.line).toBe(3);
  });

  test('several attribute blocks are read, also over several lines', () => {
    const shelf = declarationOf(readTrap('attribute-lines'), 'shelf_mul');
    expect(shelf.attributes.map(({ name, args }) => `${name}|${args}`)).toEqual([
      'simp|',
      'norm_cast|',
      'deprecated|shelf_eq (since := "2031-05-06")',
      'to_additive|existing shelf_add',
    ]);
    expect(shelf.deprecated).toEqual({ replacement: 'shelf_eq', since: '2031-05-06', note: null });
    expect([shelf.line, shelf.endLine]).toEqual([8, 9]);
  });

  test('modifiers between attribute and keyword are read', () => {
    const mapId = declarationOf(readTrap('nonrec'), 'Shelf.map_id');
    expect(mapId.modifiers).toEqual(['nonrec']);
    expect(mapId.signature).toBe('theorem map_id (s : Shelf) : s.map id = s');
  });

  test('open … in may precede or follow docstring and attribute', () => {
    const facts = readTrap('open-in');
    expect(names(facts)).toEqual(['opened', 'opened_behind', 'closed']);
    expect(declarationOf(facts, 'opened')).toMatchObject({ doc: 'About shelves.', opens: ['Shelf'], line: 4 });
    expect(declarationOf(facts, 'opened').attributes.map(({ name }) => name)).toEqual(['simp']);
    expect(declarationOf(facts, 'opened_behind')).toMatchObject({ doc: 'Before the prefix.', opens: ['Crate', 'Box'] });
    expect(declarationOf(facts, 'closed').opens).toEqual([]);
  });

  test('stacked variable … in applies to one declaration', () => {
    const facts = readTrap('variable-in');
    const variables = (name: string) => declarationOf(facts, name).variables;
    expect(variables('stacked')).toEqual(['(R : Type)', '[Ring R]', '(M : Type)', '[Module R M]']);
    expect(variables('behind')).toEqual(['(R : Type)', '[Ring R]']);
    expect(variables('braces')).toEqual(['{R : Type}', '[Ring R]']);
    expect(variables('omitted')).toEqual(['(R : Type)']);
  });

  test('the type of an instance variable may begin with a quantifier', () => {
    const facts = readLeanFile(
      'variable (I : Type) (f : I → Type) [∀ i : I, Ring (f i)]\ntheorem x (a : f = f) : I = I := rfl\n' +
        'omit [∀ i : I, Ring (f i)]\ntheorem y (a : f = f) : I = I := rfl\n',
      'M',
    );
    const variables = facts.declarations.map((declaration) => declaration.variables.join(' '));
    expect(variables).toEqual(['(I : Type) (f : I → Type) [∀ i : I, Ring (f i)]', '(I : Type) (f : I → Type)']);
  });

  test('a declaration takes single variables by the rules of its Lean', () => {
    const facts = readTrap('variables');
    const variables = (name: string, of = facts) => declarationOf(of, name).variables.join(' ');
    expect(variables('one_of_a_group')).toBe('{α : Type u} (s : Set α)');
    expect(variables('bound_again')).toBe('{α : Type u} (s : Set α)');
    expect(variables('ascribed')).toBe('{α : Type u} (s : Set α)');
    expect(variables('set_builder')).toBe('');
    expect(variables('set_builder_of_variable')).toBe('{α : Type u} (s : Set α)');
    expect(variables('arrow')).toBe('');
    expect(variables('bracket_changed')).toBe('{α : Type u} {s : Set α} (t : Set α)');
    expect(variables('shadowed')).toBe('{β α : Type v} (f : α → β)');
    expect(variables('both')).toBe('{α✝ : Type u} (x : α✝) {α : Type v} (h : x = x) (y : α)');
    expect(variables('proof_only')).toBe('');
    expect(variables('included')).toBe('{n : Nat} (h : n = n)');
    expect(variables('definition')).toBe('{n : Nat}');
    expect(variables('not_included')).toBe('');
    expect(variables('named_argument')).toBe('');
    expect(variables('field_of_term')).toBe('{n : Nat}');
    expect(variables('instance_without_variables')).toBe('[Inhabited Nat]');
    expect(variables('by_notation')).toBe('(k : Type u) [Field k] {e : Type v} (x : e)');
    expect(variables('after_notation')).toBe('');
    expect(variables('free')).toBe('');
    const old = readLeanFile(trapText('variables'), 'M', { proofsTakeVariables: true, bindsFreeNames: true });
    expect(variables('proof_only', old)).toBe('{n : Nat}');
    expect(variables('free', old)).toBe('{γ : _}');
    expect(variables('universe_level', old)).toBe('');
  });

  test('a declaration above is no free name, where its name means it', () => {
    const text = `theorem before : f = f := rfl
def f := 1
theorem after (a : α) : f = f := rfl
namespace N
def c := 1
protected def p := 1
theorem inside : c = p := rfl
end N
theorem outside : c = c := rfl
theorem N.named : c = c := rfl
open N
variable (h : c = d)
theorem opened : h = h := rfl
structure S where
  x : c = y
`;
    const old = readLeanFile(text, 'M', { proofsTakeVariables: true, bindsFreeNames: true });
    const variables = (name: string): string => declarationOf(old, name).variables.join(' ');
    expect(variables('before')).toBe('{f : _}');
    expect(variables('after')).toBe('{α : _}');
    expect(variables('N.inside')).toBe('{p : _}');
    expect(variables('outside')).toBe('{c : _}');
    expect(variables('N.named')).toBe('');
    expect(variables('opened')).toBe('{d : _} (h : c = d)');
    expect(variables('S.x')).toBe('(self : S) {y : _}');
  });

  test('set_option … in may be on one line, over several lines and after another prefix', () => {
    const facts = readTrap('set-option-in');
    expect(names(facts)).toEqual(['slow', 'same_line', 'two_prefixes']);
    expect(declarationOf(facts, 'slow').attributes.map(({ name }) => name)).toEqual(['simp']);
    expect(declarationOf(facts, 'two_prefixes')).toMatchObject({ doc: 'Two prefixes.', opens: ['Foo'] });
  });
});

describe('readLeanFile: names', () => {
  test('_root_ leaves the namespace', () => {
    const facts = readTrap('root-name');
    expect(names(facts)).toEqual(['Shelf.nonempty', 'Library.Shelf.full']);
    expect(declarationOf(facts, 'Shelf.nonempty')).toMatchObject({ modifiers: ['protected'], namespace: 'Library' });
  });

  test('universes are not part of the name', () => {
    const facts = readTrap('universes');
    expect(names(facts)).toEqual(['shelf_lift', 'Crate.box']);
    const lift = declarationOf(facts, 'shelf_lift');
    expect(lift.signature.slice(lift.typeAt)).toBe("(α : Type u') (β : Type v') : Lift.{v'} α = Lift.{v'} α");
  });

  test('a name may be on the line after the keyword', () => {
    const facts = readTrap('name-on-next-line');
    const shelf = declarationOf(facts, 'shelf_le_shelf_of_le_of_le');
    expect(shelf.signature).toBe('theorem shelf_le_shelf_of_le_of_le {a b : Nat} (h : a ≤ b) : shelf a ≤ shelf b');
    expect(shelf.line).toBe(1);
  });

  test('names may contain subscripts, primes and guillemets', () => {
    const facts = readTrap('odd-names');
    expect(names(facts)).toEqual(["foo₁'_iff", 'term_+_', 'Shelf.forall', 'odd name.inside!']);
    expect(declarationOf(facts, 'Shelf.forall').signature).toMatch(/^theorem Shelf\.«forall» \{p/);
  });

  test('the same private name in two files is private in both', () => {
    for (const trap of ['private-first', 'private-second']) {
      expect(declarationOf(readTrap(trap), 'Shelf.aux').isPrivate).toBe(true);
    }
  });
});

describe('readLeanFile: text that only resembles a declaration', () => {
  test('is ignored in comments and strings', () => {
    expect(names(readTrap('fake-declarations'))).toEqual(['text', 'raw', 'real']);
  });

  test('is ignored after a character literal that contains a quote', () => {
    const text = trapText('character-literals');
    const facts = readTrap('character-literals');
    expect(names(facts)).toEqual(['quote', 'after_quote', 'escaped', 'newline', 'primed', 'image_notation']);
    expect(facts.problems).toEqual([]);
    expect(timesWritten(facts, text, 'theorem')).toBeGreaterThan(0);
    expect(timesWritten(facts, text, "x'")).toBe(3);
    expect(timesWritten(facts, text, 'not')).toBe(0);
  });

  test('is ignored in quoted commands', () => {
    const facts = readTrap('quoted-commands');
    expect(names(facts)).toEqual(['not_quoted']);
    expect(facts.problems).toEqual([]);
  });

  test('is ignored in proof_wanted and example', () => {
    const facts = readTrap('no-declarations');
    expect(names(facts)).toEqual(['shelf_only']);
    expect(facts.problems).toEqual([]);
  });
});

describe('readLeanFile: scopes', () => {
  test('a name component called section does not open a section', () => {
    const facts = readTrap('section-words');
    expect(names(facts)).toEqual(['uses', 'section_eq', 'outside']);
    expect(declarationOf(facts, 'section_eq').variables).toEqual(['(f : Nat → Nat)']);
    expect(declarationOf(facts, 'outside').variables).toEqual([]);
    expect(facts.problems).toEqual([]);
  });

  test('end closes mutual', () => {
    const facts = readTrap('mutual');
    expect(names(facts)).toEqual([
      'Tree.Tree',
      'Tree.Tree.node',
      'Tree.Forest',
      'Tree.Forest.nil',
      'Tree.Forest.cons',
      'Tree.after_mutual',
      'Tree.even_step',
      'Tree.odd_step',
      'at_root',
    ]);
    expect(declarationOf(facts, 'Tree.Tree').doc).toBe('A tree.');
    expect(facts.problems).toEqual([]);
  });

  test('dotted namespaces may be closed in parts, or never', () => {
    const facts = readTrap('partial-end');
    expect(names(facts)).toEqual(['A.B.C.x', 'A.B.y', 'A.B.z', 'w', 'Open.left_open']);
    expect(facts.problems).toEqual([]);
  });

  test('in a module without a public section, only public declarations are public', () => {
    const facts = readTrap('module-without-public');
    expect(facts.declarations.map(({ name, isPrivate }) => [name, isPrivate])).toEqual([
      ['hidden', true],
      ['shown', false],
      ['written_private', true],
    ]);
    expect(facts.outline.imports).toEqual(['Shelf.Basic', 'Shelf.Order']);
  });

  test('a public section makes its declarations public, including nested sections', () => {
    const facts = readTrap('module-with-public');
    expect(facts.declarations.map(({ name, isPrivate }) => [name, isPrivate])).toEqual([
      ['Shelf.shown', false],
      ['Shelf.hidden', true],
    ]);
  });
});

describe('readLeanFile: kinds of declarations', () => {
  test('instances with a priority are read, with and without a name', () => {
    const facts = readTrap('instance-priority');
    expect(names(facts).slice(0, 4)).toEqual(['instShelvedOfOrdered', "shelved'", 'namedOne', 'madeInstance']);
    expect(declarationOf(facts, 'instShelvedOfOrdered')).toMatchObject({
      signature: 'instance {α} [Ordered α] : Shelved α',
      origin: 'anonymous_instance',
      isApproximate: true,
      instanceOf: 'Shelved',
    });
    expect(declarationOf(facts, 'madeInstance')).toMatchObject({ kind: 'def', instanceOf: 'Ordered' });
    expect(declarationOf(facts, 'Made.ordered').instanceOf).toBe('Ordered');
    expect(declarationOf(facts, 'laterInstance').instanceOf).toBe('Shelved');
    expect(declarationOf(facts, 'neverInstance').instanceOf).toBeNull();
    expect(declarationOf(facts, 'namedOne')).toMatchObject({ isApproximate: false, instanceOf: 'Shelved' });
  });

  test('aliases are read: plain, of one direction, and of both directions', () => {
    const facts = readTrap('alias');
    expect(names(facts)).toEqual([
      'shelf_iff',
      'Shelf.of_q',
      'Shelf.to_q',
      'Shelf.from_q',
      'old_shelf_iff',
      'Shelf.iff',
    ]);
    expect(declarationOf(facts, 'Shelf.of_q')).toMatchObject({
      from: 'shelf_iff',
      doc: '**Alias** of the reverse direction of `shelf_iff`.',
    });
    expect(declarationOf(facts, 'old_shelf_iff').deprecated).toEqual({
      replacement: 'shelf_iff',
      since: '2030-01-02',
      note: null,
    });
    expect(declarationOf(facts, 'Shelf.iff')).toMatchObject({ doc: 'Its own words.', modifiers: ['protected'] });
  });

  test('irreducible_def also declares its equation', () => {
    const facts = readTrap('irreducible-def');
    expect(names(facts)).toEqual(['Shelf.weight', 'Shelf.weight_def', 'Shelf.price', 'Shelf.price_eq']);
    expect(declarationOf(facts, 'Shelf.price').signature).toBe('irreducible_def price (s : Shelf) : Nat');
    expect(declarationOf(facts, 'Shelf.price_eq')).toMatchObject({ origin: 'irreducible_def', from: 'Shelf.price' });
  });

  test('definitions after where and let rec are declared', () => {
    const facts = readTrap('auxiliaries');
    expect(names(facts)).toEqual([
      'Shelf.sort',
      'Shelf.sort.go',
      'Shelf.sort.check',
      'Shelf.sorted',
      'Shelf.sorted.aux',
      'Shelf.count',
      'Shelf.count.loop',
      'Shelf.instShelf',
      'Shelf.tactic',
    ]);
    expect(declarationOf(facts, 'Shelf.sort.go')).toMatchObject({
      kind: 'def',
      origin: 'auxiliary',
      doc: 'One step.',
      signature: 'def sort.go (s : Shelf) (n : Nat) : Shelf',
      line: 8,
    });
    expect(declarationOf(facts, 'Shelf.sorted.aux').kind).toBe('theorem');
  });

  test('deprecations are read with name, text, both, or neither', () => {
    const facts = readTrap('deprecated');
    const deprecation = (name: string) => declarationOf(facts, name).deprecated;
    expect(deprecation('Shelf.new_name')).toBeNull();
    expect(deprecation('Shelf.old_name')).toEqual({ replacement: 'Shelf.new_name', since: '2029-12-31', note: null });
    expect(deprecation('Shelf.older_name')).toEqual({
      replacement: null,
      since: '2030-02-03',
      note: 'Use the axiom of choice (twice)',
    });
    expect(deprecation('Shelf.oldest_name')).toEqual({ replacement: null, since: null, note: null });
    expect(deprecation('Shelf.moved')).toEqual({ replacement: 'Other.place', since: '2030-02-04', note: 'moved' });
  });

  test('a statement ends only at :=, where, an alternative or deriving', () => {
    const facts = readTrap('signature-end');
    expect(facts.declarations.map(({ signature }) => signature)).toEqual([
      'theorem abs_bound (x : Int) : |x| ≤ |x|',
      'theorem let_inside : let n := 2; n = 2',
      'def count : Nat → Nat',
      'theorem by_cases_bar : ∀ n : Nat, |n| ≤ bound n',
      'def helper (n : Nat := 3) (f : Nat → Nat := fun n => n) : Nat',
      'instance : Shelved (Nat × Nat)',
      'def derived : Type',
      'instance : Inhabited derived',
      'theorem spaced (a : Nat) (b : Nat) : a + b = b + a',
      'theorem let_on_lines (n : Nat) : letI : Shelved Nat := ⟨n⟩; haveI e := shelf n; shelf e = n',
    ]);
  });
});

describe('readLeanFile: commands for the expansion', () => {
  test('attribute commands with generating attributes are read', () => {
    const facts = readTrap('attribute-command');
    const context = { namespace: 'Shelf', opens: [] };
    expect(steps(facts, 'attribute')).toEqual([
      {
        step: 'attribute',
        targets: ['mul_shelf', "mul_shelf'"],
        attributes: [{ name: 'to_additive', args: 'existing shelf_add', doc: null, scope: 'global' }],
        line: 2,
        context,
      },
      {
        step: 'attribute',
        targets: ['Crate.mul', 'Crate.one'],
        attributes: [{ name: 'to_additive', args: '(attr := simp)', doc: 'Words ] here.', scope: 'global' }],
        line: 5,
        context,
      },
    ]);
  });

  test('to_dual is read with none, self and a name', () => {
    const facts = readTrap('to-dual');
    expect(steps(facts, 'declaration').map(({ name, attributes }) => [name, attributes[0]?.args])).toEqual([
      ['a_le', 'none'],
      ['a_le_b', 'self (reorder := a b)'],
      ['inf_shelf', '(attr := simp) sup_shelf'],
    ]);
  });

  test('translations, name hints, docs and projections are read in source order', () => {
    const facts = readTrap('insert-translation');
    expect(steps(facts, 'command').map(({ command, text, doc }) => [command, text, doc])).toEqual([
      ['insert_to_additive_translation', 'MulShelf AddShelf', null],
      ['to_additive_name_hint', 'stack heap', null],
      ['to_dual_name_hint', 'Lower Upper, Floor Ceil', null],
      ['add_decl_doc', 'Shelf.content', 'What the shelf holds.'],
      ['initialize_simps_projections', 'Shelf (toFun → apply, -hidden, +extra)', null],
      ['mk_iff_of_inductive_prop', 'Shelf.Rel Shelf.rel_iff', null],
    ]);
  });
});

describe('readLeanFile gives the same facts', () => {
  test.each(TRAPS)('for %s with carriage returns, a byte order mark and tabs', (trap) => {
    const text = trapText(trap);
    const facts = readLeanFile(text, 'M');
    const identifiers = facts.identifiers.map((at) => at + 1);
    const skeletons = facts.skeletons.map((skeleton) => ({
      ...skeleton,
      slots: skeleton.slots.map((slot) => (typeof slot === 'number' ? slot + 1 : slot)),
    }));
    expect(readLeanFile(`\uFEFF${text}`, 'M')).toEqual({ ...facts, identifiers, skeletons });
    const withReturns = readLeanFile(text.replaceAll('\n', '\r\n'), 'M');
    expect(withReturns.declarations).toEqual(facts.declarations);
    expect(withReturns.outline).toEqual(facts.outline);
    const withTabs = readLeanFile(
      text.replaceAll(/^( {2})+/gm, (spaces) => '\t'.repeat(spaces.length / 2)),
      'M',
    );
    expect(withTabs.declarations.map(({ name, signature }) => [name, signature])).toEqual(
      facts.declarations.map(({ name, signature }) => [name, signature]),
    );
  });
});
