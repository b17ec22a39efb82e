import fc from 'fast-check';
import { expect, test } from 'vitest';
import { alignStatements, localsOf } from '../../../src/prove/templates/align-statements.ts';

const entries = (map: ReadonlyMap<string, string>): Record<string, string> => Object.fromEntries(map);

test('finds local names and constants in the same places', () => {
  const { locals, constants } = alignStatements(
    'a b : Nat\nh : le a b\n⊢ le (succ a) (succ b)',
    'm n : Nat\nk : le m n\n⊢ le (double m) (double n)',
  );
  expect(entries(locals)).toEqual({ a: 'm', b: 'n', h: 'k' });
  expect(entries(constants)).toEqual({ succ: 'double' });
});

test('leaves out what is equal or has no partner', () => {
  const { locals, constants } = alignStatements('a : Nat\n⊢ foo a = bar', '⊢ foo zero = bar');
  expect([entries(locals), entries(constants)]).toEqual([{}, {}]);
});

test('reads the names before the colons, also of instances and values', () => {
  expect([...localsOf('α β : Type\ninst✝ : Group α\nx : α := one\n⊢ p x : q')]).toEqual(['α', 'β', 'inst✝', 'x']);
});

test('a renamed statement is aligned with the renaming', () => {
  const names = fc.uniqueArray(fc.stringMatching(/^[a-z]{2,4}$/u), { minLength: 3, maxLength: 3 });
  const types = fc.array(fc.constantFrom('Foo', 'Bar'), { minLength: 3, maxLength: 3 });
  fc.assert(
    fc.property(names, names, types, (from, to, kinds) => {
      const goal = (of: string[]): string =>
        `${of.map((name, at) => `${name} : ${kinds[at]!}`).join('\n')}\n⊢ Rel ${of.join(' ')} → Other ${of[0]!}`;
      expect(entries(alignStatements(goal(from), goal(to)).locals)).toEqual(
        Object.fromEntries(from.map((name, at) => [name, to[at]])),
      );
    }),
  );
});
