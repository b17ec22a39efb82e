/** The `templates` commands on graphs in the library, as a user types them. */
import { copyFileSync, mkdtempSync, readFileSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import Database from 'better-sqlite3';
import { beforeAll, describe, expect, test } from 'vitest';
import { ROOT } from '../architecture/source-files.ts';
import { lemmahead, lemmaheadJson } from './spawn.ts';

const home = mkdtempSync(join(tmpdir(), 'lemmahead-template-graph-'));
const env = { LEMMAHEAD_HOME: home };
const LABELLED = join(ROOT, 'fixtures', 'problems', 'labelled.jsonl');
const BOOK = String.raw`\documentclass{article}\newtheorem{lemma}{Lemma}\newtheorem{theorem}{Theorem}
\begin{document}
\begin{lemma}[Even summands]\label{lem:even}A sum of even numbers is even.\end{lemma}
\begin{theorem}[Sums]\label{thm:sums}The sum of the first even numbers is even.\end{theorem}
\begin{proof}Each of these numbers is even, as they are multiples of two. Hence the sum is even by Lemma~\ref{lem:even}.\end{proof}
\end{document}
`;

const run = (...args: string[]) => lemmahead(['templates', ...args], { env, cwd: home });
const json = (...args: string[]) => lemmaheadJson(['templates', ...args], { env, cwd: home });

beforeAll(() => {
  writeFileSync(join(home, 'book.tex'), BOOK);
  expect(lemmahead(['library', 'add', 'book.tex'], { env, cwd: home }).status).toBe(0);
  const { json: built, status } = json('build', LABELLED, '--from', 'labelled');
  expect(status).toBe(0);
  expect(built).toMatchObject({ graph: 'templates', theorems: 3, problems: 7, templates: 0, left_out: 1 });
}, 60_000);

describe('templates build', () => {
  test('again changes nothing', () => {
    expect(json('build', LABELLED, '--from', 'labelled').json.change).toEqual({
      ...{ added: 0, changed: 0, unchanged: 10, removed: 0 },
    });
  });

  test('from a source of the library makes a template of each proof', () => {
    const { json: built } = json('build', 'book', '--from', 'library', '--graph', 'proofs', '--match', 'library');
    expect(built).toMatchObject({ graph: 'proofs', theorems: 1, templates: 1, left_out: 1, matched: { entries: 1 } });
    const { stdout } = run('show', 'Sums', '--graph', 'proofs');
    expect(stdout).toContain('by Even summands');
    expect(stdout).toContain('from the entry: book book#thm:sums');
  });

  test('--levels takes only problems of some levels', () => {
    const built = (levels: string) =>
      json('build', LABELLED, '--from', 'labelled', '--graph', 'levels', '--levels', levels);
    expect(built('2-3').json).toMatchObject({
      problems: 5,
      notices: ['3 problems of another level, or without one, left out.'],
    });
    expect(built('4').json.problems).toBe(1);
    expect([built('5').status, built('3-1').status, built('0-9').status]).toEqual([1, 2, 2]);
    run('remove', '--graph', 'levels', '--yes');
  });

  test.each([
    [['nothing.jsonl', '--from', 'labelled'], 2, 'nothing.jsonl cannot be read'],
    [['book.tex', '--from', 'labelled'], 2, 'Not valid JSON'],
    [[LABELLED], 2, 'The source of the graph is missing'],
    [['shelf', '--from', 'library'], 1, 'No source is named shelf'],
    [['book', 'other', '--from', 'library'], 2, 'Give one source of the library'],
    [
      [LABELLED, '--from', 'labelled', '--graph', 'dry', '--dry-run'],
      2,
      "option '--dry-run' cannot be used with option '--from labelled'",
    ],
    [
      ['book', '--from', 'library', '--graph', 'dry', '--mixed', '2'],
      2,
      "option '--mixed' cannot be used with option '--from library'",
    ],
  ])('%j fails with exit %i', (args, status, message) => {
    const result = run('build', ...args);
    expect(result.status).toBe(status);
    expect(result.stderr).toContain(message);
  });
});

describe('messages', () => {
  test('without a library, the next step is to build a graph', () => {
    for (const args of [['list'], ['search', 'trees']]) {
      const result = lemmahead(['templates', ...args], { env: { LEMMAHEAD_HOME: join(home, 'nowhere') }, cwd: home });
      expect(result.status).toBe(3);
      expect(result.stderr).toContain('next: lemmahead templates build --help');
    }
  });

  test('the next step after an unknown name is in the same graph', () => {
    expect(run('build', LABELLED, '--from', 'labelled', '--graph', 'my graph').status).toBe(0);
    expect(run('show', 'nothing', '--graph', 'my graph').stderr).toContain("templates list --graph 'my graph'");
  });

  test.each(['', ' ', 'a\u001b[31mb', 'x'.repeat(201)])('%j cannot be the name of a graph', (name) => {
    const result = run('build', LABELLED, '--from', 'labelled', '--graph', name);
    expect([result.status, result.stderr]).toEqual([2, expect.stringContaining('cannot be the name of a graph')]);
    expect(run('import', LABELLED, '--graph', name).status).toBe(2);
  });

  test.each(['show', 'list', 'stats', 'check', 'calibrate', 'export', 'import', 'remove'])(
    'the help of %s has an example',
    (name) => {
      expect(run(name, '--help').stdout).toContain(`Examples:\n  lemmahead templates ${name}`);
    },
  );
});

describe('templates search', () => {
  test('finds solved problems, and what they use', () => {
    const { stdout, status } = run('search', 'Seven', 'friends', 'sit', 'around', 'a', 'round', 'table.');
    expect(status).toBe(0);
    expect(stdout).toMatch(/table-[58].*labelled/u);
    expect(stdout).toContain('uses circular permutations');
    expect(stdout).not.toContain('words:');
    expect(run('search', 'a round table', '--explain').stdout).toMatch(/\n {2}words: (?:round|tabl) 0\.\d\d, /u);
  });

  test('ranks theorems, also of a problem from stdin', () => {
    const { json: found } = lemmaheadJson(['templates', 'search', '-', '--theorems'], {
      ...{ env, cwd: home, input: 'Count the labelled trees on 9 vertices.' },
    });
    expect(found.theorems[0]).toMatchObject({ name: "Cayley's formula", targets: [] });
    expect(found.hits).toEqual([]);
  });

  test('without a hit exits with 1, and says how to find more', () => {
    const result = run('search', 'zebra crossing');
    expect(result.status).toBe(1);
    expect(result.stdout).toContain('--threshold');
  });

  test.each([
    [[], "missing argument 'problem', or option '--goal'"],
    [['a problem', '--goal', '⊢ True'], "option '--goal' cannot be used with argument 'problem'\n  next:"],
    [['a problem', '--in', 'F.lean'], "option '--in' needs option '--goal'"],
    [['--goal', '⊢ True', '--theorems'], "option '--theorems' cannot be used with option '--goal'"],
    [['--goal', '⊢ True', '--threshold', '0'], "option '--threshold' cannot be used with option '--goal'"],
    [['-'], 'Missing problem.\n  why: Stdin is empty.\n  next: lemmahead templates search --help'],
    [['a problem', '--graph', 'other'], 'no graph of templates named other'],
  ])('%j is an error that says why', (args, message) => {
    const result = run('search', ...args);
    expect(result.status).toBeGreaterThan(1);
    expect(result.stderr).toContain(message);
  });
});

describe('templates list, show, stats and check', () => {
  test('select by stage, level, field and theorem', () => {
    const keys = (...args: string[]) => json('list', ...args).json.items.map(({ title }: any) => title);
    expect(keys('--field', 'graphs')).toEqual(['trees-4', 'trees-6']);
    expect(keys('--level', '2', '--uses', 'the Cayley formula')).toEqual(['trees-4', 'trees-6']);
    expect(keys('--stage', 'labelled', '--field', 'number')).toEqual(['power', 'power-2']);
    expect(keys('--theorems', '-k', '1')).toEqual(['circular permutations']);
    expect(run('list', '--stage', 'base').status).toBe(1);
    expect(run('list', '--theorems', '--level', '2').stderr).toContain("cannot be used with option '--level");
  });

  test('show one item with what uses it; a wrong name gives near ones', () => {
    expect(json('show', "Cayley's formula").json.used_by.map(({ title }: any) => title)).toEqual([
      'trees-4',
      'trees-6',
    ]);
    expect(json('show', 'the Cayley’s Formula').json.item.name).toBe("Cayley's formula");
    expect(run('show', 'necklace').stdout).toContain('string 6 different beads');
    const wrong = run('show', 'neck');
    expect(wrong.status).toBe(1);
    expect(wrong.stderr).toContain('problem/necklace');
  });

  test('count and check', () => {
    expect(json('stats').json.graphs.find(({ graph }: any) => graph === 'templates')).toMatchObject({
      ...{ theorems: 3, problems: 7, stages: { labelled: 7 }, levels: { 1: 1, 2: 3, 3: 2, 4: 1 } },
    });
    expect(json('stats', '--graph', 'templates').json.graphs).toMatchObject([{ graph: 'templates' }]);
    expect(run('stats', '--graph', 'nothing').status).toBe(3);
    expect(run('check').stdout).toContain('intact');
  });
});

describe('templates export and import', () => {
  const exported = () => {
    run('export', '--out', 'graph.jsonl');
    return readFileSync(join(home, 'graph.jsonl'), 'utf8');
  };

  test('give the same export again; the copy is marked', () => {
    const text = exported();
    expect(json('import', 'graph.jsonl', '--graph', 'copy').json).toMatchObject({
      graph: 'copy',
      change: { added: 10 },
    });
    run('export', '--graph', 'copy', '--out', 'copy.jsonl');
    expect(readFileSync(join(home, 'copy.jsonl'), 'utf8')).toBe(text.replace('"graph":"templates"', '"graph":"copy"'));
    expect(json('show', 'necklace', '--graph', 'copy').json.imported).toBe(true);
    expect(run('import', 'graph.jsonl').stderr).toContain('--replace');
    expect(run('import', 'graph.jsonl', '--graph', 'copy', '--replace').status).toBe(0);
  });

  const change = (text: string, line: number, edit: (record: any) => void): string => {
    const lines = text.trimEnd().split('\n');
    const record = JSON.parse(lines[line]!);
    edit(record);
    lines[line] = JSON.stringify(record);
    return lines.join('\n');
  };

  test.each<[string, (text: string) => string, string]>([
    ['a field that is not known', (text) => change(text, 1, (record) => (record.color = 'red')), 'bad.jsonl:2'],
    ['an empty title', (text) => change(text, 5, (record) => (record.name = '')), 'bad.jsonl:6 is not'],
    [
      'a title of control characters',
      (text) => change(text, 1, (record) => (record.name = '\u0007 ')),
      'must not be empty',
    ],
    ['a key twice', (text) => `${text}${text.split('\n')[1]!}\n`, 'bad.jsonl:12 is not'],
    ['a key twice', (text) => `${text}${text.split('\n')[1]!}\n`, 'two records have the key'],
    [
      'a missing theorem',
      (text) => change(text, 5, (record) => (record.theorems = ['theorem/x'])),
      'bad.jsonl:6 is not',
    ],
    ['a missing theorem', (text) => change(text, 5, (record) => (record.theorems = ['theorem/x'])), 'which is missing'],
    ['a line of more than 1 MB', (text) => `${text}${'x'.repeat(1_000_001)}`, 'longer than'],
    ['another file', () => '{"schema":"lemmahead/library-export@3"}\n', 'does not have the schema'],
    ['an empty file', () => '', 'does not have the schema'],
  ])('import refuses %s, and changes nothing', (_, edit, message) => {
    writeFileSync(join(home, 'bad.jsonl'), edit(exported()));
    const result = run('import', 'bad.jsonl', '--graph', 'bad');
    expect(result.status).toBe(2);
    expect(result.stderr.toLowerCase()).toContain(message.toLowerCase());
    expect(json('stats').json.graphs.map(({ graph }: any) => graph)).not.toContain('bad');
  });

  test('import refuses a template without a title, with its line', () => {
    run('export', '--graph', 'proofs', '--out', 'proofs.jsonl');
    const lines = readFileSync(join(home, 'proofs.jsonl'), 'utf8').trimEnd().split('\n');
    const at = lines.findIndex((line) => line.includes('"record":"template"'));
    writeFileSync(
      join(home, 'untitled.jsonl'),
      change(lines.join('\n'), at, (record) => (record.title = '  ')),
    );
    const { status, stderr } = run('import', 'untitled.jsonl', '--graph', 'bad');
    expect([status, stderr]).toEqual([2, expect.stringContaining(`untitled.jsonl:${at + 1} is not`)]);
    expect(stderr).toContain('title');
  });

  test('remove asks first, and removes only the graph', () => {
    expect(run('remove', '--graph', 'copy').stderr).toContain('--yes');
    expect(run('remove', '--graph', 'copy', '--yes').stdout).toContain('Removed');
    expect(run('check', '--graph', 'copy').status).toBe(3);
    expect(run('check').status).toBe(0);
  });
});

describe('other commands', () => {
  test('do not take a graph for text of the library', () => {
    const search = (...args: string[]) => lemmahead(['search', '--in-library', 'round table', ...args], { env });
    expect(search().status).toBe(1);
    expect(search('--source', 'templates').stdout).toContain('table-8');
  });

  test('doctor counts each graph, and reports a record that names a missing theorem', () => {
    const checks = (library: string) =>
      lemmaheadJson(['doctor'], { env: { ...env, LEMMAHEAD_LIBRARY: library }, cwd: home }).json.checks.filter(
        ({ what }: any) => what.startsWith('templates'),
      );
    const library = join(home, 'library.sqlite');
    expect(checks(library)).toContainEqual({
      ...{ what: 'templates templates', state: 'ok', found: '0 templates, 7 problems, 3 theorems', fix: null },
    });
    const damaged = join(home, 'damaged.sqlite');
    copyFileSync(library, damaged);
    const database = new Database(damaged);
    database.exec(`UPDATE entries SET payload = replace(payload, 'cayley', 'other') WHERE kind = 'problem'`);
    database.close();
    expect(checks(damaged)).toContainEqual({
      ...{ what: 'templates templates', state: 'fault', found: expect.stringContaining('which is missing') },
      fix: 'lemmahead templates check --graph templates',
    });
  });

  test('draw the graph', () => {
    const drawn = lemmahead(['graph', 'picture', '--templates', '--out', 'graph.html'], { env, cwd: home });
    expect(drawn.status).toBe(0);
    expect(readFileSync(join(home, 'graph.html'), 'utf8')).toContain('circular permutations');
  });
});
