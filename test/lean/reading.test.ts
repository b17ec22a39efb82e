/** What the reader extracts from a file in addition to names and statements. */
import { readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { readLeanFile } from '../../src/lean/read-file.ts';
import { declarationOf, timesWritten } from './read-fixture.ts';

const FIXTURE = new URL('../../fixtures/lean/reading/shelves.lean', import.meta.url);
const source = readFileSync(FIXTURE, 'utf8');
const facts = readLeanFile(source, 'Shelf.Shelves');

describe('readLeanFile: module docs', () => {
  test('title, imports and headings are read', () => {
    expect(facts.title).toBe('Shelves and what stands on them');
    expect(facts.outline.imports).toEqual(['Shelf.Basic', 'Shelf.Order']);
    expect(declarationOf(facts, 'Shelf.union_self').section).toBe('Order');
    expect(declarationOf(facts, 'Shelf.size_nat').section).toBe('Size of a shelf');
  });

  test('bullets introduce names, sentences mention them', () => {
    const mentions = facts.mentions.map(({ kind, target, text, line }) => [kind, target, text, line]);
    expect(mentions.slice(0, 6)).toEqual([
      ['sentence', 'Shelf.Basic', 'A shelf (see `Shelf.Basic`) holds crates.', 10],
      ['sentence', 'Shelf.le', 'The order is `Shelf.le`;', 10],
      ['bullet', 'Shelf.exists_crate', 'every shelf holds a crate, or it is `Shelf.empty`.', 14],
      ['sentence', 'Shelf.empty', '* `Shelf.exists_crate`: every shelf holds a crate, or it is `Shelf.empty`.', 14],
      ['bullet', 'Shelf.sort', '* `Shelf.sort` - sorts', 16],
      ['sentence', 'Shelf.empty_unique', '* The empty shelf is unique: `Shelf.empty_unique`.', 17],
    ]);
    expect(mentions.map(([, target]) => target)).not.toContain('not.a.mention');
  });

  test('docstrings mention names in the enclosing namespace', () => {
    const mention = facts.mentions.find(({ target }) => target === 'Shelf.inter');
    expect(mention).toEqual({
      target: 'Shelf.inter',
      kind: 'sentence',
      text: 'The union of two shelves, see `Shelf.inter x y` and `@Crate.mk`;',
      namespace: 'Shelf',
      line: 33,
    });
    expect(facts.mentions.map(({ target }) => target)).toContain('Crate.mk');
    expect(facts.mentions.map(({ target }) => target)).not.toContain('x');
  });
});

test('readLeanFile reads notations', () => {
  const hole = (name: string, precedence: number | null = null) => ({ hole: name, precedence });
  expect(
    facts.notations.map(({ kind, parts, precedence, head, scope }) => ({ kind, parts, precedence, head, scope })),
  ).toEqual([
    { kind: 'infixl', parts: [{ token: '⋓' }], precedence: 65, head: 'Shelf.union', scope: 'global' },
    {
      kind: 'notation',
      parts: [{ token: '‖' }, hole('s'), { token: '‖ₛ' }],
      precedence: 1024,
      head: 'Shelf.size',
      scope: 'scoped',
    },
    { kind: 'prefix', parts: [{ token: '∂' }], precedence: 100, head: 'boundary', scope: 'local' },
    {
      kind: 'notation',
      parts: [{ token: '⨆ₛ' }, hole('...'), { token: ',' }, hole('r', 60)],
      precedence: null,
      head: 'Shelf.sup',
      scope: 'global',
    },
    {
      kind: 'notation',
      parts: [{ token: 'shelf(' }, hole('x'), { token: ',' }, hole('y', 1023), { token: ')' }],
      precedence: null,
      head: 'Crate.box',
      scope: 'global',
    },
    { kind: 'postfix', parts: [{ token: '!' }], precedence: 1024, head: 'factorial', scope: 'global' },
  ]);
  expect(facts.problems).toEqual([]);
});

test('readLeanFile gives each declaration the variables that it uses, those of their types, and instances over them', () => {
  const variables = (name: string) => declarationOf(facts, name).variables;
  expect(variables('Shelf.union_self')).toEqual(['{α : Type u}', '[Ordered α]', '(s : Shelf α)']);
  expect(variables('Shelf.size_pos')).toEqual(['{α : Type u}', '[Ordered α]', '(t : Shelf α)', '{n : Nat}']);
  expect(variables('Shelf.size_nat')).toEqual([]);
  expect(variables('Shelf.toList')).toEqual(['(β : Type v)']);
  expect(variables('Shelf.lengthOfFirst')).toEqual(['{α : Type u}', '[Ordered α]', '(s : Shelf α)']);
  expect(variables('Shelf.Labelled')).toEqual(['(β : Type v)']);
  expect(variables('Shelf.Labelled.label')).toEqual(['{β : Type v}', '(self : Labelled β)']);
  expect(variables('Shelf.behind')).toEqual([]);
});

test('readLeanFile resolves inherit_doc within the file', () => {
  expect(declarationOf(facts, 'Shelf.copy').doc).toBe('Text of `original`.');
});

test('readLeanFile finds identifiers in code, not in comments and strings', () => {
  expect(timesWritten(facts, source, 'Shelf.union')).toBe(1);
  expect(timesWritten(facts, source, 'trivial')).toBe(1);
  expect(timesWritten(facts, source, 'Shelf.exists_crate')).toBe(0);
  expect(timesWritten(facts, source, 'AddComm')).toBe(0);
});

test('readLeanFile reads dictionaries of the translating attributes', () => {
  expect(facts.outline.dictionaries).toEqual([
    {
      name: 'Shelf.nameDict',
      entries: [
        ['mul', ['Add']],
        ['commute', ['Add', 'Commute']],
      ],
    },
    { name: 'Shelf.abbreviationDict', entries: [['commAdd', ['AddComm']]] },
  ]);
});

test('readLeanFile skips only the damaged part and reports its line', () => {
  const damaged = readLeanFile(readFileSync(new URL('damaged.lean', FIXTURE), 'utf8'), 'Damaged');
  expect(damaged.declarations.map(({ name }) => name)).toEqual(['first', 'second', 'third', 'text', 'fourth']);
  expect(declarationOf(damaged, 'third').doc).toBe('Kept.');
  expect(damaged.problems.toSorted((a, b) => a.line - b.line)).toEqual([
    { line: 1, message: 'end without an open scope' },
    { line: 3, message: 'theorem without a name' },
    { line: 7, message: 'unreadable alias' },
    { line: 9, message: 'unreadable notation' },
    { line: 11, message: 'namespace without a name' },
    { line: 13, message: 'attribute without brackets' },
    { line: 21, message: 'end B closes A' },
    { line: 23, message: 'string is not closed' },
  ]);
});
