/** Random text that resembles Lean: pieces of the fixtures and of Lean's syntax, in any order. */
import { readdirSync, readFileSync } from 'node:fs';
import fc from 'fast-check';

const TRAPS = new URL('../../fixtures/lean/traps/', import.meta.url);
const FIXTURES = readdirSync(TRAPS).map((file) => readFileSync(new URL(file, TRAPS), 'utf8'));
const LINES = FIXTURES.flatMap((text) => text.split('\n'));
const PIECES = [
  '/-',
  '-/',
  '/--',
  '/-!',
  '--',
  '"',
  '\\',
  "'",
  '«',
  '»',
  '@[',
  ']',
  '(',
  ')',
  '⟨',
  '⟩',
  '{',
  '}',
  '|',
  ':=',
  '=>',
  ':',
  ',',
  '.',
  '.{',
  'theorem',
  'instance',
  'structure',
  'inductive',
  'class',
  'where',
  'deriving',
  'extends',
  'alias',
  'namespace',
  'section',
  'end',
  'mutual',
  'open',
  'variable',
  'in',
  'attribute',
  'notation',
  'infixl:65',
  'irreducible_def',
  'let',
  'fun',
  '∀',
  '→',
  '×',
  '::',
  'private',
  'public',
  'foo',
  'Foo.bar',
  'x',
  '₁',
  '`',
  '``',
  '```',
  '* `Foo.bar`: it is',
  '\n',
  '\n\n',
  '\r\n',
  '\t',
  '  ',
  ' ',
  '\uD835',
  '𝓝',
  '\u0000',
  'r#"',
  '#',
];

export function leanText(): fc.Arbitrary<string> {
  const piece = fc.oneof(
    { weight: 3, arbitrary: fc.constantFrom(...PIECES) },
    { weight: 3, arbitrary: fc.constantFrom(...LINES).map((line) => `${line}\n`) },
    { weight: 1, arbitrary: fc.constantFrom(...FIXTURES) },
  );
  return fc.array(piece, { maxLength: 40 }).map((pieces) => pieces.join(''));
}

/** A fixture with a section removed or copied to another place. */
export function splicedFixture(): fc.Arbitrary<string> {
  return fc
    .record({ text: fc.constantFrom(...FIXTURES), cut: fc.tuple(fc.nat(), fc.nat(), fc.nat()), keeps: fc.boolean() })
    .map(({ text, cut: [a, b, c], keeps }) => {
      const [from, to] = [a % (text.length + 1), b % (text.length + 1)].toSorted((x, y) => x - y) as [number, number];
      const rest = keeps ? text : text.slice(0, from) + text.slice(to);
      const at = c % (rest.length + 1);
      return rest.slice(0, at) + text.slice(from, to) + rest.slice(at);
    });
}
