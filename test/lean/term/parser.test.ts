import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { Notation } from '../../../src/lean/declaration.ts';
import { Locals } from '../../../src/lean/term/context.ts';
import { makeNotationTable } from '../../../src/lean/term/notation-table.ts';
import { parseTerm } from '../../../src/lean/term/parser.ts';
import { print } from '../../../src/lean/term/term.ts';
import { cpuTime } from '../../cpu-time.ts';

function notation(fields: Partial<Notation> & Pick<Notation, 'parts' | 'expansion'>): Notation {
  return {
    kind: 'notation',
    precedence: null,
    head: null,
    scope: 'global',
    namespace: '',
    line: 1,
    module: 'M',
    ...fields,
  };
}

const NOTATIONS: Notation[] = [
  notation({ kind: 'infixr', parts: [{ token: '⟶' }], precedence: 10, expansion: 'Quiver.Hom' }),
  notation({
    parts: [
      { hole: 'A', precedence: 25 },
      { token: '→ₗ[' },
      { hole: 'R', precedence: 25 },
      { token: ']' },
      { hole: 'B', precedence: 0 },
    ],
    precedence: 25,
    expansion: 'Linear R A B',
    head: 'Linear',
  }),
  notation({
    parts: [
      { hole: 'a', precedence: 50 },
      { token: '≡' },
      { hole: 'b', precedence: 50 },
      { token: '[MOD' },
      { hole: 'n', precedence: 50 },
      { token: ']' },
    ],
    precedence: 50,
    expansion: 'ModEq n a b',
  }),
  notation({ parts: [{ hole: 'R', precedence: null }, { token: '[X]' }], precedence: 9000, expansion: 'Poly R' }),
  notation({ parts: [{ token: '𝓝' }], expansion: 'nhds', scope: 'scoped', namespace: 'Topology' }),
  notation({
    parts: [{ token: '𝓝[' }, { hole: 's', precedence: null }, { token: ']' }, { hole: 'x', precedence: 100 }],
    expansion: 'nhdsWithin x s',
    scope: 'scoped',
    namespace: 'Topology',
  }),
  notation({ parts: [{ token: 'ℝ≥0∞' }], expansion: 'ENNReal' }),
  notation({
    parts: [
      { token: "∑'[" },
      { hole: 'L', precedence: null },
      { token: ']' },
      { hole: '...', precedence: null },
      { token: ',' },
      { hole: 'r', precedence: 67 },
    ],
    expansion: 'tsum f L',
  }),
  notation({ kind: 'infixl', parts: [{ token: '⊗' }], precedence: 70, expansion: 'Tensor _' }),
  notation({ parts: [{ token: 'q' }], expansion: 'card K', scope: 'local', module: 'Elsewhere' }),
  notation({ parts: [{ token: 'π' }], expansion: 'Circle.pi', scope: 'scoped', namespace: 'Circle' }),
];
const TABLE = makeNotationTable(NOTATIONS);

function read(text: string, locals: string[] = [], open = ['Topology']): string {
  return print(
    parseTerm(text, {
      table: TABLE,
      locals: new Locals(new Map(locals.map((name) => [name, '']))),
      isOpen: (namespace) => open.includes(namespace),
      module: 'M',
    }),
  );
}

