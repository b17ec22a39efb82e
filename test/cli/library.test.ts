/** The `library` commands as processes: output and exit codes. */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdtempSync, readFileSync, realpathSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { beforeAll, describe, expect, test } from 'vitest';
import { BINARY } from '../binary.ts';
import { writeFiles } from '../index/temporary.ts';
import { lemmahead, lemmaheadJson } from './spawn.ts';

const PREAMBLE = String.raw`
\documentclass{article}
\usepackage{xr}
\externaldocument[orders-]{orders}
\externaldocument[sets-]{sets}
\newtheorem{lemma}{Lemma}
\newtheorem{definition}{Definition}
\newcommand{\N}{\mathbb{N}}
\begin{document}`;

const SETS = String.raw`${PREAMBLE}
\title{Sets}
\section{Chains}
\begin{definition}\label{chain} A \emph{chain} is a totally ordered set. \end{definition}
\begin{lemma}[Zorn]\label{zorn} If every chain of $\N$ is bounded, there is a maximal element. \end{lemma}
\begin{proof} By Lemma \ref{orders-bound} and Definition \ref{chain}; see \cite{zorn1935}. \end{proof}
\end{document}
`;

const ORDERS = String.raw`${PREAMBLE}
\title{Orders}
\section{Bounds}
\begin{lemma}\label{bound} A finite chain is bounded. \end{lemma}
\begin{lemma}\label{lost} By Lemma \ref{nowhere}. \end{lemma}
\end{document}
`;

let folder: string;
let env: Record<string, string>;

const run = (...args: string[]) => lemmahead(['library', ...args], { cwd: folder, env });
const json = (...args: string[]) => lemmaheadJson(['library', ...args], { cwd: folder, env });

/** Creates a folder with two LaTeX documents that refer to each other. */
function makeBook(): void {
  folder = realpathSync(mkdtempSync(join(tmpdir(), 'lemmahead-library-')));
  env = { LEMMAHEAD_HOME: join(folder, 'home') };
  writeFiles(folder, { 'book/sets.tex': SETS, 'book/orders.tex': ORDERS, 'book/README.md': '# About\n' });
}

describe('library add', () => {
  beforeAll(makeBook);

  test('adds the documents of a folder, lists skipped files, and creates the library', () => {
    const { status, json: report } = json('add', 'book');
    expect(status).toBe(0);
    expect(report).toMatchObject({ schema: 'lemmahead/library-add@1', path: join(folder, 'home', 'library.sqlite') });
    expect(report.documents).toMatchObject([
      { source: 'book', name: 'orders', title: 'Orders', change: 'added', removed: 0 },
      { source: 'book', name: 'sets', title: 'Sets', change: 'added', removed: 0 },
    ]);
    expect(report.left_out).toMatchObject([{ path: join(folder, 'book', 'README.md') }]);
    expect(existsSync(report.path)).toBe(true);
  });

  test('does not change unchanged documents, and updates changed ones', () => {
    const again = run('add', 'book');
    expect(again.stdout).toContain('2 documents unchanged');
    expect(again.status).toBe(0);
    writeFiles(folder, { 'book/orders.tex': ORDERS.replace('A finite chain', 'Every finite chain') });
    const { stdout } = run('add', 'book');
    expect(stdout).toContain('1 document changed, 1 document unchanged');
    expect(stdout).toContain('1 changed');
  });

  test('exits 2 for a missing file and without arguments', () => {
    expect(run('add', 'nothing.tex')).toMatchObject({ status: 2, stdout: '' });
    expect(run('add').status).toBe(2);
  });

  test('exits with the failure of a single unreadable file; with several files adds the others and exits 1', () => {
    writeFiles(folder, { 'song.mp3': 'la', 'note.txt': 'Lemma 1. A note.\n' });
    const alone = run('add', 'song.mp3');
    expect(alone.stderr).toContain('song.mp3');
    expect(alone.status).toBe(2);
    const { status, json: report } = json('add', 'song.mp3', 'note.txt');
    expect(status).toBe(1);
    expect(report.failed).toMatchObject([{ path: join(folder, 'song.mp3'), code: 'format-unknown' }]);
    expect(report.documents).toMatchObject([{ name: 'note', change: 'added' }]);
  });

  test('uses the library of --library or LEMMAHEAD_LIBRARY', () => {
    expect(json('add', 'note.txt', '--library', 'other.sqlite').json.path).toBe(join(folder, 'other.sqlite'));
    const listed = lemmaheadJson(['library', 'list'], {
      cwd: folder,
      env: { ...env, LEMMAHEAD_LIBRARY: 'other.sqlite' },
    });
    expect(listed.json.sources).toMatchObject([{ name: 'note', entries: 1 }]);
  });
});

