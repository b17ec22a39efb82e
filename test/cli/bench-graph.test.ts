/** `bench graph` on a small library and on small data of the kinds that it reads, all written for these tests. */
import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { beforeAll, describe, expect, test } from 'vitest';
import { ROOT } from '../architecture/source-files.ts';
import { lemmahead, lemmaheadJson } from './spawn.ts';

const folder = mkdtempSync(join(tmpdir(), 'lemmahead-bench-graph-'));
const env = { LEMMAHEAD_HOME: join(folder, 'home') };

const NOTES = String.raw`
\section{Spaces}
\begin{definition}[Open cover]\label{cover} An open cover of a space is a family of open sets whose union is the space.\end{definition}
\begin{definition}[Compact space]\label{compact} A space is \emph{compact} if every \ref{cover} of it has a finite subcover.\end{definition}
\begin{theorem}[Images]\label{image} By \ref{compact}, the image of a compact space under a continuous function is compact.\end{theorem}
\begin{proof} Pull back an open cover; use \ref{closed}. \end{proof}
\begin{theorem}[Closed subsets]\label{closed} A closed subset of a \ref{compact} space is compact, see also \ref{image}.\end{theorem}
\section{Groups}
\begin{definition}[Group]\label{group} A group is a set with an associative operation, a unit and inverses.\end{definition}
\begin{theorem}[Lagrange]\label{lagrange} The order of a subgroup of a finite \ref{group} divides the order of the group.\end{theorem}
\begin{exercise}\label{cyclic} Show, with \ref{lagrange}, that a group of prime order is cyclic.\end{exercise}
\begin{remark} See \ref{cyclic}.\end{remark}
\begin{theorem}\label{lonely} Every natural number is a sum of four squares.\end{theorem}
`;

const bench = (...args: string[]) => lemmaheadJson(['bench', 'graph', ...args], { env, cwd: folder });

interface Figure {
  row: string;
  column: string;
  set: string;
  n: number;
  value: number;
}

const figuresOf = (json: any, measure: string): Figure[] =>
  json.measures.find((each: any) => each.measure === measure).figures;

const valueOf = (figures: readonly Figure[], row: string, column: string): number =>
  figures.find((each) => each.row === row && each.column === column)!.value;

beforeAll(() => {
  writeFileSync(join(folder, 'notes.tex'), NOTES);
  writeFileSync(join(folder, 'newer.tex'), NOTES.replace('closed subset of', 'closed subset $F$ of'));
  lemmaheadJson(['library', 'add', 'notes.tex'], { env, cwd: folder });
  lemmaheadJson(['library', 'add', 'newer.tex'], { env, cwd: folder });
});