describe('parseTerm', () => {
  it.each([
    ['a + b * c', '(HAdd.hAdd a (HMul.hMul b c))'],
    ['a - b - c', '(HSub.hSub (HSub.hSub a b) c)'],
    ['a ^ b ^ c', '(HPow.hPow a (HPow.hPow b c))'],
    ['-a ^ 2', '(Neg.neg (HPow.hPow a 2))'],
    ['-a * b', '(HMul.hMul (Neg.neg a) b)'],
    ['f a⁻¹ b', '(f (Inv.inv a) b)'],
    ['a > b', '(LT.lt b a)'],
    ['a ∉ s', '(Not (Membership.mem s a))'],
    ['¬ a = b', '(Ne a b)'],
    ['p ∧ q ∨ r ↔ s', '(Iff (Or (And p q) r) s)'],
    ['f <| g x', '(f (g x))'],
    ['x |>.foo', 'x.foo'],
    ['(f x).bar y', '((f x).bar y)'],
    ['p.1 + (q).2', '(HAdd.hAdd p.fst q.snd)'],
  ])('precedence: %s', (text, tree) => expect(read(text, ['p'])).toBe(tree));

  it.each([
    ['∀ x, p x', '(∀ (x : _), (p x))'],
    ['∀ x ∈ s, p x', '(∀ (x : _), (∀ (_ : (Membership.mem s x)), (p x)))'],
    ['∃ x > 0, p x', '(Exists (fun (x : _) => (And (LT.lt 0 x) (p x))))'],
    ['∑ i ∈ s, f i * g i + c', '(HAdd.hAdd (Finset.sum s (fun (i : _) => (HMul.hMul (f i) (g i)))) c)'],
    ['∑ i, f i', '(Finset.sum Finset.univ f)'],
    ['⋃ i ∈ s, t i', '(Set.iUnion (fun (i : _) => (Set.iUnion (fun (_ : (Membership.mem s i)) => (t i)))))'],
    ['∫ x in s, f x ∂μ', '(MeasureTheory.integral (MeasureTheory.Measure.restrict μ s) f)'],
    ['∀ᶠ x in l, p x', '(Filter.Eventually p l)'],
    ["∑'[L] i, f i", '(tsum f L)'],
    ['fun x => f x', 'f'],
    ['fun x y ↦ y', '(fun (x : _) => (fun (y : _) => y))'],
    ['(· + 1)', '(fun (✝0 : _) => (HAdd.hAdd ✝0 1))'],
    ['(x : A) → B x', '(∀ (x : A), (B x))'],
    ['A → B → C', '(∀ (_ : A), (∀ (_ : B), C))'],
    ['{x | p x}', '(setOf p)'],
    ['{x ∈ s | p x}', '(setOf (fun (x : _) => (And (Membership.mem s x) (p x))))'],
    ['{x // p x}', '(Subtype p)'],
    ['{a, b}', '(Insert.insert a (Singleton.singleton b))'],
  ])('binders and sets: %s', (text, tree) => expect(read(text)).toBe(tree));

  it.each([
    ['X ⟶ Y', '(Quiver.Hom X Y)'],
    ['M →ₗ[R] N', '(Linear R M N)'],
    ['a ≡ b [MOD n]', '(ModEq n a b)'],
    ['f R[X]', '(f (Poly R))'],
    ['[X]', '(List.cons X List.nil)'],
    ['𝓝 x', '(nhds x)'],
    ['𝓝[s] x', '(nhdsWithin x s)'],
    ['ℝ≥0∞', 'ENNReal'],
    ['a ⊗ b', '(Tensor _ a b)'],
    ['‖f x‖ + |y|', '(HAdd.hAdd (Norm.norm (f x)) (abs y))'],
    ['⌊x⌋₊', '(Nat.floor x)'],
    ['(↑n : ℝ)', '((↑n) : Real)'],
    ['⇑f x', '(f x)'],
    ['@g a b', '(@g a b)'],
    ['if p then a else b', '(ite p a b)'],
  ])('notation: %s', (text, tree) => expect(read(text, ['f'])).toBe(tree));

  it('reads a local notation only in its module, and a scoped word only if it is open', () => {
    expect(read('q + π')).toBe('(HAdd.hAdd q π)');
    expect(read('q + π', [], ['Circle'])).toBe('(HAdd.hAdd q Circle.pi)');
    expect(read('q + π', ['π'], ['Circle'])).toBe('(HAdd.hAdd q π)');
  });

  it('reads a local notation that starts with a bound name only in its module', () => {
    const positive = notation({ parts: [{ token: 'α>0' }], expansion: 'Pos α', scope: 'local', module: 'M' });
    const table = makeNotationTable([...NOTATIONS, positive]);
    const readIn = (module: string): string =>
      print(parseTerm('f α>0 α', { table, locals: new Locals(new Map([['α', '']])), isOpen: () => true, module }));
    expect(readIn('M')).toBe('(f (Pos α) α)');
    expect(readIn('N')).toBe('(LT.lt (0 α) (f α))');
  });

  it('keeps unknown syntax as opaque and continues after it', () => {
    expect(read('a ⊛ b')).toBe('⟨⊛, a, b⟩');
    expect(read('f (by simp) b')).toBe('(f ⟨by⟩ b)');
  });

  /** Notations `♠0`, `♠1`, …; each expands to `expansion` applied to the previous one. */
  const chain = (count: number, hole: boolean, expansion: (before: string) => string): Notation[] =>
    Array.from({ length: count }, (_, i) =>
      notation({
        parts: [{ token: `♠${i}` }, ...(hole ? [{ hole: 'x', precedence: null }] : [])],
        expansion: i === 0 ? `f${hole ? ' x' : ''}` : expansion(`♠${i - 1}`),
      }),
    );
  const readWith = (notations: Notation[], text: string): string =>
    print(
      parseTerm(text, {
        table: makeNotationTable(notations),
        locals: new Locals(),
        isOpen: () => true,
        module: 'M',
      }),
    );

  it('distinguishes notations by late tokens, and counts only the dots of the match', () => {
    const rules = ['♣', '♦', '♥'].map((close) =>
      notation({ parts: [{ token: '♠' }, { hole: 'x', precedence: 0 }, { token: close }], expansion: `${close} x` }),
    );
    expect(readWith(rules, '♠ a + b ♥')).toBe(readWith(rules.slice(2), '♠ a + b ♥'));
    expect(readWith(rules, 'g (♠ · + · ♦) (· * ·)')).toBe(
      '(g (fun (✝0 : _) => (fun (✝1 : _) => ⟨♦, (HAdd.hAdd ✝0 ✝1)⟩)) HMul.hMul)',
    );
    expect(read('(‖·‖)')).toBe('Norm.norm');
    expect(read('(|· + ·)')).not.toContain('✝2');
  });

  it('expands nested notations, but not unboundedly', () => {
    expect(
      readWith(
        chain(6, false, (before) => `g ${before}`),
        '♠5',
      ),
    ).toBe('(g (g (g (g (g f)))))');
    const doubled = (before: string): string => `g ${before} ${before}`;
    expect(readWith(chain(4, false, doubled), '♠3').match(/f/g)).toHaveLength(8);
    expect(readWith(chain(60, false, doubled), '♠59 ♠3').length).toBeLessThan(2000);
    const twice = notation({ parts: [{ token: '♠' }, { hole: 'x', precedence: null }], expansion: 'g x x' });
    expect(readWith([twice], '♠ ♠ a')).toBe('(g (g a a) (g a a))');
    expect(readWith([twice], '♠ '.repeat(60) + 'a').length).toBeLessThan(100_000);
    const bound = notation({
      parts: [{ token: '♠' }, { hole: '...', precedence: null }, { token: ',' }, { hole: 'r', precedence: 0 }],
      expansion: 'g f f',
    });
    expect(readWith([bound], `♠ ${'x '.repeat(60)}, a`).length).toBeLessThan(100_000);
  });

  it('expands nested notations independently of their order of use', () => {
    const notations = [
      ...chain(40, false, (before) => `g ${before}`),
      notation({ parts: [{ token: '♣A' }], expansion: 'g ♣B' }),
      notation({ parts: [{ token: '♣B' }], expansion: 'g ♣A ♠3' }),
    ];
    const texts = ['♠39', '♠20', '♠3', '♣A', '♣B'];
    const readAll = (order: string[]): Map<string, string> => {
      const table = makeNotationTable(notations);
      const context = { table, locals: new Locals(), isOpen: () => true, module: 'M' };
      return new Map(order.map((text) => [text, print(parseTerm(text, context))]));
    };
    const all = readAll(texts);
    expect(all.get('♠39')?.match(/g/g)).toHaveLength(39);
    expect(new Map([...readAll(texts.toReversed())].toReversed())).toEqual(all);
  });

  it('builds no tree that is too deep to traverse', () => {
    const many = 20_000;
    const names = Array.from({ length: many }, (_, i) => `a${i}`).join(' ');
    const list = `${'a, '.repeat(many)}b`;
    for (const text of [
      ...[`[${list}]`, `(${list})`, `{${list}}`, `(f ${'· '.repeat(many)})`, `x${'.y'.repeat(many)}`],
      ...[`fun ${names} => b`, `∃ ${names}, b`, `∑ ${names}, b`, `∀ ${names} : N, b`, `(${names} : N) → b`],
    ])
      expect(read(text, ['x']).length).toBeGreaterThan(0);
    const postfix = chain(12, true, (before) => `g (g (g (g (g (${before} x)))))`);
    expect(readWith(postfix, `${'♠11 '.repeat(190)}a`).length).toBeGreaterThan(0);
    expect(
      readWith(
        chain(5000, false, (before) => before),
        '♠4999',
      ),
    ).toBe('f');
  });

  const word = fc.constantFrom(
    'a',
    'f',
    'x',
    'Foo.bar',
    'ℕ',
    '_',
    '?a',
    '2',
    '(',
    ')',
    '[',
    ']',
    '{',
    '}',
    '⟨',
    '⟩',
    '+',
    '*',
    '-',
    '=',
    '∀',
    '∃',
    '∑',
    'fun',
    'λ',
    ',',
    '→',
    '=>',
    '↦',
    ':',
    ':=',
    '|',
    '‖',
    '¬',
    '∈',
    '∂',
    'if',
    'then',
    'let',
    'by',
    '.',
    '@',
    '↑',
    '·',
    '[MOD',
    "∑'[",
    '𝓝[',
    '"s',
    '⟶',
    '⦃',
    '∫',
    'in',
    '..',
  );

  it('never throws and always ends, for any text', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary', maxLength: 60 }), (text) => typeof read(text) === 'string'),
      { numRuns: 500 },
    );
    fc.assert(
      fc.property(
        fc.array(word, { maxLength: 40 }),
        fc.constantFrom('', ' '),
        (words, space) => typeof read(words.join(space)) === 'string',
      ),
      { numRuns: 2000 },
    );
  });

  it('takes linear time on deep and long input', () => {
    const late = ['♦', '♥'].map((close) =>
      notation({
        parts: [{ token: '♠' }, { hole: 'x', precedence: 0 }, { token: close }, { hole: 'y', precedence: 0 }],
        expansion: 'g x y',
      }),
    );
    const interval = notation({
      parts: [
        { token: '[[' },
        { hole: 'x', precedence: 0 },
        { token: ',' },
        { hole: 'y', precedence: 0 },
        { token: ']]' },
      ],
      expansion: 'g x y',
    });
    const started = cpuTime();
    readWith([interval], `${'['.repeat(10_000)}a${']'.repeat(10_000)}`);
    readWith(late, `(f ⟨${'·, '.repeat(20_000)}${'♠ a ♥ b, '.repeat(10_000)}c⟩)`);
    read(`∀ ${'a '.repeat(1100)} ∈ ⟨${'b, '.repeat(50_000)}b⟩, f = f`);
    for (const text of [
      '('.repeat(50_000),
      '⟪'.repeat(50_000),
      'a → '.repeat(20_000),
      '[[MOD '.repeat(20_000),
      '∑ '.repeat(20_000),
      '‖'.repeat(20_000),
      `${'('.repeat(150)}a${`${' + a'.repeat(300)})`.repeat(150)}`,
    ])
      read(text);
    expect(cpuTime() - started).toBeLessThan(5000);
  });

  it('prints text that parses to the same tree', () => {
    const name = fc.constantFrom('a', 'b', 'Foo.bar', 'g');
    const { tree } = fc.letrec<{ tree: string }>((tie) => ({
      tree: fc.oneof(
        { depthSize: 'small', withCrossShrink: true },
        name,
        fc.constantFrom('1', '2', '_'),
        fc.tuple(name, tie('tree'), tie('tree')).map(([f, a, b]) => `(${f} ${a} ${b})`),
        fc.tuple(tie('tree'), tie('tree')).map(([a, b]) => `(${a} + ${b})`),
        fc.tuple(tie('tree'), tie('tree')).map(([a, b]) => `(${a} → ${b})`),
        fc.tuple(tie('tree')).map(([a]) => `(∀ x, g x ${a})`),
        fc.tuple(tie('tree')).map(([a]) => `(∑ i ∈ b, g i ${a})`),
        fc.tuple(tie('tree')).map(([a]) => `(${a} : ℕ)`),
      ),
    }));
    fc.assert(
      fc.property(tree, (text) => {
        const once = read(text);
        expect(read(once)).toBe(once);
      }),
      { numRuns: 500 },
    );
  });
});
