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

  it('are guesses, with simp and what (attr := …) adds', () => {
    const { byName } = expandTexts({
      Maps: `${STRUCTURES}@[simps (attr := norm_cast)] def Map.here : Map A A := sorry`,
    });
    expect(byName.get('Map.here_apply')).toMatchObject({ isApproximate: true, from: 'Map.here', kind: 'theorem' });
    expect(byName.get('Map.here_apply')!.attributes.map(({ name }) => name)).toEqual(['simp', 'norm_cast']);
  });
});

it('pairs the lemmas of a translation', () => {
  const { byName } = expandTexts({
    Words: 'namespace T.ToAdditive\ndef nameDict := .ofList [("mul", ["Add"])]\nend T.ToAdditive',
    Maps: `import Words\n${STRUCTURES}@[to_additive (attr := simps apply)] def mulMap : Map A A := sorry\n
@[to_additive] theorem mulMap_apply.useful : True := sorry`,
  });
  expect([...byName.keys()]).toEqual(['addMap', 'mulMap_apply', 'addMap_apply', 'addMap_apply.useful']);
});
