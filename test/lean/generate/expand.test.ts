import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { expandFixture, expandTexts, fixtureText } from './expanded-fixture.ts';

describe('to_additive', () => {
  const { byName, collisions, modules } = expandFixture('Algebra');

  it('generates the additive name with the docstring and attributes of the attribute', () => {
    expect(byName.get('add_turn')).toMatchObject({
      kind: 'theorem',
      origin: 'to_additive',
      from: 'mul_turn',
      doc: 'Turning round a sum [of two].',
      signature: 'theorem add_turn (a b : M) : a + b = b + a',
      variables: ['{M : Type}', '[AddMonoid M]'],
    });
    expect(byName.get('add_turn')!.attributes.map(({ name }) => name)).toEqual(['simp', 'norm_cast']);
  });

  it('has the type after typeAt', () => {
    for (const { signature, typeAt, kind, name } of byName.values()) {
      expect(signature.slice(0, typeAt).trim()).toBe(`${kind} ${name}`);
    }
  });

  it('translates the longest known part of the namespace', () => {
    expect(byName.get("AddMonoid.nsmul_zero'")).toMatchObject({ modifiers: ['protected'], from: "Monoid.pow_one'" });
  });

  it('keeps exponents and turns powers into multiples', () => {
    expect(byName.get("AddMonoid.nsmul_zero'")!.signature).toContain(': (n + 1) • a + 0 = a');
  });

  it('brackets the body of a sum', () => {
    expect(byName.get('sum_all')!.signature).toBe('theorem sum_all (f : ι → M) : ∑ i, (f i + f i) = 0');
  });

  it('uses a name with _root_ unchanged', () => {
    expect(byName.get('Total.add_up')!.signature).toBe('theorem Total.add_up (a : M) : -a + a = 0');
  });

  it('translates the replacement of a deprecated declaration', () => {
    expect(byName.get('add_turned')).toMatchObject({
      kind: 'alias',
      deprecated: { replacement: 'add_turn', since: '2026-01-02' },
      signature: 'alias add_turned := add_turn',
    });
  });

  it('translates in a chain: power to multiple to action', () => {
    expect(byName.get('nsmul_turn')).toMatchObject({ from: 'pow_turn' });
    expect(byName.get('vadd_turn')).toMatchObject({ from: 'nsmul_turn' });
  });

  it('never generates a structure', () => {
    expect(byName.has('AddMonoid')).toBe(false);
    expect(byName.has('Add')).toBe(false);
  });

  it.each([
    ['(reorder := a n)', '(a : M) (n : ℕ) : p (a ^ n)', '(n : ℕ) (a : M) : p (n • a)'],
    ['(reorder := a n)', '(a b : M) (n : ℕ) : p (a ^ n) b', '(n : ℕ) (b a : M) : p (n • a) b'],
    ['(reorder := a b, h k)', '{a b : M} (h : p a) (k : p b) : p (a * b)', '{b a : M} (k : p b) (h : p a) : p (a + b)'],
    ['(reorder := a b c)', '(a b c : M) : p a', '(c a b : M) : p a'],
    ['(reorder := h (x y, 3 4), 1 2, a z)', '(a : M) (h : ∀ x y, p x) : p a', '(a : M) (h : ∀ x y, p x) : p a'],
  ])('takes the arguments in the order of %s: %s', (reorder, source, target) => {
    const text = `@[to_additive ${reorder} add_all]\ntheorem mul_all ${source} := sorry\n`;
    const powers = expandTexts({ Powers: text });
    expect(powers.byName.get('add_all')!.signature).toBe(`theorem add_all ${target}`);
  });

  it('respects insert_to_additive_translation', () => {
    expect(byName.get('AddMonoidal.support')!.signature).toContain('{i | f i ≠ 0 ∧ (-f) i = -(f i)}');
  });

  it('applies a name hint until the end of its file', () => {
    expect(byName.has('join_add')).toBe(true);
    const texts = {
      Words: fixtureText('Words'),
      Algebra: fixtureText('Algebra'),
      Later: 'import Algebra\n@[to_additive]\ntheorem mul_wedge : a * b = b := sorry\n',
    };
    expect(expandTexts(texts).byName.has('add_wedge')).toBe(true);
  });

  it('has no problems and no collisions', () => {
    expect(collisions).toEqual([]);
    expect([...modules.values()].flatMap(({ problems }) => problems)).toEqual([]);
  });

  it('generates only explicit names if the library has no dictionaries', () => {
    const { byName: bare, modules: bareModules } = expandTexts({ Algebra: fixtureText('Algebra') });
    expect([...bareModules.values()].flatMap(({ problems }) => problems)).toEqual([]);
    expect(bare.has('add_turn')).toBe(false);
    expect(bare.has('sum_all')).toBe(true);
  });
});

