/** What holds for every input of the reader. */
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import type { FileFacts } from '../../src/lean/declaration.ts';
import { readLeanFile } from '../../src/lean/read-file.ts';
import { leanText, splicedFixture } from './lean-text.ts';

function checkFacts(text: string, facts: FileFacts): void {
  const lines = text.split('\n').length;
  for (const declaration of facts.declarations) {
    const { name, signature, typeAt, body, line, endLine } = declaration;
    expect(signature).not.toMatch(/\n/);
    expect(body).not.toMatch(/\n/);
    expect(typeAt).toBeLessThanOrEqual(signature.length);
    expect(line).toBeGreaterThanOrEqual(1);
    expect(endLine).toBeGreaterThanOrEqual(line);
    expect(endLine).toBeLessThanOrEqual(lines);
    expect(name).not.toBe('');
    expect(name).not.toMatch(/[«»]/);
  }
  for (const { line } of [...facts.mentions, ...facts.problems, ...facts.notations]) {
    expect(line).toBeGreaterThanOrEqual(1);
    expect(line).toBeLessThanOrEqual(lines);
  }
  const places = [...facts.identifiers];
  // Start and end in turns: each identifier has a length, and none begins before the last one ends.
  expect(places.every((place, i) => i === 0 || (i % 2 === 0 ? place >= places[i - 1]! : place > places[i - 1]!))).toBe(
    true,
  );
}

describe('any text', () => {
  test('is read without an exception, and the facts hang together', () => {
    fc.assert(
      fc.property(fc.oneof(leanText(), splicedFixture(), fc.string({ unit: 'binary', maxLength: 300 })), (text) => {
        checkFacts(text, readLeanFile(text, 'M'));
      }),
      { numRuns: 600 },
    );
  });

  test('gives facts that survive JSON, the outline above all', () => {
    fc.assert(
      fc.property(leanText(), (text) => {
        const { outline, declarations } = readLeanFile(text, 'M');
        expect(JSON.parse(JSON.stringify({ outline, declarations }))).toEqual({ outline, declarations });
      }),
      { numRuns: 150 },
    );
  });

  test('a comment behind the code of each line changes nothing', () => {
    fc.assert(
      fc.property(splicedFixture(), (text) => {
        // Not within strings or comments, where it would be text.
        fc.pre(!/["«`]|\/-|-\//.test(text));
        const commented = readLeanFile(text.replaceAll(/(?<=\S)\n/g, ' -- theorem fake : False /- "\n'), 'M');
        const { declarations, outline } = readLeanFile(text, 'M');
        expect(commented.declarations).toEqual(declarations);
        expect(commented.outline).toEqual(outline);
      }),
      { numRuns: 300 },
    );
  });

  test.each([
    ['opening brackets', '('.repeat(200_000)],
    ['an instance in brackets', `instance : ${'('.repeat(50_000)}Foo${')'.repeat(50_000)} := x`],
    ['a long product', `instance : Foo (${'A × '.repeat(20_000)}A) := x`],
    ['open comments', '/-'.repeat(200_000)],
    ['closed comments', '/- -/'.repeat(100_000)],
    ['quotes', `theorem x : "${'\\"'.repeat(100_000)}`],
    ['names that are quoted and never closed', '«a'.repeat(500_000)],
    ['parts of names that are', 'a.«'.repeat(300_000)],
    ['raw strings that never close', 'r#"'.repeat(300_000)],
    ['bars', `theorem x : ${'| '.repeat(100_000)}`],
    ['bars on lines', `theorem x : ${'\n | x'.repeat(50_000)}`],
    ['quantifiers', `instance : ${'∀ x '.repeat(50_000)}`],
    ['attributes', '@['.repeat(100_000)],
    ['attributes on lines', '\n  @[simp]'.repeat(50_000)],
    ['prefixes', 'open A in\n'.repeat(20_000)],
    ['docstrings', '/-- `Foo.bar` -/\n'.repeat(50_000)],
    ['mentions', `/-!\n${'* `Foo.bar`: is `Baz.quux`.\n'.repeat(50_000)}-/`],
    ['blank lines in a doc', `/-!${' \n'.repeat(50_000)}\`Foo.bar\`-/`],
    ['ends', 'end A.B\n'.repeat(50_000)],
    ['one long line', `theorem x : ${'a + '.repeat(300_000)}b := c`],
  ])('%s cost no more than their length', (_, text) => {
    const started = performance.now();
    checkFacts('\n'.repeat(text.split('\n').length), readLeanFile(text, 'M'));
    expect(performance.now() - started).toBeLessThan(4000);
  });
});
