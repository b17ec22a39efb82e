import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { NameGuesser } from '../../../src/lean/generate/guess-name.ts';
import { StatementTranslator } from '../../../src/lean/generate/translate-signature.ts';
import { Recorder } from '../../../src/lean/generate/trace.ts';
import { TranslationTable } from '../../../src/lean/generate/translation-table.ts';

function translator(name: 'to_additive' | 'to_dual', pairs: Record<string, string>, words: Record<string, string[]>) {
  const table = new TranslationTable(name, new Recorder());
  for (const [source, target] of Object.entries(pairs)) table.set(source, target);
  const guesser = new NameGuesser({ words: new Map(Object.entries(words)), abbreviations: new Map() });
  const statements = new StatementTranslator(name, table);
  return (
    type: string,
    scope: { variables?: string[]; namespace?: string; opens?: string[]; dontTranslate?: string[] } = {},
  ): string =>
    statements.translate(
      { type, variables: scope.variables ?? [], instanceOf: null },
      { guesser, namespace: scope.namespace ?? '', opens: scope.opens ?? [], dontTranslate: scope.dontTranslate ?? [] },
    ).type;
}

const additive = translator(
  'to_additive',
  {
    Monoid: 'AddMonoid',
    Group: 'AddGroup',
    Subgroup: 'AddSubgroup',
    'Subgroup.closure': 'AddSubgroup.closure',
    'Finset.prod': 'Finset.sum',
    'Subgroup.mulSupport': 'AddSubgroup.support',
  },
  { mul: ['Add'], one: ['Zero'], inv: ['Neg'], prod: ['Sum'] },
);
const dual = translator(
  'to_dual',
  { 'Set.Ioc': 'Set.Ico', 'Set.Ico': 'Set.Ioc', 'Set.Icc': 'Set.Icc', iSup: 'iInf', IsMin: 'IsMax', Mono: 'Epi' },
  { inf: ['Sup'], sup: ['Inf'] },
);

describe('to_additive', () => {
  it.each([
    ['(a b : M) : a * b = b * a', '(a b : M) : a + b = b + a'],
    ['[Monoid M] (h : 1 ≤ a) : a⁻¹ * b⁻¹ = (b * a)⁻¹', '[AddMonoid M] (h : 0 ≤ a) : -a + -b = -(b + a)'],
    [': f a⁻¹ = (f a)⁻¹', ': f (-a) = -(f a)'],
    ['(n : ℕ) : a ^ n * a = a ^ (n + 1)', '(n : ℕ) : n • a + a = (n + 1) • a'],
    ['(m n : ℕ) : a ^ (m * n) = (a ^ m) ^ n', '(m n : ℕ) : (m * n) • a = n • (m • a)'],
    ['(m n : ℕ) : a ^ m * a ^ n = a ^ (m * n)', '(m n : ℕ) : m • a + n • a = (m * n) • a'],
    [': f x ^ 2 = f x * f x', ': 2 • f x = f x + f x'],
    ['(z : ℤ) : a ^ (-z) = (a ^ z)⁻¹', '(z : ℤ) : (-z) • a = -(z • a)'],
    [': a / b = a * b⁻¹', ': a - b = a + -b'],
    [': ∏ i ∈ s, f i * g i = (∏ i ∈ s, f i) * ∏ i ∈ s, g i', ': ∑ i ∈ s, (f i + g i) = (∑ i ∈ s, f i) + ∑ i ∈ s, g i'],
    ['(n : ℕ) (h : n = 1) : a ^ n = a', '(n : ℕ) (h : n = 1) : n • a = a'],
    ['(n : ℕ) (h : n * 2 ≠ 1) : a = 1', '(n : ℕ) (h : n * 2 ≠ 1) : a = 0'],
    ['(f : M →* N) (e : M ≃* N) : Mᵐᵒᵖ', '(f : M →+ N) (e : M ≃+ N) : Mᵃᵒᵖ'],
    ["(f : R →+* S) : f ⁻¹' s = s", "(f : R →+* S) : f ⁻¹' s = s"],
    [': g • x = x', ': g +ᵥ x = x'],
    ['(u : Mˣ) : u = 1', '(u : (AddUnits M)) : u = 0'],
    [': Function.Injective (a * ·)', ': Function.Injective (a + ·)'],
    [': {x | x ≠ 1} = s', ': {x | x ≠ 0} = s'],
    [': (Subgroup.closure s).mul_left = h.inv_one', ': (AddSubgroup.closure s).add_left = h.neg_zero'],
    [': Nat.mul_one = Prod.fst', ': Nat.mul_one = Prod.fst'],
    [': Fin (n + 1) → M', ': Fin (n + 1) → M'],
    [': (fun p : M × M => p.1 * p.2.1) = 1', ': (fun p : M × M => p.1 + p.2.1) = 0'],
    ['(f g : M × M) : (f g).1 * 1 = f.1', '(f g : M × M) : (f g).1 + 0 = f.1'],
    ['{M : Type*} (f : M) : f*f = 1', '{M : Type*} (f : M) : f+f = 0'],
    ['(f : ℕ → M) (g : M → M) : f 1 * g 1 = 1', '(f : ℕ → M) (g : M → M) : f 1 + g 0 = 0'],
    ['(f : Fin (n + 1) → M) : f 0 * f 1 = 1', '(f : Fin (n + 1) → M) : f 0 + f 1 = 0'],
    ['', ''],
  ])('%s', (source, target) => expect(additive(source)).toBe(target));

  it('takes the translation of a field from the type of the variable', () => {
    expect(additive('(H : Subgroup G) : H.mulSupport = k.mulSupport')).toBe(
      '(H : AddSubgroup G) : H.support = k.addSupport',
    );
    const variables = ['{H K : Subgroup G}', '(n : ℕ)', '(u : Fin (k + 1) → M)'];
    expect(additive(': u 1 = 1', { variables })).toBe(': u 1 = 0');
    expect(additive(': H.mulSupport.mulOne = n * K.mulSupport', { variables })).toBe(
      ': H.support.addZero = n * K.support',
    );
    // A binder of the statement hides a variable.
    expect(additive('(H : Monoid G) : H.mulSupport', { variables })).toBe('(H : AddMonoid G) : H.addSupport');
  });

  it('resolves names by namespace and open namespaces', () => {
    expect(additive(': closure s = prod s f', { namespace: 'Subgroup.Extra', opens: ['Finset'] })).toBe(
      ': closure s = sum s f',
    );
  });

  it('keeps operations on number variables of the section', () => {
    expect(additive(': n * m = 1', { variables: ['(n m : ℕ)'] })).toBe(': n * m = 1');
  });

  it('keeps the structure on variables that are not translated', () => {
    expect(additive('[Monoid R] [Group G] : True', { dontTranslate: ['R'] })).toBe('[Monoid R] [AddGroup G] : True');
  });
});