describe('to_dual', () => {
  const { byName } = expandFixture('Order');

  it('translates names and reverses statements', () => {
    expect(byName.get('sup_le_first')!.signature).toBe('theorem sup_le_first {a b : α} : a ≤ a ⊔ b');
    expect(byName.get('Set.Ico_subset_bot')!.signature).toBe(
      'theorem Set.Ico_subset_bot {a b : α} : Ico b a ⊆ Ico ⊥ a',
    );
  });

  it('generates nothing for self and none', () => {
    expect([...byName.values()].map(({ from }) => from)).not.toContain('between');
    expect([...byName.values()].map(({ from }) => from)).not.toContain('hidden_inf');
  });
});

describe('other attributes', () => {
  const { byName } = expandFixture('Algebra');

  it.each([
    ['Arrow.ext', 'ext', 'Arrow'],
    ['Arrow.ext_iff', 'ext', 'Arrow'],
    ['Arrow.same_apply', 'simps', 'Arrow.same'],
    ['Arrow.twice_apply', 'simps', 'Arrow.twice'],
    ['Arrow.twice_weight', 'simps', 'Arrow.twice'],
    ['Arrow.same_comp_assoc', 'reassoc', 'Arrow.same_comp'],
    ['Arrow.fun_cont_mul', 'to_fun', 'Arrow.cont_mul'],
    ['small_iff', 'mk_iff', 'Small'],
    ['Pfeil.weight_le', 'alias_in', 'Arrow.weight_le'],
  ])('%s by %s', (name, origin, from) => expect(byName.get(name)).toMatchObject({ origin, from }));

  it('marks the lemmas of a bare simps as approximate and respects disabled projections', () => {
    expect(byName.get('Arrow.same_apply')!.isApproximate).toBe(true);
    expect(byName.get('Arrow.twice_apply')!.isApproximate).toBe(false);
    expect(byName.has('Arrow.same_weight')).toBe(false);
    expect(byName.has('Arrow.same_weight_pos')).toBe(false);
  });

  it('generates no iff lemma if it is turned off', () => expect(byName.has('Arrow.hext_iff')).toBe(false));
});

it('expandLibrary does not depend on the order of the files', () => {
  const texts = Object.fromEntries(['Words', 'Algebra', 'Order'].map((module) => [module, fixtureText(module)]));
  const expected = [...expandTexts(texts).byName.values()].toSorted((a, b) => (a.name < b.name ? -1 : 1));
  const turned = Object.fromEntries(Object.entries(texts).toReversed());
  expect([...expandTexts(turned).byName.values()].toSorted((a, b) => (a.name < b.name ? -1 : 1))).toEqual(expected);
});

it('expandLibrary reports a name whose words have no known translation', () => {
  const texts = {
    Words: fixtureText('Words'),
    Puzzle: 'import Words\n\n@[to_additive]\ntheorem riddle : a = b := sorry\n',
  };
  expect(expandTexts(texts).modules.get('Puzzle')!.problems).toEqual([
    { line: 4, message: '@[to_additive] leaves the name of riddle unchanged: no translation of its words is known' },
  ]);
});

describe('any attribute text', () => {
  const word = fc.constantFrom(
    'to_additive',
    'to_dual',
    'simps',
    'simps!',
    'reassoc',
    'elementwise',
    'to_app',
    'to_fun',
    'mk_iff',
    'ext',
    'alias_in',
    'higher_order',
    'to_set_notation',
    'existing',
    'self',
    'none',
    '(attr := ',
    ')',
    ', ',
    'foo',
    'A.B',
    '_root_.c',
    '2',
    'constructor',
    '__proto__',
  );
  it('is expanded without an exception, with unique names', () => {
    fc.assert(
      fc.property(fc.array(word, { maxLength: 12 }), (words) => {
        const text = `import Words\n\n@[${words.join(' ')}]\ntheorem X.constructorMul_one : a * b = c := sorry\n\n@[${words.join(' ')}]\nstructure __proto__ where\n  mul : Nat\n`;
        const { modules } = expandTexts({ Words: fixtureText('Words'), Wild: text });
        const names = [...modules.values()].flatMap(({ declarations }) => declarations.map(({ name }) => name));
        expect(new Set(names).size).toBe(names.length);
      }),
    );
  });
});
