/** The `concepts` commands on a small library. */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdirSync, mkdtempSync, readFileSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { beforeAll, describe, expect, test } from 'vitest';
import { BINARY } from '../binary.ts';
import { lemmahead, lemmaheadJson } from './spawn.ts';

const HARBOUR = `/-! # Harbours -/
namespace Harbour

/-- A *quay* is where ships moor. -/
structure Quay (length : Nat) where
  width : Nat

/-- A quay is sheltered if no wave reaches it. -/
def IsSheltered (n : Nat) (q : Quay n) : Prop := True

/-- The *draught* of a ship. -/
def draught (n : Nat) : Nat := n

/-- Every sheltered quay has a lantern. -/
theorem lantern_of_sheltered (n : Nat) (q : Quay n) (h : IsSheltered n q) : True := trivial

end Harbour
`;

const PLUMBING = `/-! # Basins -/
namespace Plumbing

/-- The draught of a chimney. -/
structure Draught where
  flow : Nat

end Plumbing
`;

const LISTS = `Ships:
  Depth:
    depth of a ship: 'Harbour.draught'
    beam of a ship: 'Harbour.beam'
    old ship: https://example.org/ship
`;

const home = mkdtempSync(join(tmpdir(), 'lemmahead-concepts-'));
const sources = join(home, 'sources');
const index = join(home, 'index.sqlite');
const env = { LEMMAHEAD_HOME: home, LEMMAHEAD_INDEX: index };

function write(files: Record<string, string>): void {
  for (const [name, text] of Object.entries(files)) {
    mkdirSync(dirname(join(sources, name)), { recursive: true });
    writeFileSync(join(sources, name), text);
  }
}

function buildIndex(): void {
  const built = lemmahead(['index', 'build', '--root', `Port=${sources}`], { env });
  expect(built.status, built.stderr).toBe(0);
}

const run = (...args: string[]) => lemmahead(['concepts', ...args], { env });
const json = (...args: string[]) => lemmaheadJson(['concepts', ...args], { env });
const namesIn = ({ concepts }: any): string[] =>
  concepts.flatMap(({ variants }: any) => variants.map(({ name }: any) => name));

beforeAll(() => {
  write({ 'Harbour.lean': HARBOUR, 'Plumbing.lean': PLUMBING, 'docs/overview.yaml': LISTS });
  buildIndex();
}, 60_000);

test('without a base, every command exits 3 and says how to build one', () => {
  const { status, stderr } = run('search', 'draught', '--concepts', join(home, 'missing.sqlite'));
  expect([status, stderr]).toEqual([3, expect.stringContaining('lemmahead concepts build')]);
});

describe('concepts build', () => {
  test('writes the base beside the index and counts what it holds', () => {
    const built = json('build');
    expect(built.status).toBe(0);
    expect(built.json).toMatchObject({
      schema: 'lemmahead/concepts-build@1',
      path: join(home, 'index.concepts.sqlite'),
      definitions: 4,
      lists: [{ list: 'overview', from: 'Port', entries: 2, names: 2, known: 1, elsewhere: 1, undeclared: 0 }],
      problems: [],
    });
    expect(built.json.concepts).toBeGreaterThan(4);
    expect(run('build').stdout).toContain(
      'list overview of Port: 1 of 2 names known, in 2 entries, 1 with only an address',
    );
  });

  test('--without-list leaves a list out, --lists adds those of a folder', () => {
    const path = join(home, 'other.sqlite');
    const without = json('build', '--without-list', 'overview', '--concepts', path);
    expect(without.json).toMatchObject({ path, lists: [] });
    const originsOf = (...args: string[]) =>
      json('search', 'depth of a ship', ...args).json.concepts.flatMap(({ variants }: any) => variants[0].origins);
    expect(originsOf()).toContain('list');
    expect(originsOf('--concepts', path)).not.toContain('list');
    const folder = mkdtempSync(join(tmpdir(), 'lemmahead-lists-'));
    mkdirSync(join(folder, 'docs'));
    writeFileSync(join(folder, 'docs', 'undergrad.yaml'), 'Winds:\n  chimney wind: Plumbing.Draught\n');
    const added = json('build', '--without-list', 'overview', '--lists', folder, '--concepts', path);
    expect(added.json.lists).toMatchObject([{ list: 'undergrad', from: folder, known: 1 }]);
    expect(namesIn(json('search', 'chimney wind', '--concepts', path).json)[0]).toBe('Plumbing.Draught');
    writeFileSync(join(folder, 'docs', 'undergrad.yaml'), 'a: &x [*x]\n');
    const damaged = run('build', '--lists', folder, '--concepts', path);
    expect([damaged.status, damaged.stderr]).toEqual([0, expect.stringContaining('undergrad.yaml:1')]);
    const none = run('build', '--lists', home, '--concepts', path);
    expect([none.status, none.stderr]).toEqual([2, expect.stringContaining('has no lists')]);
  });

  test('does not replace a file that is not a concept base', () => {
    const notes = join(home, 'notes.txt');
    writeFileSync(notes, 'my notes');
    const { status, stderr } = run('build', '--concepts', notes);
    expect([status, stderr]).toEqual([2, expect.stringContaining('left unchanged')]);
    expect(readFileSync(notes, 'utf8')).toBe('my notes');
  });

  test('Ctrl-C exits 130, leaves the old base and removes the lock', async () => {
    const path = join(home, 'interrupted.sqlite');
    expect(run('build', '--concepts', path).status).toBe(0);
    const old = readFileSync(path);
    const child = spawn(process.execPath, [BINARY, 'concepts', 'build', '--concepts', path], {
      env: { PATH: dirname(process.execPath), ...env },
      stdio: 'ignore',
    });
    await expect.poll(() => existsSync(`${path}.lock`), { interval: 1, timeout: 20_000 }).toBe(true);
    child.kill('SIGINT');
    expect((await once(child, 'close'))[0]).toBe(130);
    expect(existsSync(`${path}.lock`)).toBe(false);
    expect(readFileSync(path).equals(old)).toBe(true);
  }, 60_000);
});

