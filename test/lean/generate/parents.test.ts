import { expect, test } from 'vitest';
import { expandTexts } from './expanded-fixture.ts';

test('a parent written as a notation of another file gives its projection, but no fields', () => {
  const { byName } = expandTexts({
    Arrows: `
namespace Shelf
structure Arrow (α β : Type) where
  run : α → β
infixr:25 " ⇝ₛ " => Arrow
end Shelf
`,
    Doubles: `
import Arrows
open Shelf
structure Double (α β : Type) extends α ⇝ₛ β, Other where
  back : β → α
`,
  });
  expect([...byName.keys()]).toEqual(['Double.toArrow']);
  expect(byName.get('Double.toArrow')).toMatchObject({
    kind: 'field',
    origin: 'notation_parent',
    from: 'Double',
    signature: 'field Double.toArrow : α ⇝ₛ β',
    line: 4,
  });
});