describe('bench graph on a library', () => {
  test('counts nodes and edges in the direction of the paper', () => {
    const { json, status } = bench('--only', 'stats', '--source', 'notes');
    expect(status).toBe(0);
    const count = (row: string) => valueOf(figuresOf(json, 'stats'), row, 'count');
    expect(count('nodes')).toBe(8);
    // cover ← compact ← image ⇄ closed → compact; group ← lagrange ← cyclic.
    expect(count('edges')).toBe(7);
    expect([count('heads'), count('leaves'), count('isolated')]).toEqual([2, 1, 1]);
    expect(count('groups of entities that need each other')).toBe(1);
    expect(json.published.map(({ title }: any) => title).join()).toContain('table 6');
  });

  test('measures which neighbours are reachable, beside chance and TransE', () => {
    const { json } = bench('--only', 'reachability', '--source', 'notes');
    const figures = figuresOf(json, 'reachability');
    for (const reading of ['out', 'either', 'undirected'])
      for (const system of ['MathVD1', 'MathVD1 without references', "MathVD2, paper's weights", 'TransE', 'random']) {
        const value = valueOf(figures, `${system}, ${reading}`, 'Hits@1');
        expect(value, `${system} ${reading}`).toBeGreaterThanOrEqual(0);
        expect(value, `${system} ${reading}`).toBeLessThanOrEqual(1);
      }
    // The nearest of each shares words with it, and its topic is one component of the graph.
    expect(valueOf(figures, 'MathVD1, undirected', 'Hits@1')).toBeGreaterThan(0.8);
    expect(valueOf(figures, 'MathVD1, undirected', 'Hits@1')).toBeGreaterThan(
      valueOf(figures, 'random, undirected', 'Hits@1'),
    );
  });

  test('chooses weights on one half and scores them on the other', () => {
    const { json } = bench('--only', 'weights', '--source', 'notes');
    const [{ details, notes, figures }] = json.measures;
    expect(details[0].rows).toHaveLength(10);
    expect(notes[0]).toMatch(/Chosen on \d+ entities, scored on \d+ others/u);
    // No weights can be better than the order that the edges give.
    const most = figures.filter(({ row }: any) => row === 'the most possible');
    expect(most).toHaveLength(4);
    for (const { column, value } of most) {
      const others = figures.filter((each: any) => each.column === column && each.row !== 'the most possible');
      expect(others.length, column).toBeGreaterThan(0);
      for (const other of others) expect(other.value).toBeLessThanOrEqual(value);
    }
  });

  test('lists what is nearest to queries and with and without references', () => {
    writeFileSync(join(folder, 'queries.txt'), 'subgroups of finite groups\n\ncompactness\n');
    const { json } = bench(
      ...['--only', 'queries', '--only', 'ablation', '--queries', 'queries.txt', '--entity', 'notes#lagrange'],
      ...['--source', 'notes'],
    );
    const [queries, ablation] = json.measures;
    expect(queries.details.map(({ title }: any) => title)).toEqual([
      'Expectation in Probability and Statistics',
      'subgroups of finite groups',
      'compactness',
    ]);
    expect(queries.details[1].rows[0][1]).toContain('Lagrange');
    expect(ablation.details[0].title).toBe('Nearest to [theorem] Lagrange');
    expect(ablation.figures).toHaveLength(4);
  });

  test('writes a blind sheet, and scores it when a person has filled it in', () => {
    const args = ['--only', 'relevance', '--out', 'judging', '--source', 'notes'];
    const { json } = bench(...args);
    const sheet = readFileSync(join(folder, 'judging', 'relevance.csv'), 'utf8');
    expect(sheet).not.toContain('MathVD');
    const items = valueOf(figuresOf(json, 'relevance'), 'items to judge', 'count');
    expect(sheet.split('\r\n')).toHaveLength(items + 2);
    writeFileSync(join(folder, 'judged.csv'), sheet.replaceAll(/,\r\n/gu, ',1\r\n'));
    const judged = bench(...args, '--judged', 'judged.csv');
    const figures = figuresOf(judged.json, 'relevance');
    // Seven others with vectors cannot fill ten places.
    expect(valueOf(figures, 'MathVD1', 'all')).toBeGreaterThan(0.5);
    expect(valueOf(figures, 'Kolmogorov–Smirnov, two samples', 'p')).toBeGreaterThan(0.9);
    writeFileSync(join(folder, 'half.csv'), sheet);
    const { json: error, status } = bench(...args, '--judged', 'half.csv');
    expect([status, error.code]).toEqual([2, 'judged-invalid']);
    expect(bench(...args, '--judged', 'missing.csv')).toMatchObject({
      status: 2,
      json: { code: 'judged-invalid' },
    });
  });

  test('keeps the judgements of a sheet', () => {
    const args = ['--only', 'relevance', '--out', 'judgements'];
    const path = join(folder, 'judgements', 'relevance.csv');
    bench(...args, '--source', 'notes');
    const begun = readFileSync(path, 'utf8')
      .replace(/,\r\n(?=1,)/u, ',relevant (1 or 0)\r\n')
      .replace(/,\r\n/u, ',1\r\n');
    writeFileSync(path, begun);
    expect(bench(...args, '--source', 'notes').status).toBe(0);
    expect(readFileSync(path, 'utf8')).toBe(begun);
    rmSync(join(folder, 'judgements', 'results.jsonl'));
    expect(bench(...args, '--source', 'notes').status).toBe(0);
    expect(readFileSync(path, 'utf8')).toBe(begun);
    writeFileSync(path, begun.replace(/^1,/mu, '7,'));
    rmSync(join(folder, 'judgements', 'results.jsonl'));
    expect(bench(...args, '--source', 'notes')).toMatchObject({ status: 2, json: { code: 'judged-sheet-differs' } });
  });

  test('refuses a file as its folder', () => {
    writeFileSync(join(folder, 'file.txt'), 'mine');
    expect(bench('--only', 'stats', '--out', 'file.txt')).toMatchObject({
      status: 2,
      json: { code: 'bench-folder-is-file' },
    });
    expect(readFileSync(join(folder, 'file.txt'), 'utf8')).toBe('mine');
  });

  test('refuses a folder where none can be made', () => {
    expect(bench('--only', 'stats', '--out', '/proc/nothing/here')).toMatchObject({
      status: 2,
      json: { code: 'bench-folder-unwritable' },
    });
  });

  test('compares two editions by the labels that both have', () => {
    const { json } = bench('--only', 'fusion', '--editions', 'notes=newer');
    const figures = figuresOf(json, 'fusion');
    expect(valueOf(figures, 'the same entity', 'precision')).toBe(1);
    expect(valueOf(figures, 'the same entity', 'recall')).toBe(1);
  });

  test('checks paths, exports and undo', () => {
    const { json, status } = bench('--only', 'paths', '--only', 'round-trip', '--only', 'undo', '--check-bars');
    const count = (row: string) => valueOf(figuresOf(json, 'paths'), row, 'count');
    expect(count('order violations')).toBe(0);
    expect(count('steps that lack a direct prerequisite without saying')).toBe(0);
    expect(valueOf(figuresOf(json, 'round-trip'), 'notes', 'byte-identical')).toBe(1);
    for (const command of ['graph build', 'graph augment']) {
      expect(valueOf(figuresOf(json, 'undo'), command, 'as before')).toBe(1);
      expect(valueOf(figuresOf(json, 'undo'), command, 'the run changed something')).toBe(1);
    }
    // Both documents have eight and a remark.
    expect(valueOf(figuresOf(json, 'undo'), 'graph augment', 'entities')).toBe(18);
    expect(status).toBe(0);
  });

  test('keeps measures in its folder, and makes one page without scripts', () => {
    bench('--only', 'stats', '--out', 'kept');
    const { json } = bench('--only', 'reachability', '--out', 'kept');
    expect(json.measures.map(({ measure }: any) => measure)).toEqual(['stats', 'reachability']);
    const page = readFileSync(join(folder, 'kept', 'report.html'), 'utf8');
    expect(page).toContain('<svg');
    expect(page).not.toContain('<script');
    expect(page).toContain('As published, not measured here: table 7');
    expect(existsSync(join(folder, 'kept', 'report.json'))).toBe(true);
    const text = lemmahead(['bench', 'graph', '--only', 'stats', '--out', 'kept'], { env, cwd: folder }).stdout;
    expect(text).toMatch(/Report: .*report\.html/u);
  });
});