describe('concepts search', () => {
  beforeAll(() => void run('build'));

  test('finds the meanings of a term, with what each is and how to import it', () => {
    const { status, json: found } = json('search', 'draught');
    expect(status).toBe(0);
    expect(namesIn(found).slice(0, 2).sort()).toEqual(['Harbour.draught', 'Plumbing.Draught']);
    const [variant] = found.concepts[0].variants.filter(({ name }: any) => name === 'Harbour.draught');
    expect(variant).toMatchObject({
      kind: 'def',
      arguments: ['n'],
      origins: ['name'],
      annotation: { text: 'The *draught* of a ship.', origin: 'docstring' },
      import: 'import Harbour',
      file_path: 'Harbour.lean',
      fields: ['Harbour'],
      deprecated: null,
    });
    expect(found.concepts[0].concept).toMatchObject({ name: 'draught', key: 'draught', definitions: 2 });
  });

  test('names the other meanings', () => {
    const { json: found } = json('search', 'draught', 'of', 'a', 'ship', '-k', '1');
    expect(namesIn(found)).toEqual(['Harbour.draught']);
    expect(found.other_meanings).toEqual([{ name: 'Plumbing.Draught', kind: 'structure', field: 'Plumbing' }]);
    expect(run('search', 'draught of a ship', '-k', '1').stdout).toContain(
      'not meant here: Plumbing.Draught (Plumbing)',
    );
  });

  test('a field decides between meanings; an unknown one is reported', () => {
    expect(namesIn(json('search', 'draught', '--field', 'Plumbing.Draught').json)).toContain('Plumbing.Draught');
    expect(json('search', 'draught', '--field', 'zzz').json.notices).toEqual([
      expect.stringContaining("There is no field 'zzz'"),
    ]);
  });

  test('prints the name with its arguments', () => {
    expect(run('search', 'quay').stdout).toMatch(/structure Harbour\.Quay length {2,}.*\n +is +A \*quay\* is where/);
  });

  test('--explain: the addends of a score add up', () => {
    const { json: found } = json('search', 'sheltered quay', '--explain');
    for (const { score, contributions } of found.concepts.flatMap(({ variants }: any) => variants))
      expect(contributions.reduce((sum: number, { points }: any) => sum + points, 0)).toBeCloseTo(score, 3);
  });

  test('a term without a definition exits 1, with similar concepts', () => {
    const { status, json: found } = json('search', 'drauhgt');
    expect([status, namesIn(found), found.nearest]).toEqual([1, [], expect.arrayContaining(['draught'])]);
    expect(run('search', 'drauhgt').stdout).toContain('Similar concepts:\n  draught');
    expect(json('search', 'zzzz').status).toBe(1);
  });

  test.each([
    ['an empty term', ['  '], 'Missing term'],
    ['a term without letters', ['...'], 'Missing term'],
    ['a whole text', ['x '.repeat(600)], 'more than 1000 characters'],
  ])('%s exits 2', (_, args, message) => {
    expect(run('search', ...args)).toMatchObject({ status: 2, stderr: expect.stringContaining(message) });
  });
});

test('a base of another state of the index is used with a notice, without names that no longer exist', () => {
  const old = join(home, 'old.sqlite');
  expect(run('build', '--concepts', old).status).toBe(0);
  write({ 'Plumbing.lean': PLUMBING.replaceAll('Draught', 'Flue') });
  buildIndex();
  const { json: found } = json('search', 'draught', '--concepts', old);
  expect(found.notices).toEqual([
    expect.stringContaining('was built from another state of the index'),
    expect.stringContaining('the index no longer has it'),
  ]);
  expect(JSON.stringify(found)).not.toContain('Plumbing.Draught');
  write({ 'Plumbing.lean': PLUMBING });
  buildIndex();
});
