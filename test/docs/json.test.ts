/** Checks that `docs/reference/json.md` lists exactly the fields that the commands print. */
import { mkdtempSync, readFileSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { beforeAll, describe, expect, test } from 'vitest';
import { lemmaheadJson } from '../cli/spawn.ts';
import { ROOT, sourceFiles } from '../architecture/source-files.ts';
import { fakeLean } from '../verify/fake-lean.ts';
import { trustLean } from '../verify/trusted-lean.ts';

const page = readFileSync(join(ROOT, 'docs', 'reference', 'json.md'), 'utf8');
const folder = mkdtempSync(join(tmpdir(), 'lemmahead-json-'));
const env = { LEMMAHEAD_HOME: join(folder, 'home'), LEMMAHEAD_INDEX: join(folder, 'index.sqlite') };
const BUILD = ['index', 'build', '--root', `Abacus=${join(ROOT, 'fixtures', 'library')}`];

/** The names in backticks in the first column of the table under a schema's heading. */
function documented(schema: string): string[] {
  const section = page.split(/^## /m).find((each) => each.startsWith(`${schema}\n`)) ?? '';
  const cells = [...section.matchAll(/^\| (`[^|]*) \|/gm)].map((match) => match[1]!);
  return cells.flatMap((cell) => [...cell.matchAll(/`([^`]+)`/g)].map((match) => match[1]!)).sort();
}

beforeAll(() => {
  writeFileSync(join(folder, 'Export.jsonl'), '{"schema":"lemmahead/library-export@1"}\n');
  writeFileSync(join(folder, 'Note.txt'), 'Lemma 1. A note.\n');
  writeFileSync(join(folder, 'lemmahead.toml'), '[search]\nlimit = 3\n');
  lemmaheadJson(BUILD, { env });
}, 60_000);

describe('docs/reference/json.md has the fields of', () => {
  test.each([
    ['search', ['search', 'Nat.add_comm']],
    ['show', ['show', 'Nat.add_comm']],
    ['open', ['open', 'Nat.add_comm', '--print']],
    ['index-build', BUILD],
    ['index-stats', ['index', 'stats']],
    ['index-verify', ['index', 'verify']],
    ['index-path', ['index', 'path']],
    ['bench-retrieval', ['bench', 'retrieval', '--queries', join(ROOT, 'bench', 'sets', 'abacus.jsonl')]],
    ['config', ['config']],
    ['config-file', ['config', 'path']],
    ['config-trust', ['config', 'trust']],
    ['doctor@2', ['doctor']],
    ['library-add', ['library', 'add', 'Note.txt']],
    ['library-list', ['library', 'list', '--entries']],
    ['library-show', ['library', 'show', '1']],
    ['library-stats', ['library', 'stats']],
    ['library-export@2', ['library', 'export']],
    ['library-import', ['library', 'import', 'Export.jsonl']],
    ['library-remove', ['library', 'remove', '1', '--yes']],
    ['holes', ['holes', join(ROOT, 'fixtures', 'holes', 'Holes.lean')]],
    ['completion', ['completion', 'bash']],
    ['completions', ['__complete', 'module', 'Aba']],
  ])('%s', (name, args) => {
    const { json, status } = lemmaheadJson(args, { env, cwd: folder });
    expect(status).toBe(0);
    expect(json.schema).toBe(`lemmahead/${name.includes('@') ? name : `${name}@1`}`);
    expect(Object.keys(json).sort()).toEqual(documented(json.schema));
  });

  test.each([
    ['check', ['check', 'File.lean', '--level', 'compile']],
    ['prove', ['prove', 'File.lean']],
  ])('%s', (name, args) => {
    writeFileSync(join(folder, 'File.lean'), 'theorem t : 1 = 1 := rfl\n');
    const { json, status } = lemmaheadJson(args, { env: { ...env, PATH: fakeLean(folder).bin }, cwd: folder });
    expect(status).toBe(0);
    expect(json.schema).toBe(`lemmahead/${name}@1`);
    expect(Object.keys(json).sort()).toEqual(documented(json.schema));
  });

  test('bench prove and bench compare, also of nested objects', async () => {
    writeFileSync(join(folder, 'Hole.lean'), 'theorem t : 1 = 1 := sorry\n');
    const options = { env: { ...env, PATH: fakeLean(folder).bin }, cwd: folder };
    await trustLean(env.LEMMAHEAD_HOME, folder, options.env);
    const args = ['--dataset', 'Hole.lean', '--out', 'bench', '--mode', 'cold', '--no-retrieval'];
    const { json } = lemmaheadJson(['bench', 'prove', ...args], options);
    expect(Object.keys(json).sort()).toEqual(documented('lemmahead/bench-prove@1'));
    const section = page.split(/^## /m).find((each) => each.startsWith('lemmahead/bench-prove@1\n')) ?? '';
    const [problem] = json.problems;
    for (const part of [json.provenance, json.dataset, json.hidden, json.systems[0], problem, problem.results[0]]) {
      for (const key of Object.keys(part)) expect(section).toContain(`\`${key}\``);
    }
    for (const file of ['baseline.json', 'bench.json']) {
      const stored = JSON.parse(readFileSync(join(folder, 'bench', file), 'utf8'));
      expect(Object.keys(stored).sort()).toEqual(documented(stored.schema));
    }
    const compared = lemmaheadJson(['bench', 'compare', 'bench/report.json', 'bench/baseline.json'], options).json;
    expect(Object.keys(compared).sort()).toEqual(documented('lemmahead/bench-compare@1'));
  });

  test('prove, runs list, runs show and a dry run, also in their lists', async () => {
    writeFileSync(join(folder, 'Hole.lean'), 'theorem t : 1 = 1 := sorry\n');
    const path = { ...env, PATH: fakeLean(folder).bin };
    await trustLean(env.LEMMAHEAD_HOME, folder, path);
    const json = (...args: string[]) => lemmaheadJson(args, { env: path, cwd: folder }).json;
    const proved = json('prove', 'Hole.lean', '--mode', 'cold');
    const list = json('runs', 'list');
    const run = json('runs', 'show', 'last');
    const dry = json('prove', 'Hole.lean', '--mode', 'cold', '--dry-run', '--model', 'dummy');
    for (const each of [proved, list, run, dry]) expect(Object.keys(each).sort()).toEqual(documented(each.schema));
    const { holes } = dry;
    for (const part of [proved.holes[0], list.runs[0], run.holes[0], holes[0], holes[0].prompts[0]]) {
      for (const key of Object.keys(part)) expect(page).toContain(`\`${key}\``);
    }
  }, 60_000);

  test('a library search, also in its lists', () => {
    const home = { env: { ...env, LEMMAHEAD_HOME: join(folder, 'copies') }, cwd: folder };
    for (const source of ['one', 'other']) lemmaheadJson(['library', 'add', 'Note.txt', '--source', source], home);
    const { json } = lemmaheadJson(['search', '--in-library', 'note', '--explain'], home);
    expect(Object.keys(json).sort()).toEqual(documented('lemmahead/search-library@1'));
    const section = page.split(/^## /m).find((each) => each.startsWith('lemmahead/search-library@1\n')) ?? '';
    const [hit] = json.results;
    expect(hit.also_in).toHaveLength(1);
    for (const key of [...Object.keys(hit), ...Object.keys(hit.also_in[0])]) expect(section).toContain(`\`${key}\``);
  });

  test('check, also in its lists', () => {
    writeFileSync(join(folder, 'Hole.lean'), 'theorem t : 1 = 1 := sorry\n');
    const options = { env: { ...env, PATH: fakeLean(folder).bin }, cwd: folder };
    const { json } = lemmaheadJson(['check', 'Hole.lean', '--level', 'compile'], options);
    const section = page.split(/^## /m).find((each) => each.startsWith('lemmahead/check@1\n')) ?? '';
    const [file] = json.files;
    for (const part of [file, file.lean, file.findings[0]]) {
      for (const key of Object.keys(part)) expect(section).toContain(`\`${key}\``);
    }
  });

  test('errors', () => {
    const { json } = lemmaheadJson(['search'], { env });
    expect(documented('lemmahead/error@1')).toEqual(expect.arrayContaining(Object.keys(json)));
  });
});

test('docs/reference/json.md contains every schema in the code', () => {
  const inCode = new Set(sourceFiles().flatMap(({ text }) => text.match(/lemmahead\/[a-z-]+@\d+/g) ?? []));
  // Schemas of the user's files, and of a command that prints only its protocol.
  const unprinted = ['recording', 'trust', 'kept-answer', 'mcp'];
  for (const name of unprinted) inCode.delete(`lemmahead/${name}@1`);
  const onPage = [...page.matchAll(/^## (lemmahead\/\S+)$/gm)].map((match) => match[1]!);
  expect(onPage.sort()).toEqual([...inCode].sort());
});