describe('bench graph on data', () => {
  const article = (
    title: string,
    type: string,
    body: string,
  ): string => String.raw`\pmcanonicalname{${title.replaceAll(' ', '')}}
\pmtitle{${title}}
\pmtype{${type}}
\pmclassification{msc}{54A05}
\begin{document}
${body}
\end{document}
`;

  beforeAll(() => {
    const planetmath = join(folder, '54_Spaces');
    mkdirSync(planetmath);
    const articles = [
      [
        'open set',
        'Definition',
        String.raw`A set is called \emph{open} in a space if it belongs to its topology. An \emph{open set} is such a set.`,
      ],
      [
        'compact space',
        'Definition',
        String.raw`A space is said to be \emph{compact space} if every cover by \PMlinkname{open sets}{openset} has a finite subcover.`,
      ],
      [
        'images of compact spaces are compact',
        'Theorem',
        String.raw`Let $f$ be continuous. Then the image of a \PMlinkname{compact}{compactspace} space is compact.`,
      ],
    ] as const;
    for (const [title, type, body] of articles)
      writeFileSync(join(planetmath, `54A05-${title.replaceAll(' ', '')}.tex`), article(title, type, body));
    const theoremqa = join(folder, 'theoremqa');
    mkdirSync(theoremqa);
    writeFileSync(
      join(theoremqa, 'all_theorems.json'),
      JSON.stringify({
        'Pigeonhole principle': 'If more pigeons than holes are given, some hole holds two pigeons.',
        "Lagrange's theorem": 'The order of a subgroup divides the order of a finite group.',
      }),
    );
    writeFileSync(
      join(theoremqa, 'theoremqa_test.json'),
      JSON.stringify([
        {
          Question: 'Can a group of order 10 have a subgroup of order 4?',
          Answer: 'no',
          theorem: "lagrange's theorem",
        },
        {
          Question: 'Ten pigeons sit in nine holes. Must a hole hold two?',
          Answer: 'yes',
          theorem: 'pigeonhole principle',
        },
      ]),
    );
    const gloss = join(folder, 'gloss', 'data');
    mkdirSync(gloss, { recursive: true });
    writeFileSync(
      join(gloss, 'database.csv'),
      [
        'Wikidata ID,Wikidata Label,Chicago Name,Mathlib Name,nLab Name,PlanetMath Name',
        'Q1,compact space,compact spaces,CompactSpace,"compact space",compact space',
        "Q2,Hölder inequality,,,Hölder's inequality,Holder inequality",
        'Q3,group,group,Group,group object,group',
        '',
      ].join('\n'),
    );
    mkdirSync(join(gloss, 'alignments'));
    const lists = {
      planetmath: ['Q3,group', 'Q2,Holder inequality'],
      nlab: ['Q3,group', 'Q3,group object', 'Q4,ring'],
    };
    for (const [source, rows] of Object.entries(lists))
      writeFileSync(join(gloss, 'alignments', `${source}_mappings.csv`), ['Wikidata ID,name', ...rows, ''].join('\n'));
  });

  test('scores types, titles and references of PlanetMath', () => {
    const { json, status } = bench(
      '--data',
      '54_Spaces',
      '--only',
      'types',
      '--only',
      'titles',
      '--only',
      'references',
    );
    expect(status).toBe(0);
    expect(valueOf(figuresOf(json, 'types'), 'type of an article', 'accuracy')).toBe(1);
    expect(valueOf(figuresOf(json, 'titles'), 'title of a definition', 'accuracy')).toBeGreaterThan(0);
    expect(valueOf(figuresOf(json, 'references'), 'links by hand', 'Hits@1')).toBe(1);
    expect(json.library).toBeNull();
  });

  test('finds the theorems of problems, and titles of other sources', () => {
    const { json } = bench(
      '--data',
      'theoremqa',
      '--data',
      'gloss',
      '--only',
      'problem-links',
      '--only',
      'title-matches',
    );
    expect(valueOf(figuresOf(json, 'problem-links'), 'by the texts of the theorems', 'Hits@1')).toBe(1);
    const titles = figuresOf(json, 'title-matches').filter(({ set }) => set === 'MathGloss, PlanetMath–nLab');
    expect(titles.map(({ column, value, n }) => [column, value, n])).toEqual([
      ['precision', 1, 2],
      ['recall', 2 / 3, 3],
    ]);
    const all = figuresOf(json, 'title-matches').filter(({ set }) => set?.endsWith('all names'));
    expect(all.map(({ column, value, n }) => [column, value, n])).toEqual([
      ['precision', 1, 1],
      ['recall', 1, 1],
    ]);
  });

  test('scores roles against labels by hand', () => {
    const { json } = bench('--data', join(ROOT, 'fixtures/knowledge'), '--only', 'tactics', '--check-bars');
    expect(valueOf(figuresOf(json, 'tactics'), 'segments', 'accuracy')).toBeGreaterThan(0.75);
  });

  test('exits 1 with --check-bars if a figure misses its bar', () => {
    writeFileSync(
      join(folder, '54_Spaces', '54A05-Other.tex'),
      article('weather', 'Theorem', 'We call it rain if it falls.'),
    );
    const args = ['--data', '54_Spaces', '--only', 'types'];
    expect(bench(...args).status).toBe(0);
    const { json, status } = bench(...args, '--check-bars');
    expect(status).toBe(1);
    expect(json.missed[0]).toMatch(/^types: type of an article, accuracy/u);
  });
});

describe('bench graph says what is missing', () => {
  test.each<[string, string[], number, string]>([
    ['data that a measure needs', ['--only', 'types'], 2, 'bench-data-missing'],
    ['editions', ['--only', 'fusion'], 2, 'bench-data-missing'],
    ['a folder without data', ['--data', '.'], 2, 'bench-data-unknown'],
    ['a folder that does not exist', ['--data', 'nowhere'], 2, 'bench-data-unknown'],
    ['a pair', ['--only', 'fusion', '--editions', 'notes'], 2, 'pair-form'],
    ['a file of queries', ['--only', 'queries', '--queries', 'none.txt'], 2, 'queries-unreadable'],
    ['an index', ['--only', 'links'], 3, 'bench-data-missing'],
    ['a source', ['--only', 'stats', '--source', 'none'], 1, 'source-unknown'],
  ])('%s', (_, args, exit, code) => {
    const { json, status } = bench(...args);
    expect([json.code, status]).toEqual([code, exit]);
    expect(json.next).not.toBe('');
  });

  test('a library', () => {
    const { json, status } = lemmaheadJson(['bench', 'graph', '--only', 'stats'], { cwd: folder });
    expect([json.code, status]).toEqual(['bench-data-missing', 3]);
  });
});
