/** Properties of the reader that hold for every input. */
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import type { FileFacts } from '../../src/lean/declaration.ts';
import { CURRENT_BINDER_RULES } from '../../src/lean/binder-rules.ts';
import { readLeanFile } from '../../src/lean/read-file.ts';
import { leanText, splicedFixture } from './lean-text.ts';
import { cpuTime } from '../cpu-time.ts';

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
  // Alternating start and end: identifiers are non-empty and do not overlap.
  expect(places.every((place, i) => i === 0 || (i % 2 === 0 ? place >= places[i - 1]! : place > places[i - 1]!))).toBe(
    true,
  );
}

const many = (count: number, make: (i: number) => string): string =>
  Array.from({ length: count }, (_, i) => make(i)).join('');

describe('readLeanFile limits what declarations of a file share', () => {
  const namesOf = (facts: FileFacts): string[] => facts.declarations.map(({ name }) => name);

  test('declarations in more than 100 nested namespaces are skipped and reported, outer ones are kept', () => {
    const inside = `theorem x : 1 = 1 := rfl\n/-- See \`foo\`. -/\ninstance : Inhabited Nat := foo\n`;
    const facts = readLeanFile(`${'namespace A\n'.repeat(99)}${inside}namespace A.A\n${inside}end A.A\n${inside}`, 'M');
    const prefix = 'A.'.repeat(99);
    expect(namesOf(facts)).toEqual(
      [1, 2].flatMap((i) => [`${prefix}x`, `${prefix}instInhabitedNat${i === 2 ? '_1' : ''}`]),
    );
    expect(facts.problems).toEqual([
      {
        line: 103,
        message: 'declarations in this namespace are skipped: it has a name of more than 1000 characters or 100 parts',
      },
    ]);
  });

  test('declarations with a name that is too long are skipped, with their members', () => {
    const long = 'a'.repeat(1001);
    const facts = readLeanFile(`structure ${long} where\n  x : Nat\nalias ${long} := b\ntheorem c : 1 = 1 := rfl`, 'M');
    expect(namesOf(facts)).toEqual(['c']);
    expect(facts.problems.map(({ line }) => line)).toEqual([1, 3]);
    expect(facts.outline.steps).toEqual([]);
  });

  test('at most 300 variables are in scope', () => {
    const facts = readLeanFile(
      `variable ${many(299, (i) => `(a${i} : Nat) `)}\nvariable (b : Nat)\n  (c : Nat)\ntheorem x : b = c := z\n`,
      'M',
    );
    expect(facts.declarations[0]?.variables).toEqual(['(b : Nat)']);
    expect(facts.problems).toEqual([
      { line: 3, message: 'variables are left out: more than 300 variables or 10000 characters of them in scope' },
    ]);
  });

  test('variables in scope have at most 10,000 characters', () => {
    const facts = readLeanFile(
      `variable (a : ${'F '.repeat(6000)})\nvariable (b : Nat)\ntheorem x : a = b := z\n`,
      'M',
    );
    expect(facts.declarations[0]?.variables).toEqual(['(b : Nat)']);
    expect(facts.problems.map(({ line }) => line)).toEqual([1]);
  });

  test('at most 300 namespaces are open', () => {
    const facts = readLeanFile(`${many(300, (i) => `open A${i}\n`)}open B\nopen A7\ntheorem x : 1 = 1 := rfl\n`, 'M');
    expect(facts.declarations[0]?.opens).toHaveLength(300);
    expect(facts.problems).toEqual([
      { line: 301, message: 'namespaces are not opened: more than 300 or 10000 characters of them open' },
    ]);
  });
});

describe('readLeanFile limits repeated content', () => {
  const names = many(3000, (i) => `a${i} `);
  test.each([
    [
      'instances of many classes for many types',
      `deriving instance ${many(2500, (i) => `C${i}, `)}C for ${many(2500, (i) => `T${i}, `)}T`,
    ],
    ['fields of a long type', `structure S where\n  (${many(12_000, (i) => `a${i} `)}: ${'F '.repeat(50_000)})`],
    ['fields with a long docstring', `structure S where\n  /-- ${'doc '.repeat(20_000)}-/ (${names}: F)`],
    ['fields with many attributes', `structure S where\n  @[${many(4000, (i) => `attr${i}, `)}a] (${names}: F)`],
  ])('output is limited and the limit reported: %s', (_, text) => {
    const started = cpuTime();
    const { declarations, problems } = readLeanFile(text, 'M');
    // Milliseconds. Quadratic time would be minutes; slow machines need more than 4,000.
    expect(cpuTime() - started).toBeLessThan(12_000);
    expect(problems.map(({ message }) => message)).toEqual(['rest of file skipped: declarations are too large']);
    const units = declarations.reduce((sum, { signature, doc }) => sum + signature.length + (doc?.length ?? 0), 0);
    expect(units).toBeLessThan(20_000_000);
  });

  test('headings have a maximum length', () => {
    const facts = readLeanFile(`/-! # ${'title '.repeat(5000)}-/\n/-! # ${'part '.repeat(5000)}-/\naxiom a : b`, 'M');
    expect([facts.title, facts.declarations[0]?.section].map((text) => text?.length)).toEqual([500, 500]);
  });
});

