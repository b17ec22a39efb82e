/** `search --in-library` and `--everywhere`, and `library embed` with a local model, as processes. */
import { mkdirSync, mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { beforeAll, expect, test } from 'vitest';
import { ROOT } from '../architecture/source-files.ts';
import { writeTinyModel } from '../llm/tiny-onnx.ts';
import { lemmahead, lemmaheadJson } from './spawn.ts';

const WORDS = { sequence: [1, 0, 0, 0], bounded: [0, 1, 0, 0], prime: [0, 0, 1, 0], divides: [0, 0, 0, 1] };
const TEXT = `Every bounded sequence of reals has a convergent subsequence.

A prime that divides a product divides one of its factors.
`;

const QUERIES = join(ROOT, 'bench', 'queries', 'library', 'basic-analysis.jsonl');
const home = mkdtempSync(join(tmpdir(), 'lemmahead-search-home-'));
const env = { LEMMAHEAD_HOME: home };
const folder = join(home, 'model');
const other = join(home, 'other');

beforeAll(() => {
  writeTinyModel(folder, { words: WORDS });
  writeTinyModel(other, { words: { ...WORDS, prime: [0, 0, 2, 2] } });
  writeFileSync(join(home, 'notes.txt'), TEXT);
  expect(lemmahead(['library', 'add', join(home, 'notes.txt'), '--source', 'notes'], { env }).status).toBe(0);
}, 60_000);

test('search --in-library needs no index, and reports the position of each hit', () => {
  const { status, json } = lemmaheadJson(['search', '--in-library', 'bounded sequences', '--explain'], { env });
  expect(status).toBe(0);
  expect(json).toMatchObject({ schema: 'lemmahead/search-library@1', channels: ['words'], notices: [] });
  expect(json.results[0]).toMatchObject({
    source: 'notes',
    kind: 'passage',
    path: join(home, 'notes.txt'),
    snippet: expect.stringContaining('bounded sequence'),
    contributions: expect.arrayContaining([{ what: "word 'bounded'", points: expect.any(Number) }]),
  });
  const shown = lemmahead(['search', '--in-library', 'bounded sequences'], { env });
  expect(shown.stdout).toContain(`lemmahead library show ${json.results[0].id}`);
  expect(lemmahead(['search', '--in-library', 'qwertyuiop'], { env })).toMatchObject({ status: 1 });
});

test('search --everywhere without an index still searches the library', () => {
  const { status, json } = lemmaheadJson(['search', '--everywhere', 'bounded sequences'], { env });
  expect(status).toBe(0);
  expect(json).toMatchObject({
    schema: 'lemmahead/search-everywhere@1',
    declarations: null,
    declarations_failed: { code: 'index-missing' },
    library: { schema: 'lemmahead/search-library@1', results: [{ source: 'notes' }] },
    library_failed: null,
  });
});

test('search --everywhere without a library still searches the index, and fails if both are missing', () => {
  const index = join(home, 'two.sqlite');
  const root = join(home, 'lean');
  mkdirSync(root);
  writeFileSync(join(root, 'A.lean'), 'theorem one_lt_two : 1 < 2 := by decide\n');
  expect(lemmahead(['index', 'build', '--root', `A=${root}`, '--out', index], { env }).status).toBe(0);
  const search = ['search', '--everywhere', 'one_lt_two', '--library', join(home, 'none.sqlite')];
  const { status, json } = lemmaheadJson([...search, '--index', index], { env });
  expect(status).toBe(0);
  expect(json).toMatchObject({
    declarations: { results: [{ name: 'one_lt_two' }] },
    declarations_failed: null,
    library: null,
    library_failed: { code: 'library-missing', next: 'lemmahead library add FILE…' },
  });
  expect(lemmahead([...search, '--index', index], { env }).stdout).toMatch(
    /one_lt_two[^]*Library\n\n.*lemmahead library add/su,
  );
  const both = ['search', '--everywhere', '--index', index];
  const unread = lemmahead([...both, 'one_lt_two', '--in', join(home, 'nope.lean')], { env });
  expect([unread.status, unread.stderr]).toEqual([2, expect.stringContaining('nope.lean cannot be read')]);
  expect(lemmahead([...both, '(( bounded'], { env })).toMatchObject({ status: 0 });
  // Half was not searched, so the exit code must not be 1.
  expect(lemmahead(['search', '--everywhere', 'qwertyuiop'], { env }).status).toBe(3);
  expect(lemmahead([...both, 'qwertyuiop'], { env }).status).toBe(1);
  const neither = lemmahead(search, { env });
  expect([neither.status, neither.stderr]).toEqual([3, expect.stringContaining('index')]);
});

test('search --in-library refuses flags and kinds for declarations', () => {
  expect(lemmahead(['search', '--in-library', 'x', '--module', 'Y'], { env }).status).toBe(2);
  const kind = lemmahead(['search', '--in-library', 'x', '--kind', 'instance'], { env });
  expect([kind.status, kind.stderr]).toEqual([2, expect.stringContaining("no kind 'instance' in the library")]);
  expect(lemmahead(['search', 'x', '--kind', 'passage'], { env }).status).toBe(2);
  expect(lemmahead(['search', '--in-library'], { env }).status).toBe(2);
});

test.each([
  ['search', '--in-library', 'bounded'],
  ['search', '--everywhere', 'bounded'],
  ['bench', 'retrieval', '--in-library', '--queries', QUERIES],
  ['library', 'export'],
  ['library', 'list'],
])('an unknown source is reported with the existing ones: %s %s', (...args) => {
  const { status, stdout, stderr } = lemmahead([...args, '--source', 'nosuch'], { env });
  expect([status, stdout]).toEqual([1, '']);
  expect(stderr).toMatch(/No source is named nosuch\.[^]*The sources are: notes\./u);
});

test('entries are embedded once, searched by words and vectors, and never with vectors of two models', () => {
  const embed = (...more: string[]) =>
    lemmaheadJson(['library', 'embed', '--embedder', `onnx:${folder}`, ...more], { env });
  expect(embed('--dry-run').json).toMatchObject({ dry_run: true, missing: 1, embedded: 0, most_cost: 0 });
  expect(embed().json).toMatchObject({ schema: 'lemmahead/library-embed@1', missing: 1, embedded: 1 });
  expect(embed().json).toMatchObject({ missing: 0, embedded: 0 });
  const by = (model: string) =>
    lemmaheadJson(['search', '--in-library', 'prime', '--embedder', `onnx:${model}`], { env }).json;
  expect(by(folder)).toMatchObject({ channels: ['words', 'vectors'], notices: [] });
  expect(by(other)).toMatchObject({
    channels: ['words'],
    notices: [expect.stringContaining('The stored vectors are from')],
  });
  const refused = lemmahead(['library', 'embed', '--embedder', `onnx:${other}`], { env });
  expect([refused.status, refused.stderr]).toEqual([2, expect.stringContaining('--again')]);
  const again = lemmaheadJson(['library', 'embed', '--embedder', `onnx:${other}`, '--again'], { env });
  expect(again.json).toMatchObject({ embedded: 1, embedder: { name: `onnx:${other}` } });
  expect(by(other)).toMatchObject({ channels: ['words', 'vectors'], notices: [] });
}, 60_000);

test.each<[string[], string]>([
  [['library', 'embed'], 'No embedder is configured'],
  [['library', 'embed', '--embedder', 'anthropic/x'], 'is not an embedding model'],
  [['library', 'embed', '--embedder', 'onnx:/nowhere'], 'contains no usable embedding model'],
  [['library', 'embed', '--embedder', `onnx:${folder}`, '--store', 'pinecone'], 'is not a vector store'],
])('%s reports what is wrong', (args, message) => {
  const { status, stderr } = lemmahead(args, { env });
  expect([status, stderr]).toEqual([2, expect.stringContaining(message)]);
});

test("a project's file cannot set an embedder, a server or a store unless it is trusted", () => {
  const project = mkdtempSync(join(tmpdir(), 'lemmahead-project-'));
  const settings = [
    '[embedder]',
    'name = "onnx:/evil"',
    'base_url = "http://evil.example/v1"',
    '[library]',
    'store = "chroma:http://evil.example"',
  ];
  writeFileSync(join(project, 'lakefile.toml'), 'name = "p"\n');
  writeFileSync(join(project, 'lemmahead.toml'), `${settings.join('\n')}\n`);
  const { status, stderr } = lemmahead(['library', 'embed'], { env, cwd: project });
  expect([status, stderr]).toEqual([2, expect.stringContaining('No embedder is configured')]);
});
