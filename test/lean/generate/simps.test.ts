import { describe, expect, it } from 'vitest';
import { expandTexts } from './expanded-fixture.ts';

const STRUCTURES = `
structure Map (A B : Type) where
  toFun : A → B

structure Pair (A B : Type) extends Map A B where
  back : Map B A
  inverse : ∀ a, back.toFun (toFun a) = a

def Nice (f : A → B) : Prop := True

structure Nice' (f : A → B) : Prop where
  yes : True

structure NiceMap (A B : Type) extends Map A B where
  nice : Nice toFun
  nice' : Nice' toFun
  injective : Function.Injective toFun
  weight : List A
  spread (a : A) : Nice toFun

structure Subset' (A : Type) where
  carrier : A → Prop
  closed : carrier = carrier

initialize_simps_projections Map (toFun → apply)
initialize_simps_projections Pair (toFun → apply, back_toFun → symm_apply, +toMap, as_prefix toMap)
initialize_simps_projections Subset' (carrier → coe, as_prefix coe)

notation:25 A " ⇌ " B => Pair A B
`;

function lemmasOf(text: string): string[] {
  const { byName } = expandTexts({ Maps: STRUCTURES + text });
  return [...byName.values()].filter(({ origin }) => origin === 'simps').map(({ name }) => name);
}

describe('simps with projections', () => {
  it.each([
    ['@[simps apply] def Map.here : Map A A := sorry', ['Map.here_apply']],
    ['@[simps! back_apply inverse] def Pair.here : Pair A A := sorry', ['Pair.here_back_apply', 'Pair.here_inverse']],
    ["@[simps coe] def Subset'.all : Subset' A := sorry", ["Subset'.coe_all"]],
    ['@[simps (nameStem := "stem") apply] def Map.there : Map A A := sorry', ['Map.stem_apply']],
    ['@[simps anything] def unknown : Stranger := sorry', ['unknown_anything']],
  ])('%s', (text, names) => expect(lemmasOf(text)).toEqual(names));
});

describe('simps without projections', () => {
  it.each([
    ['@[simps] def Map.here : Map A A := sorry', ['Map.here_apply']],
    ['@[simps] def Map.shift (n : Nat) : ∀ i : Nat, Map A A := sorry', ['Map.shift_apply']],
    ["@[simps] def Subset'.all : Subset' A := sorry", ["Subset'.coe_all"]],
    ['@[simps] def here : A ⇌ A := sorry', ['here_apply', 'here_back', 'toMap_here', 'here_symm_apply']],
    ['@[simps] def NiceMap.here : NiceMap A A := sorry', ['NiceMap.here_toFun', 'NiceMap.here_weight']],
    ['@[simps] def unknown : Stranger := sorry', []],
    ['namespace Map\n@[simps] instance : Map Nat Nat := sorry\nend Map', ['Map.apply_def']],
  ])('%s', (text, names) => expect(lemmasOf(text)).toEqual(names));

  it('generates approximate lemmas with simp and the attributes of (attr := …)', () => {
    const { byName } = expandTexts({
      Maps: `${STRUCTURES}@[simps (attr := norm_cast)] def Map.here : Map A A := sorry`,
    });
    expect(byName.get('Map.here_apply')).toMatchObject({ isApproximate: true, from: 'Map.here', kind: 'theorem' });
    expect(byName.get('Map.here_apply')!.attributes.map(({ name }) => name)).toEqual(['simp', 'norm_cast']);
  });
});

it('to_additive translates the lemmas of simps in pairs', () => {
  const { byName } = expandTexts({
    Words: 'namespace T.ToAdditive\ndef nameDict := .ofList [("mul", ["Add"])]\nend T.ToAdditive',
    Maps: `import Words\n${STRUCTURES}@[to_additive (attr := simps apply)] def mulMap : Map A A := sorry\n
@[to_additive] theorem mulMap_apply.useful : True := sorry`,
  });
  expect([...byName.keys()]).toEqual(['addMap', 'mulMap_apply', 'addMap_apply', 'addMap_apply.useful']);
});

describe('limits of the expansion', () => {
  const chain = (length: number): string =>
    `structure S0 where\n  x0 : Nat\n${Array.from({ length }, (_, i) => `structure S${i + 1} extends S${i} where\n  x${i + 1} : Nat\n`).join('')}`;

  it('generate at most about 10,000 names per module and report the problem once', () => {
    const uses = Array.from({ length: 90 }, (_, i) => `@[simps] def s${i} : S120 := sorry\n`).join('');
    const { modules } = expandTexts({ Many: chain(120) + uses, Other: '@[simps] def t : S7 := sorry' });
    const { declarations, problems } = modules.get('Many')!;
    // 121 each: the last attribute that starts below the limit is completed.
    expect(declarations).toHaveLength(121 * 83);
    expect(problems).toEqual([{ line: 326, message: 'attributes from here on are left out: they made 10000 names' }]);
    expect(modules.get('Other')?.declarations).toHaveLength(8);
  });

  it('give no lemmas for a structure with more than 300 ancestors and report it, for any order of queries', () => {
    const uses = (names: string[]): string =>
      names.map((name) => `@[simps] def to${name} : ${name} := sorry\n`).join('');
    const expand = (names: string[]) => {
      const { declarations, problems } = expandTexts({ Deep: chain(20_000) + uses(names) }).modules.get('Deep')!;
      return {
        made: declarations.map(({ name }) => name).toSorted(),
        problems: problems.map(({ message }) => message),
      };
    };
    const tooMany = (name: string): string => `simps is left out: ${name} extends more than 300 structures`;
    const { made, problems } = expand(['S20000', 'S3', 'S300', 'S301']);
    expect(made).toHaveLength(4 + 301);
    expect(problems).toEqual([tooMany('S20000'), tooMany('S301')]);
    expect(expand(['S300', 'S301', 'S3', 'S20000'])).toEqual({ made, problems: problems.toReversed() });
  });

  it('generate no name that is too long', () => {
    const { modules } = expandTexts({ Long: `@[to_additive ${'a'.repeat(1200)}] theorem mul_a : 1 = 1 := rfl` });
    const { declarations, problems } = modules.get('Long')!;
    expect(declarations).toEqual([]);
    expect(problems).toEqual([
      { line: 1, message: 'to_additive is left out: it makes a name of more than 1000 characters or 100 parts' },
    ]);
  });

  it('do not apply to shared ancestors, which are visited once', () => {
    const diamonds = Array.from(
      { length: 40 },
      (_, i) =>
        `structure A${i} extends S${i} where\n  a${i} : Nat\nstructure B${i} extends S${i} where\n  b${i} : Nat\nstructure S${i + 1} extends A${i}, B${i}\n`,
    ).join('');
    const { modules } = expandTexts({ Diamonds: `${chain(0)}${diamonds}@[simps] def s : S40 := sorry` });
    expect(modules.get('Diamonds')?.declarations).toHaveLength(81);
  });
});
