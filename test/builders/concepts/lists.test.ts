/** Reading the lists of topics of a package, also damaged and hostile ones. */
import { execFileSync } from 'node:child_process';
import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { parseList, readLists } from '../../../src/builders/concepts/lists.ts';
import { temporaryFolder, writeFiles } from '../../index/temporary.ts';

const TOPICS = `# Counting
Boards:
  Beads:
    "number of $n$ beads": 'Board.count'
    rows of beads: # none yet
    colour: 'https://example.org/colour'
    handbook: 'Abacus/Board.html'
  move: Board.move
`;

const THEOREMS = `Q42:
  title: "Rows: a theorem"
  decls:
    - Board.add_row
    - Board.add_row'
  authors: nobody
  1000: unknown key
Q43X:
  title: A statement
  statement: Board.goal
Q44:
  title: Elsewhere
  url: https://example.org
Q45:
  title: Open
`;

describe('a list of topics', () => {
  it('has the headings, the title, the names and the line of each topic', () => {
    expect(parseList('overview', TOPICS)).toEqual({
      list: 'overview',
      entries: [
        {
          list: 'overview',
          title: 'number of $n$ beads',
          headings: ['Boards', 'Beads'],
          names: ['Board.count'],
          line: 4,
          external: null,
        },
        { list: 'overview', title: 'move', headings: ['Boards'], names: ['Board.move'], line: 8, external: null },
      ],
      elsewhere: 2,
      undeclared: ['rows of beads'],
    });
  });

  it('of theorems has names under several keys and numbers of Wikidata, and unknown keys are skipped', () => {
    const { entries, elsewhere, undeclared } = parseList('1000', THEOREMS);
    expect(entries.map(({ title, names, external }) => [title, names, external])).toEqual([
      ['Rows: a theorem', ['Board.add_row', "Board.add_row'"], 'Q42'],
      ['A statement', ['Board.goal'], 'Q43'],
    ]);
    expect([elsewhere, undeclared]).toEqual([1, ['Open']]);
  });

  it('reads numbers, tags and keys of every object as text', () => {
    const text = '1:\n  title: 7\n  decl: constructor\n__proto__:\n  toString: !!js/function "run"\n';
    expect(parseList('100', text).entries.map(({ title, names }) => [title, ...names])).toEqual([
      ['7', 'constructor'],
      ['toString', 'run'],
    ]);
  });
});

const MANY = 200_000;

describe('a hostile list is refused in time', () => {
  it.each([
    ['aliases', 'a: &a [x, x]\nb: &b [*a, *a]\nc: [*b, *b]\n', 'anchors and aliases are not read'],
    ['nested brackets', `a:\n${' [[[[[[[[[[\n'.repeat(10_000)}`, 'nested too deeply'],
    ['nested items', `${'- '.repeat(900)}\n`, 'nested too deeply'],
    ['nested maps', Array.from({ length: 300 }, (_, i) => `${' '.repeat(i)}k:\n`).join(''), 'nested too deeply'],
    ['commas', `a: [\n${'  ,,,,,,,,,,\n'.repeat(10_000)}]\n`, 'too long a list in brackets'],
    ['a long line', `a: ${'x'.repeat(MANY)}`, 'longer than 2000 characters'],
    ['many lines', '#\n'.repeat(MANY), 'more than 20000 lines'],
    ['an open quotation', 'a: "b\nc: d\n', 'Missing closing "quote'],
    ['a text instead of topics', 'just words', 'not a list of topics'],
    ['nothing', '', 'not a list of topics'],
    ['a map as a declaration', 'a:\n  title: t\n  decl:\n    b: c\n', 'a text was expected'],
    ['a list as a key', '? [a]\n: b\n', 'a text was expected'],
    ['bad bytes', '\u0000\uFFFD: \u0000:\n  - x\n b', ''],
  ])('%s', (_, text, message) => {
    const start = performance.now();
    expect(() => parseList('100', text)).toThrow(message);
    expect(performance.now() - start).toBeLessThan(5000);
  });
});

describe('the lists of a package', () => {
  it('are those below its root; a damaged one is left out with a problem and its line', () => {
    const root = writeFiles(temporaryFolder(), {
      'docs/overview.yaml': TOPICS,
      'docs/undergrad.yaml': 'a: b\nc: "d\n',
      'docs/1000.yaml': THEOREMS,
      'docs/other.yaml': 'a: b',
    });
    const { lists, problems } = readLists(root);
    expect(lists.map(({ list, entries }) => [list, entries.length])).toEqual([
      ['overview', 2],
      ['1000', 2],
    ]);
    expect(problems).toEqual([expect.stringMatching(/^docs\/undergrad\.yaml:\d: Missing closing "quote/u)]);
  });

  it('are none without a folder docs', () => {
    expect(readLists(temporaryFolder())).toEqual({ lists: [], problems: [] });
  });

  it('are no folders, pipes or large files', () => {
    const root = writeFiles(temporaryFolder(), { 'docs/1000.yaml': 'a: b\n'.repeat(MANY) });
    mkdirSync(join(root, 'docs/overview.yaml'));
    execFileSync('mkfifo', [join(root, 'docs/undergrad.yaml')]);
    expect(readLists(root)).toEqual({
      lists: [],
      problems: [
        'docs/overview.yaml: not a file',
        'docs/undergrad.yaml: not a file',
        'docs/1000.yaml: larger than 500000 bytes',
      ],
    });
  });
});