describe('to_dual', () => {
  it.each([
    [': a ⊓ b ≤ a', ': a ≤ a ⊔ b'],
    ['(h : a < b) : ¬ b ≤ a', '(h : b < a) : ¬ a ≤ b'],
    [': ∀ x ≤ a, x ⊔ b = ⊤', ': ∀ x ≥ a, x ⊓ b = ⊥'],
    [': a ≤ b → b ≤ c → a ≤ c', ': b ≤ a → c ≤ b → c ≤ a'],
    [': ⨆ i, f i ≤ a ↔ ∀ i, f i ≤ a', ': a ≤ ⨅ i, f i ↔ ∀ i, a ≤ f i'],
    [': ⨆ i ∈ s, a ⊓ f i ≤ a ⊓ ⨆ i ∈ s, f i', ': a ⊔ ⨅ i ∈ s, f i ≤ ⨅ i ∈ s, a ⊔ f i'],
    [': 𝓝[≤] a = 𝓝[<] a', ': 𝓝[≥] a = 𝓝[>] a'],
    [': (· ≤ a) = (a < ·)', ': (a ≤ ·) = (· < a)'],
    [': Set.Ioc a b ⊆ Set.Icc a b', ': Set.Ico b a ⊆ Set.Icc b a'],
    ['(f : X ⟶ Y) (g : Y ⟶ Z) [Mono f] : f ≫ g = 0', '(f : Y ⟶ X) (g : Z ⟶ Y) [Epi f] : g ≫ f = 0'],
    [': f ≫ g ≫ h = k', ': (h ≫ g) ≫ f = k'],
    [': IsMin (h.inf_le a)', ': IsMax (h.sup_le a)'],
    [': f <$> a = b', ': f <$> a = b'],
    [': a ⊓ b ⊔ c = a', ': (a ⊔ b) ⊓ c = a'],
    [': a ⊓ (b ⊔ c) = a ⊓ b ⊔ a ⊓ c', ': a ⊔ (b ⊓ c) = (a ⊔ b) ⊓ (a ⊔ c)'],
    [': ⨅ n, ⨆ i ≥ n, f i = a', ': ⨆ n, ⨅ i ≤ n, f i = a'],
    [': a ≤ b ⇨ c ↔ a ⊓ b ≤ c', ': c \\ b ≤ a ↔ c ≤ a ⊔ b'],
    ['(m n : ℕ) (h : m < n) : a ≤ b', '(m n : ℕ) (h : m < n) : b ≤ a'],
  ])('%s', (source, target) => expect(dual(source)).toBe(target));

  it('is its own inverse on lattice statements', () => {
    const { statement } = fc.letrec<{ term: string; statement: string }>((tie) => ({
      term: fc.oneof(
        { maxDepth: 4 },
        fc.constantFrom('a', 'b', 'c', '⊤', '⊥'),
        fc.tuple(tie('term'), fc.constantFrom('⊔', '⊓'), tie('term')).map(([x, op, y]) => `(${x} ${op} ${y})`),
      ),
      statement: fc
        .tuple(tie('term'), fc.constantFrom('≤', '<', '='), tie('term'))
        .map(([x, op, y]) => `: ${x} ${op} ${y}`),
    }));
    fc.assert(fc.property(statement, (text) => dual(dual(text)) === text));
  });
});

it('StatementTranslator never throws and keeps text without brackets balanced', () => {
  const balance = (text: string) =>
    [...text].reduce((depth, one) => depth + Number('([{'.includes(one)) - Number(')]}'.includes(one)), 0);
  const text = fc.string({ unit: fc.constantFrom(...'()[]{}:,=≤*^⁻¹/∏∑⨆→≫⊔· abn1'), maxLength: 40 });
  fc.assert(
    fc.property(text, (source) => {
      for (const translate of [additive, dual]) {
        const target = translate(source);
        if (/^[^()[\]{}]*$/.test(source)) expect(balance(target)).toBe(0);
      }
    }),
  );
});