test('library add exits 130 on Ctrl-C with the finished documents; repeating it adds the rest', async () => {
  makeBook();
  const names = Array.from({ length: 300 }, (_, i) => `notes/n${i}.txt`);
  writeFiles(folder, Object.fromEntries(names.map((name) => [name, `Lemma 1. What ${name} says.\n`])));
  const child = spawn(process.execPath, [BINARY, 'library', 'add', 'notes', '--json'], {
    cwd: folder,
    env: { ...env, HOME: folder, NO_COLOR: '1' },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  let stdout = '';
  child.stdout.on('data', (part) => (stdout += String(part)));
  const closed = once(child, 'close');
  await expect.poll(() => json('list').json.sources?.[0]?.entries ?? 0, { timeout: 30_000 }).toBeGreaterThan(0);
  child.kill('SIGINT');
  const [status] = await closed;
  const report = JSON.parse(stdout);
  // A fast machine may have finished before the first poll.
  expect(status).toBe(report.not_begun === 0 ? 0 : 130);
  expect(report.documents.length + report.not_begun).toBe(300);
  expect(json('list').json.sources[0].entries).toBe(report.documents.length);
  const again = json('add', 'notes').json;
  expect(again.documents.filter(({ change }: { change: string }) => change === 'added')).toHaveLength(report.not_begun);
  expect(json('list').json.sources[0].entries).toBe(300);
}, 60_000);

describe('the library commands on a library of two documents', () => {
  beforeAll(() => {
    makeBook();
    run('add', 'book');
  });

  test('list returns sources and documents, and with a filter entries', () => {
    const { json: report } = json('list');
    expect(report.schema).toBe('lemmahead/library-list@1');
    expect(report.sources).toMatchObject([{ name: 'book', documents: [{ name: 'orders' }, { name: 'sets' }] }]);
    expect(report.entries).toBeNull();
    const definitions = json('list', '--kind', 'definition').json;
    expect(definitions).toMatchObject({ total: 1, entries: [{ key: 'sets#chain', headings: ['Chains'] }] });
    expect(json('list', '--heading', 'bounds', '--document', 'orders').json.total).toBe(2);
    expect(json('list', '--entries', '--limit', '1').json).toMatchObject({ total: 4, entries: [{}] });
    expect(run('list', '--entries').stdout).toContain('book / sets › Chains');
  });

  test('list exits 1 if nothing matches', () => {
    expect(json('list', '--heading', 'nowhere')).toMatchObject({ status: 1, json: { total: 0 } });
  });

  test('list of an unknown source exits 1 and lists the existing ones', () => {
    for (const more of [[], ['--entries']]) {
      expect(json('list', '--source', 'book', '--source', 'nowhere', ...more)).toMatchObject({
        status: 1,
        json: { code: 'source-unknown', message: 'No source is named nowhere.', reason: 'The sources are: book.' },
      });
    }
  });

  test('show finds an entry by id, key or label, and resolves its references', () => {
    const { json: report } = json('show', 'zorn');
    expect(report).toMatchObject({
      schema: 'lemmahead/library-show@1',
      entry: { key: 'sets#zorn', kind: 'theorem', called: 'Lemma', title: 'Zorn' },
      document: { name: 'sets', title: 'Sets' },
      labels: ['zorn'],
      previous: { key: 'sets#chain' },
      next: null,
    });
    expect(report.entry.body).toContain(String.raw`\mathbb`);
    expect(report.references).toMatchObject([
      { kind: 'refers', label: 'chain', to: { key: 'sets#chain' } },
      { kind: 'refers', label: 'orders-bound', to: { key: 'orders#bound' } },
      { kind: 'cites', label: 'zorn1935', to: null },
    ]);
    expect(json('show', String(report.entry.id)).json).toEqual(report);
    expect(json('show', 'sets#zorn').json).toEqual(report);
    expect(json('show', 'bound').json.referred_by).toMatchObject([{ key: 'sets#zorn' }]);
    const { stdout } = run('show', 'zorn');
    for (const part of ['Lemma (Zorn)', 'proof', 'refers to', 'orders#bound', 'book/sets.tex:']) {
      expect(stdout).toContain(part);
    }
  });

  test('show exits 1 for an unknown name, with similar entries', () => {
    expect(json('show', 'zor')).toMatchObject({ status: 1, json: { entry: null, candidates: [{ key: 'sets#zorn' }] } });
    expect(run('show', 'nothing at all').status).toBe(1);
  });

  test('stats counts entries and lists unresolved labels', () => {
    const { json: report } = json('stats');
    expect(report).toMatchObject({
      schema: 'lemmahead/library-stats@1',
      entries: 4,
      kinds: { theorem: 3, definition: 1 },
      sources: [{ name: 'book', documents: 2, entries: 4 }],
      references: { resolved: 2, unresolved: 1, cites: 1 },
      unresolved_labels: [{ source: 'book', label: 'nowhere', times: 1 }],
      embedders: [],
    });
    expect(run('stats').stdout).toContain('nowhere');
  });

  test('export writes one record per line, to stdout or to a file', () => {
    const lines = run('export')
      .stdout.trim()
      .split('\n')
      .map((line) => JSON.parse(line));
    expect(lines[0]).toEqual({ schema: 'lemmahead/library-export@3' });
    expect(lines.slice(1).map(({ record }) => record)).toEqual([
      ...['source', 'document', 'document'],
      ...Array(4).fill('entry'),
      ...Array(4).fill('edge'),
    ]);
    expect(json('export').json.records).toEqual(lines.slice(1));
    expect(json('export', '--out', 'out.jsonl').json).toMatchObject({
      records: 11,
      written_to: join(folder, 'out.jsonl'),
    });
    expect(readFileSync(join(folder, 'out.jsonl'), 'utf8')).toBe(run('export').stdout);
    expect(run('export', '--source', 'nowhere').status).toBe(1);
  });

  test('import recreates the exported library, and changes nothing in an existing one', () => {
    run('export', '--out', 'out.jsonl');
    const { status, json: report } = json('import', 'out.jsonl', '--library', 'again.sqlite');
    expect(status).toBe(0);
    expect(report.documents).toMatchObject([
      { source: 'book', name: 'orders', change: 'added', added: 2 },
      { source: 'book', name: 'sets', change: 'added', added: 2 },
    ]);
    expect(run('export', '--library', 'again.sqlite').stdout).toBe(readFileSync(join(folder, 'out.jsonl'), 'utf8'));
    expect(json('add', 'book', '--library', 'again.sqlite').json.documents).toMatchObject([
      { change: 'unchanged' },
      { change: 'unchanged' },
    ]);
    expect(run('import', 'out.jsonl').stdout).toContain('2 documents unchanged, 4 entries');
  });

  test.each([
    ['another file', '{"name": "x"}\n'],
    ['a line of an entry without its document', '{"schema":"lemmahead/library-export@1"}\n{"record":"entry"}\n'],
    ['invalid JSON', '{"schema":"lemmahead/library-export@1"}\nwords\n'],
    ['records without their first line', '{"record":"source","name":"x"}\n'],
  ])('import of %s exits 2 and reports the line', (_what, text) => {
    writeFileSync(join(folder, 'bad.jsonl'), text);
    const { status, json: report } = json('import', 'bad.jsonl', '--library', 'bad.sqlite');
    expect(status).toBe(2);
    expect(report).toMatchObject({ code: 'import-invalid', message: expect.stringMatching(/^bad\.jsonl:\d/u) });
    expect(existsSync(join(folder, 'bad.sqlite'))).toBe(false);
  });

  const HEAD = '{"schema":"lemmahead/library-export@1"}\n';
  test.each([
    ['an empty file', '', 'The file is empty.'],
    ['blank lines', '\n\n', 'The file is empty.'],
    ['an array', '[]\n', 'Invalid input: expected object, received array'],
    ['a newer export', HEAD.replace('@1', '@9'), 'written by a newer lemmahead: lemmahead/library-export@9'],
    ['another report', '{"schema":"lemmahead/search@1"}\n', 'Its schema is "lemmahead/search@1", not'],
    ['a record of an unknown type', `${HEAD}{"record":"song"}\n`, 'record: is not a record of a library export'],
    [
      'an incomplete document',
      `${HEAD}{"record":"document","source":"a","name":"b"}\n`,
      'path: Invalid input: expected string',
    ],
  ])('import of %s exits 2 and reports the reason', (_what, text, why) => {
    writeFileSync(join(folder, 'bad.jsonl'), text);
    const { status, json: report } = json('import', 'bad.jsonl', '--library', 'bad.sqlite');
    expect(status).toBe(2);
    expect(report).toMatchObject({ code: 'import-invalid', reason: expect.stringContaining(why) });
    expect(report.reason).not.toMatch(/^:/u);
  });

  test('import of a file in another encoding exits 2 and loses no character silently', () => {
    writeFileSync(join(folder, 'latin.jsonl'), `${HEAD}{"record":"document","name":"Poincaré"}\n`, 'latin1');
    const { status, json: report } = json('import', 'latin.jsonl', '--library', 'bad.sqlite');
    expect([status, report.code, report.reason]).toEqual([2, 'import-missing', 'It is not text in UTF-8.']);
  });

  test('doctor counts the entries of the library', () => {
    const { json: report } = lemmaheadJson(['doctor'], { cwd: folder, env });
    const check = report.checks.find(({ what }: { what: string }) => what === 'library');
    expect(check).toMatchObject({ state: 'ok', found: expect.stringContaining('4 entries of 2 documents') });
  });
});

describe('library remove', () => {
  beforeAll(() => {
    makeBook();
    run('add', 'book');
  });

  test('removes nothing without confirmation', () => {
    const { status, json: report } = json('remove', '--source', 'book');
    expect(status).toBe(2);
    expect(report).toMatchObject({ code: 'not-confirmed' });
    expect(report.message).toContain('2 documents with 4 entries');
    expect(json('stats').json.entries).toBe(4);
  });

  test('exits 2 without a name, and 1 for an unknown name', () => {
    expect(json('remove', '--yes')).toMatchObject({ status: 2, json: { code: 'nothing-named' } });
    expect(json('remove', 'nobody', '--yes')).toMatchObject({ status: 1, json: { code: 'entry-unknown' } });
    expect(json('remove', '--source', 'nobody', '--yes')).toMatchObject({
      status: 1,
      json: { code: 'source-unknown' },
    });
  });

  test('removes an entry, a document or a source; adding it again restores it and its references', () => {
    expect(json('remove', 'bound', '--yes').json).toEqual({
      schema: 'lemmahead/library-remove@1',
      removed: true,
      documents: 0,
      entries: 1,
      references: 1,
    });
    expect(json('show', 'zorn').json.references[1]).toMatchObject({ label: 'orders-bound', to: null });
    run('add', 'book');
    expect(json('show', 'zorn').json.references[1]).toMatchObject({ to: { key: 'orders#bound' } });
    expect(json('remove', '--document', 'orders', '--yes').json).toMatchObject({ documents: 1, entries: 2 });
    expect(json('remove', '--source', 'book', '--yes').json).toMatchObject({ documents: 1, entries: 2 });
    expect(json('list').json.sources).toEqual([]);
  });
});

describe('the library commands without a library', () => {
  beforeAll(makeBook);

  test.each([['list', '--kind', 'theorem'], ['show', 'x'], ['stats'], ['export'], ['remove', 'x', '--yes']])(
    '%s exits 3 and reports how to create one',
    (...args) => {
      expect(json(...args)).toMatchObject({
        status: 3,
        json: { code: 'library-missing', next: 'lemmahead library add FILE…' },
      });
      expect(existsSync(join(folder, 'home', 'library.sqlite'))).toBe(false);
    },
  );

  test('add does not overwrite a file that is not a library', () => {
    writeFileSync(join(folder, 'diary.txt'), 'Dear diary.\n'.repeat(500));
    expect(json('add', 'book', '--library', 'diary.txt')).toMatchObject({
      status: 3,
      json: { code: 'library-foreign' },
    });
    expect(readFileSync(join(folder, 'diary.txt'), 'utf8')).toBe('Dear diary.\n'.repeat(500));
  });
});

test('a failed first add leaves no library', () => {
  const library = join(mkdtempSync(join(tmpdir(), 'lemmahead-no-library-')), 'new.sqlite');
  const notes = join(folder, 'data.unknown');
  writeFileSync(notes, Buffer.from([0, 1, 2, 255]));
  expect(lemmahead(['library', 'add', notes, '--format', 'latex', '--library', library], { env }).status).not.toBe(0);
  expect([existsSync(library), existsSync(`${library}.lock`)]).toEqual([false, false]);
});
