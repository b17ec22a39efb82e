import { describe, expect, it } from 'vitest';
import type { Notation } from '../../../src/lean/declaration.ts';
import { makeNotationTable } from '../../../src/lean/term/notation-table.ts';
import { StatementReader, type StatementSource } from '../../../src/lean/term/statement.ts';
import { print } from '../../../src/lean/term/term.ts';

const reader = new StatementReader(makeNotationTable([]));

function read(type: string, rest: Partial<StatementSource> = {}) {
  const statement = reader.read({ type, variables: [], namespace: '', opens: [], module: null, ...rest });
  return {
    premises: statement.premises.map(print),
    conclusion: statement.conclusion === null ? null : print(statement.conclusion),
  };
}

describe('StatementReader', () => {
  it('returns binders and the left sides of arrows as premises, in order', () => {
    expect(read('{a b : ℕ} (h : a ∣ b) [Foo a] : ∀ c, b ∣ c → a ∣ c')).toEqual({
      premises: ['Nat', 'Nat', '(Dvd.dvd a b)', '(Foo a)', '_', '(Dvd.dvd b c)'],
      conclusion: '(Dvd.dvd a c)',
    });
  });

  it("reads fields of bound variables with the variables' types", () => {
    expect(read('(s : Finset α) (x : ι) : s.card = x.foo').conclusion).toBe('(Eq s.card x.foo)');
    const { conclusion } = reader.read({
      type: '(s : Finset α) : s.card = 0',
      variables: [],
      namespace: '',
      opens: [],
      module: null,
    });
    expect(conclusion?.args[0]?.head).toBe('Finset.card');
  });

  it('puts the binders of variables before those of the signature', () => {
    const variables = ['(R : Type*)', '[Ring R]', '{x y : R}'];
    expect(read('(n : Nat) : x + y = y + x', { variables }).premises).toEqual(['Type', '(Ring R)', 'R', 'R', 'Nat']);
  });

  it('does not reuse a cached variable group if earlier names have another meaning', () => {
    const scopes = [['[t : Top Y]'], ['{Y : Type*}', '[t : Top Y]'], ['{Y : Foo}', '[t : Top Y.carrier]']];
    const parsed = (one: StatementReader, variables: string[]): string[] =>
      one
        .read({ type: ': t = t', variables, namespace: '', opens: [], module: null })
        .variables.flatMap(({ bound }) => bound.map(({ type }) => print(type)));
    const shared = new StatementReader(makeNotationTable([]));
    for (const variables of [...scopes, ...scopes.toReversed()])
      expect(parsed(shared, variables)).toEqual(parsed(new StatementReader(makeNotationTable([])), variables));
    expect(parsed(shared, scopes[0]!)).toEqual(['(Top Y)']);
    expect(parsed(shared, scopes[1]!)).toEqual(['Type', '(Top Y)']);
  });

  it('reads local notations that contain each other independently of the order of use', () => {
    const local = (token: string, expansion: string, line: number): Notation => ({
      ...{ kind: 'notation', precedence: null, head: null, scope: 'local', namespace: '', module: 'M' },
      ...{ parts: [{ token }], expansion, line },
    });
    const notations = [
      local('Z', 'pullback f', 1),
      local('g', 'fst Z', 2),
      local('Y', 'pushout g', 3),
      local('Z', 'pullback Y', 4),
    ];
    const conclusions = (types: string[]): (string | null)[] => {
      const one = new StatementReader(makeNotationTable(notations));
      return types.map((type) => {
        const { conclusion } = one.read({ type, variables: [], namespace: '', opens: [], module: 'M' });
        return conclusion === null ? null : print(conclusion);
      });
    };
    const types = [': P Z', ': P g', ': P Y'];
    expect(conclusions(types)).toEqual(conclusions(types.toReversed()).toReversed());
    expect(conclusions(types)[1]).toBe('(P (fst (pullback f)))');
  });

  it('does not reuse a cached variable if another notation is open, or local to another module', () => {
    const plus = (expansion: string, rest: Partial<Notation>): Notation => ({
      ...{ kind: 'infixl', precedence: 65, head: null, scope: 'scoped', namespace: '', module: 'M', line: 1 },
      ...{ parts: [{ token: ' ⊞ ' }], expansion, ...rest },
    });
    const table = makeNotationTable([
      plus('Left.add', { namespace: 'Left' }),
      plus('Right.add', { namespace: 'Right' }),
      plus('Here.add', { scope: 'local', module: 'Here' }),
    ]);
    const places = [
      { opens: ['Left'], module: 'M' },
      { opens: ['Right'], module: 'M' },
      { opens: ['Right'], module: 'Here' },
    ];
    const premises = (one: StatementReader, place: (typeof places)[number]): string[] =>
      one
        .read({ type: ': P h', variables: ['(h : Q (a ⊞ b))'], namespace: 'N', ...place })
        .premises.map((premise) => print(premise));
    const shared = new StatementReader(table);
    for (const place of [...places, ...places.toReversed()])
      expect(premises(shared, place)).toEqual(premises(new StatementReader(table), place));
    expect(places.map((place) => premises(shared, place)[0])).toEqual([
      '(Q (Left.add a b))',
      '(Q (Right.add a b))',
      '(Q (Here.add a b))',
    ]);
  });

  it('binds no name from an instance that is a function', () => {
    const [premise] = read('[DecidablePred fun x : R ↦ x = 0] : P').premises;
    expect(premise).toBe('(DecidablePred (fun (x : R) => (Eq x 0)))');
  });

  it('has no conclusion without a written type, and skips the extends clause of a structure', () => {
    expect(read('(n : ℕ)').conclusion).toBeNull();
    expect(read('(n : ℕ) extends Foo n : Prop').conclusion).toBe('Prop');
  });
});