describe('readLeanFile for any text', () => {
  test('throws no exception and returns consistent facts', () => {
    fc.assert(
      fc.property(fc.oneof(leanText(), splicedFixture(), fc.string({ unit: 'binary', maxLength: 300 })), (text) => {
        checkFacts(text, readLeanFile(text, 'M'));
      }),
      { numRuns: 600 },
    );
  });

  test('returns declarations and an outline that survive JSON', () => {
    fc.assert(
      fc.property(leanText(), (text) => {
        const { outline, declarations } = readLeanFile(text, 'M');
        expect(JSON.parse(JSON.stringify({ outline, declarations }))).toEqual({ outline, declarations });
      }),
      { numRuns: 150 },
    );
  });

  test('returns the same facts after adding a comment at the end of each line', () => {
    fc.assert(
      fc.property(splicedFixture(), (text) => {
        // Not inside strings or comments, where it would be text.
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
    ['quoted names that are never closed', '«a'.repeat(500_000)],
    ['quoted name parts that are never closed', 'a.«'.repeat(300_000)],
    ['raw strings that are never closed', 'r#"'.repeat(300_000)],
    ['bars', `theorem x : ${'| '.repeat(100_000)}`],
    ['bars on lines', `theorem x : ${'\n | x'.repeat(50_000)}`],
    ['quantifiers', `instance : ${'∀ x '.repeat(50_000)}`],
    ['attributes', '@['.repeat(100_000)],
    ['attributes on lines', '\n  @[simp]'.repeat(50_000)],
    ['prefixes', 'open A in\n'.repeat(20_000)],
    ['prefixes on one line', `${'open A in '.repeat(100_000)}theorem x : y := z`],
    ['nested namespaces', 'namespace A\ntheorem x : y := z\n'.repeat(20_000)],
    ['variables of variables', many(8000, (i) => `variable (a${i + 1} : F a${i})\ntheorem t${i} : p a${i} := z\n`)],
    ['variables of one command', `variable ${many(20_000, (i) => `(a${i} : F)`)}\n${'theorem x : y := z\n'.repeat(9)}`],
    ['binders that hide a variable', `variable (x : A)\ntheorem t : ${'∀ x '.repeat(50_000)}`],
    ['functions that hide a variable', `variable (x : A)\ntheorem t : ${'fun x '.repeat(50_000)}`],
    ['patterns of tactics', `variable (x : A)\ndef t : A := ${'intro x '.repeat(50_000)}`],
    ['set builders of a variable', `variable (x : A)\ntheorem t : ${'{x : '.repeat(50_000)}`],
    ['arrows of a variable', `variable (x : A)\ntheorem t : ${'(x : '.repeat(50_000)}`],
    ['alternatives of a variable', `variable (x : A)\ndef t : A → A ${'| x => '.repeat(50_000)}`],
    ['open namespaces', many(8000, (i) => `open A${i}\nalias f${i} := g${i}\n`)],
    ['docstrings', '/-- `Foo.bar` -/\n'.repeat(50_000)],
    ['mentions', `/-!\n${'* `Foo.bar`: is `Baz.quux`.\n'.repeat(50_000)}-/`],
    ['blank lines in a doc', `/-!${' \n'.repeat(50_000)}\`Foo.bar\`-/`],
    ['ends', 'end A.B\n'.repeat(50_000)],
    ['one long line', `theorem x : ${'a + '.repeat(300_000)}b := c`],
  ])('takes linear time for %s', (_, text) => {
    const started = cpuTime();
    checkFacts(
      '\n'.repeat(text.split('\n').length),
      readLeanFile(text, 'M', { ...CURRENT_BINDER_RULES, bindsFreeNames: true }),
    );
    // Milliseconds. Quadratic time would be minutes; slow machines need more than 4,000.
    expect(cpuTime() - started).toBeLessThan(12_000);
  });
});
