import { describe, expect, it } from 'vitest';
import { columns } from '../../src/base/columns.ts';
import { statementText, wholeStatement } from '../../src/lean/whole-statement.ts';
import { reportStatement } from '../../src/report/search-report.ts';
import type { ResultReport, SearchReport } from '../../src/report/search-schema.ts';
import { renderSearch } from '../../src/report/search-text.ts';
import { statementLines, statementPieces } from '../../src/report/statement-lines.ts';
import { wrap, type Wrapping } from '../../src/report/wrap.ts';

const plain = { color: false, width: 60 };
const at = (cwd: string, docs = false) => ({ cwd, docs });
const typeLines = (type: string, within: Wrapping): string[] =>
  statementLines(statementPieces(reportStatement(wholeStatement(type, []))), within, (text) => text);

const result: ResultReport = {
  name: 'Nat.add_comm',
  kind: 'theorem',
  signature: 'theorem Nat.add_comm (m n : Nat) : m + n = n + m',
  type: '(m n : Nat) : m + n = n + m',
  statement: reportStatement(wholeStatement('(m n : Nat) : m + n = n + m', [])),
  value: null,
  doc: 'Addition of natural numbers is commutative, which is the first thing one proves.',
  file_path: 'Lib/Nat.lean',
  line_start: 12,
  path: '/work/lib/Lib/Nat.lean',
  links: { source: null, documentation: null },
  package: 'Lib',
  module: 'Lib.Nat',
  import: 'import Lib.Nat',
  namespace: 'Nat',
  attributes: [],
  origin: 'written',
  generated_from: null,
  private: false,
  approximate: false,
  deprecated: null,
  score: 1010.5,
  variants: [],
  matched: ['add', 'comm'],
};

const reportOf = (...results: Partial<ResultReport>[]): SearchReport => ({
  schema: 'lemmahead/search@1',
  query: 'add_comm',
  shape: 'name',
  results: results.map((given) => ({ ...result, ...given })),
  offset: 0,
  total: null,
  next_offset: null,
  nearest: [],
  notices: [],
});

describe('the text report of search', () => {
  it('shows name, type, the beginning of the docstring and a clickable position', () => {
    expect(renderSearch(reportOf({}), plain, at('/work'))).toBe(
      [
        'theorem Nat.add_comm',
        '    (m n : Nat) : m + n = n + m',
        '    Addition of natural numbers is commutative, which is …',
        '    lib/Lib/Nat.lean:12',
        '',
      ].join('\n'),
    );
  });

  it('shows the conclusion of a type even if its binders would fill all lines', () => {
    const binders = Array.from({ length: 40 }, (_, i) => `(hypothesis${i} : Q${i})`).join(' ');
    const lines = typeLines(`${binders} : the conclusion`, { width: 60, indent: 4, maxLines: 4 });
    expect(lines).toHaveLength(4);
    expect(lines.at(-2)).toMatch(/… :$/u);
    expect(lines.at(-1)).toBe('      the conclusion');
  });

  it('shows the shorter of the relative and the absolute path', () => {
    expect(renderSearch(reportOf({}), plain, at('/home/me/project'))).toContain('    /work/lib/Lib/Nat.lean:12\n');
    expect(renderSearch(reportOf({}), plain, at('/work/project'))).toContain('    ../lib/Lib/Nat.lean:12\n');
  });

  it('shows the path in the package if the whole path does not fit on the line', () => {
    const path = `/${'folder/'.repeat(30)}Lib/Nat.lean`;
    expect(renderSearch(reportOf({ path }), plain, at('/home'))).toContain('    Lib/Nat.lean:12  in Lib\n');
  });

  it('shows what to import only if the path does not say it', () => {
    const elsewhere = reportOf({ path: '/work/lib/src/nat.lean', file_path: 'src/nat.lean' });
    expect(renderSearch(elsewhere, plain, at('/work'))).toContain('    lib/src/nat.lean:12  import Lib.Nat\n');
  });

  it('shows the whole docstring with --docs', () => {
    const doc = `${'word '.repeat(20)}\n\nThe second paragraph.`;
    const shown = renderSearch(reportOf({ doc }), plain, at('/work', true));
    expect(shown).toContain('\n\n    The second paragraph.\n    lib/Lib/Nat.lean:12\n');
    expect(shown).not.toContain('…');
  });

  it('highlights the words of the query in name, type and docstring', () => {
    const found = {
      name: 'IsCompact.image',
      statement: reportStatement(wholeStatement(': IsCompact s', [])),
      doc: 'Compact sets stay compact.',
      matched: ['compact'],
    };
    const shown = renderSearch(reportOf(found), { color: true, width: 80 }, at('/work'));
    // oxlint-disable-next-line no-control-regex
    expect(shown.match(/\u001b\[1m\u001b\[33m[Cc]ompact\u001b/gu)).toHaveLength(4);
  });

  it('colours sorts, binding symbols, literals and keywords of a type, and nothing else', () => {
    const type = ': ∀ n : Nat, f "a" 2 = fun x : Type => g x';
    const statement = reportStatement(wholeStatement(type, []));
    const [, line] = renderSearch(reportOf({ statement, matched: [] }), { color: true, width: 80 }, at('/work')).split(
      '\n',
    );
    const colored = Array.from(
      // oxlint-disable-next-line no-control-regex
      line!.matchAll(/\u001b\[(3[0-8])m([^\u001b]*)/gu),
      ([, color, text]) => `${color} ${text}`,
    );
    expect(colored).toEqual(['35 ∀', '32 "a"', '32 2', '35 fun', '36 Type']);
  });

  it('marks deprecated, private and generated hits', () => {
    const deprecated = { replacement: 'add_comm', since: '2026-01-02', note: null };
    const shown = renderSearch(
      reportOf({ deprecated, private: true, origin: 'to_additive', generated_from: 'mul_comm' }),
      plain,
      at('/'),
    );
    expect(shown).toContain(
      'Nat.add_comm  deprecated since 2026-01-02 · private · generated by @[to_additive] on mul_comm\n',
    );
    expect(shown).toContain('    use instead add_comm\n');
  });

  it('shows how to write a name and what to import', () => {
    expect(renderSearch(reportOf({ write_as: 'add_comm', imported: true }), plain, at('/work'))).toContain(
      'write add_comm  imported',
    );
    expect(renderSearch(reportOf({ write_as: 'Nat.add_comm', imported: false }), plain, at('/work'))).toContain(
      'write Nat.add_comm  needs import Lib.Nat',
    );
  });

  it('lists the contributions to the score', () => {
    const contributions = [
      { what: 'exact name', points: 1000 },
      { what: 'uses', points: 10.5 },
    ];
    expect(renderSearch(reportOf({ contributions }), plain, at('/work'))).toContain(
      '      1000.000  exact name\n        10.500  uses\n      1010.500  score\n',
    );
  });

  it.each([
    [{ total: { count: 814, bound: 'exact' }, next_offset: 1 }, '\n\n1 of 814; next page: --offset 1\n'],
    [{ total: { count: 814, bound: 'at most' }, next_offset: 1 }, '\n\n1 of at most 814; next page: --offset 1\n'],
    [{ offset: 20, total: { count: 21, bound: 'exact' } }, '\n\n21 to 21 of 21\n'],
    [{ offset: 500, total: { count: 21, bound: 'exact' }, results: [] }, '\n'],
    [{ next_offset: 1 }, '\n\n1 shown; next page: --offset 1\n'],
    [{ total: { count: 1, bound: 'exact' } }, 'Nat.lean:12\n'],
  ] satisfies [Partial<SearchReport>, string][])('ends with the number of hits and the next page: %j', (page, end) => {
    const shown = renderSearch({ ...reportOf({}), ...page }, plain, at('/work'));
    expect(shown.slice(-end.length)).toBe(end);
  });

  it('lists similar names if there are no hits', () => {
    const nothing = { ...reportOf(), nearest: ['Nat.add_comm'], notices: ['Read as words.'] };
    expect(renderSearch(nothing, plain, at('/'))).toBe(
      'note Read as words.\nNothing found for the name add_comm.\nSimilar names:\n  Nat.add_comm\n',
    );
  });

  it('uses colour only if enabled, with the same text', () => {
    const painted = renderSearch(reportOf({}), { color: true, width: 60 }, at('/work'));
    expect(painted).toContain('\u001b[');
    // oxlint-disable-next-line no-control-regex
    expect(painted.replaceAll(/\u001b\[\d+m/gu, '')).toBe(renderSearch(reportOf({}), plain, at('/work')));
  });

  it('removes control characters from source text', () => {
    const shown = renderSearch(reportOf({ doc: 'red \u001b[31m', type: ': a\u0007b' }), plain, at('/'));
    for (const character of ['\u0007', '\u001b']) expect(shown).not.toContain(character);
  });
});

describe('line wrapping', () => {
  it('breaks at spaces, and within words only if they are too long', () => {
    expect(wrap('one two three', { width: 22, indent: 2 })).toEqual(['  one two three']);
    expect(wrap(`one ${'x'.repeat(45)} two`, { width: 20, indent: 0 })).toEqual([
      'one',
      'x'.repeat(20),
      'x'.repeat(20),
      'xxxxx two',
    ]);
  });

  it('marks cut-off text with an ellipsis', () => {
    const lines = wrap('word '.repeat(40), { width: 24, indent: 0, maxLines: 2 });
    expect(lines).toHaveLength(2);
    expect(lines[1]!.endsWith(' …')).toBe(true);
    expect(lines.every((line) => columns(line) <= 24)).toBe(true);
  });

  it('breaks a line between binders, and within a binder only if the binder needs more than a line', () => {
    const type = '{α : Type*} [Preorder α] (first : a ≤ b) (second : b ≤ c) (third : c ≤ d) : a ≤ d';
    expect(typeLines(type, { width: 40, indent: 2 })).toEqual([
      '  {α : Type*} [Preorder α]',
      '  (first : a ≤ b) (second : b ≤ c)',
      '  (third : c ≤ d) :',
      '    a ≤ d',
    ]);
    expect(typeLines(`(h : ${'a = b ∧ '.repeat(6)}c) (k : d) : e`, { width: 40, indent: 2 })).toEqual([
      '  (h : a = b ∧ a = b ∧ a = b ∧ a = b',
      '    ∧ a = b ∧ a = b ∧ c) (k : d) :',
      '    e',
    ]);
  });

  it('keeps lines within the width, whatever the statement', () => {
    for (const width of [30, 47, 80]) {
      for (const type of [
        `(${'x '.repeat(60)}: ℕ) : a`,
        '] ) : b',
        `: ${'f x '.repeat(40)}`,
        `extends ${'Foo, '.repeat(30)}Bar`,
      ]) {
        const lines = typeLines(type, { width, indent: 4 });
        expect(lines.filter((line) => columns(line) > width)).toEqual([]);
        const text = statementText(wholeStatement(type, []));
        expect(lines.join(' ').replaceAll(/\s+/gu, '')).toBe(text.replaceAll(/\s+/gu, ''));
      }
    }
  });

  it('puts the conclusion of a long type on its own line', () => {
    const type = '{R : Type*} [CommRing R] (a b c : R) (h : a ∣ b) : a ∣ b * c';
    expect(typeLines(type, { width: 56, indent: 4 })).toEqual([
      '    {R : Type*} [CommRing R] (a b c : R) (h : a ∣ b) :',
      '      a ∣ b * c',
    ]);
    expect(typeLines(type, { width: 80, indent: 4 })).toEqual([`    ${type}`]);
    expect(typeLines(': ∀ x : Nat, x = x', { width: 20, indent: 0 })).toEqual([': ∀ x : Nat, x = x']);
  });
});
