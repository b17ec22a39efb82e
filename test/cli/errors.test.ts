/** Errors of the real binary: the exit code, what happened, why, and what to type next. */
import {
  chmodSync,
  chownSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  realpathSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeAll, beforeEach, describe, expect, test, type TestContext } from 'vitest';
import Database from 'better-sqlite3';
import { writeFiles } from '../index/temporary.ts';
import { lemmahead, lemmaheadJson, type Spawned, type SpawnOptions } from './spawn.ts';

const THEOREM = 'namespace Grove\ntheorem fruit (a b : Nat) : a + b = b + a := Nat.add_comm a b\nend Grove\n';
/** The user `nobody`: root may read every folder. */
const user = process.getuid?.() === 0 ? 65_534 : undefined;

let folder: string;
let home: string;
let env: Record<string, string>;
/** Readable again after the test. */
let locked: string[];

beforeEach(() => {
  folder = realpathSync(mkdtempSync(join(tmpdir(), 'lemmahead-errors-')));
  home = join(folder, 'home');
  mkdirSync(home);
  env = { LEMMAHEAD_HOME: home };
  locked = [];
  if (user !== undefined) for (const path of [folder, home]) chownSync(path, user, user);
});

afterEach(() => {
  for (const path of locked) chmodSync(path, 0o755);
});

function lock(path: string): void {
  if (user !== undefined) chownSync(path, user, user);
  chmodSync(path, 0);
  locked.push(path);
}

/** Runs as a user that permissions apply to. */
function run(context: TestContext, args: string[], options: SpawnOptions = {}): Spawned {
  const as = { cwd: folder, env, ...options, ...(user === undefined ? {} : { user }) };
  if (lemmahead(['--version'], as).status !== 0) context.skip('needs a user other than root that can run the program');
  return lemmahead(args, as);
}

describe('an unreadable folder', () => {
  test('below a root is a reported problem with its path; the rest is indexed', (context) => {
    const root = writeFiles(join(folder, 'lib'), { 'Open/A.lean': THEOREM, 'Shut/B.lean': THEOREM });
    const shut = join(root, 'Shut');
    lock(shut);
    const build = ['index', 'build', '--root', `Grove=${root}`, '--json'];
    const { status, stdout } = run(context, build);
    const report = JSON.parse(stdout);
    expect(status).toBe(0);
    expect(report).toMatchObject({ files: 1, declarations: 1 });
    expect(report.problems).toEqual([
      { path: shut, line: 1, message: expect.stringMatching(/^cannot be read: EACCES/u), is_unread: true },
    ]);
    expect(run(context, [...build, '--strict']).status).toBe(1);
  });

  test('as a root is an error that says so', (context) => {
    const root = writeFiles(join(folder, 'lib'), { 'A.lean': THEOREM });
    lock(root);
    const { status, stderr } = run(context, ['index', 'build', '--root', `Grove=${root}`]);
    expect(status).toBe(2);
    expect(stderr).toContain(`error: The root of Grove, ${root}, contains no readable .lean file.`);
    expect(stderr).toMatch(/why: .*lib cannot be read: EACCES/u);
    expect(stderr).toContain('next: Make the folder readable, or give another one: --root NAME=PATH.');
  });

  test('given to library add is an error that says so', (context) => {
    const book = join(writeFiles(folder, { 'book/text.md': '# Text\n' }), 'book');
    lock(book);
    const { status, stderr } = run(context, ['library', 'add', 'book']);
    expect([status, stderr]).toEqual([2, expect.stringMatching(/why: .*EACCES/u)]);
  });

  test.for([
    [['search', 'add'], 2],
    [['library', 'list'], 2],
    [['runs', 'list'], 2],
    [['doctor'], 3],
  ] as const)('as LEMMAHEAD_HOME: %j exits %i and reports it', ([args, exit], context) => {
    lock(home);
    const { status, stdout, stderr } = run(context, [...args]);
    expect(status).toBe(exit);
    expect(stdout + stderr).toContain(`${home}: LEMMAHEAD_HOME is not readable: EACCES`);
    expect(stdout + stderr).not.toMatch(/There is no (?:index|library)|no recorded runs/u);
    if (exit === 2) expect(stderr).toMatch(/next: Correct the file, or give access to it\./u);
  });

  test.for([
    [['search', 'add'], /index\.sqlite cannot be read\./u],
    [['library', 'list'], /library\.sqlite cannot be opened/u],
    [['runs', 'list'], /There is no permission to access .*runs\./u],
  ] as const)('as the default data folder: %j exits 3 and reports it', ([args, message], context) => {
    const data = join(folder, 'data', 'lemmahead');
    mkdirSync(data, { recursive: true });
    lock(data);
    const { status, stderr } = run(context, [...args], {
      env: { LEMMAHEAD_HOME: '', HOME: folder, XDG_DATA_HOME: join(folder, 'data') },
    });
    expect(status).toBe(3);
    expect(stderr).toMatch(message);
    expect(stderr).toMatch(/why: .*EACCES/u);
    expect(stderr).toMatch(/next: Check the (?:owner|permissions)/u);
  });
});

test('a TOML syntax error shows line, column and the line itself', () => {
  writeFileSync(join(home, 'config.toml'), '[search]\n\nlimit = = 20\n');
  const { status, stderr } = lemmahead(['search', 'add'], { cwd: folder, env });
  expect(status).toBe(2);
  expect(stderr).toMatch(/config\.toml: line 3, column 9: .+: limit = = 20\n/u);
  expect(stderr).toContain('next: Correct the file');
});

describe('search --module', () => {
  let index: string;

  beforeAll(() => {
    const base = mkdtempSync(join(tmpdir(), 'lemmahead-modules-'));
    const root = writeFiles(join(base, 'lib'), {
      'Grove/Apple.lean': THEOREM,
      'Grove/Pear/Basic.lean': 'theorem pear : True := trivial\n',
      'Meadow.lean': 'import Grove.Apple\n',
    });
    index = join(base, 'index.sqlite');
    const built = lemmahead(['index', 'build', '--root', `Orchard=${root}`, '--index', index]);
    expect(built.status, built.stderr).toBe(0);
  });

  const search = (...args: string[]) => lemmaheadJson(['search', ...args, '--index', index]);

  test.each([
    ['Grove.Aple', 'Grove.Apple'],
    ['grove.pear', 'Grove.Pear'],
    ['Pear.Basic', 'Grove.Pear.Basic'],
  ])('%s is unknown, and a similar module is suggested', (module, similar) => {
    const { status, json } = search('fruit', '--module', module);
    expect(status).toBe(2);
    expect(json).toMatchObject({ code: 'module-unknown', message: `The index has no module ${module}.` });
    expect(json.reason).toMatch(/^Similar modules: /u);
    expect(json.next).toBe(`Give a module or the beginning of one: --module ${similar}`);
  });

  test('without a similar module the top modules are listed', () => {
    const { status, json } = search('fruit', '--module', 'Nope');
    expect([status, json.reason]).toEqual([2, 'Its top modules: Grove, Meadow.']);
  });

  test('applies to --instances-of and to each of several modules', () => {
    expect(search('--instances-of', 'Add', '--module', 'Nope').json).toMatchObject({ code: 'module-unknown' });
    const several = search('fruit', '--module', 'Grove', '--module', 'Nope');
    expect(several.json).toMatchObject({ code: 'module-unknown', message: 'The index has no module Nope.' });
  });

  test('a module without declarations is known', () => {
    expect(search('fruit', '--module', 'Meadow')).toMatchObject({ status: 1, json: { results: [] } });
    expect(search('fruit', '--module', 'Grove').json.results).toMatchObject([{ name: 'Grove.fruit' }]);
  });
});

describe('search with a name that the index does not have', () => {
  let index: string;

  beforeAll(() => {
    const base = mkdtempSync(join(tmpdir(), 'lemmahead-names-'));
    const root = writeFiles(join(base, 'lib'), { 'Grove.lean': THEOREM.replace('theorem', '@[simp] theorem') });
    index = join(base, 'index.sqlite');
    expect(lemmahead(['index', 'build', '--root', `Orchard=${root}`, '--index', index]).status).toBe(0);
  });

  test.each([
    ['--namespace', 'grove', 'namespace', 'Similar namespaces: Grove.', 'Give a namespace: --namespace Grove'],
    ['--namespace', 'X', 'namespace', 'Its top namespaces: Grove.', 'Give a namespace: --namespace Grove'],
    ['--package', 'Orcharts', 'package', 'Similar packages: Orchard.', 'Give a package: --package Orchard'],
    ['--package', 'X', 'package', 'Its packages: Orchard.', 'Give a package: --package Orchard'],
    ['--attr', 'smp', 'attribute', 'Its attributes: simp.', 'Give an attribute: --attr simp'],
  ])('%s %s is an error with similar names', (flag, name, what, reason, next) => {
    const { status, json } = lemmaheadJson(['search', 'fruit', flag, name, '--index', index]);
    expect(status).toBe(2);
    expect(json).toMatchObject({ code: `${what}-unknown`, message: `The index has no ${what} ${name}.`, reason, next });
  });

  test.each([
    ['--namespace', 'Grove'],
    ['--package', 'orchard'],
    ['--attr', 'simp'],
  ])('%s %s is known', (flag, name) => {
    expect(lemmaheadJson(['search', 'fruit', flag, name, '--index', index]).status).toBe(0);
  });
});

describe('the index', () => {
  test('outside a project: the advised command builds it once its placeholders are replaced', () => {
    const root = writeFiles(join(folder, 'lib'), { 'A.lean': THEOREM });
    const { status, json } = lemmaheadJson(['search', 'fruit'], { cwd: folder, env });
    expect([status, json.code]).toEqual([3, 'index-missing']);
    expect(json.next).toMatch(/ \(FOLDER holds Lean sources; example: --root Mathlib=~\/mathlib4\)$/u);
    const command = json.next.replace(/ \(.*/u, '').replace('NAME=FOLDER', `Grove=${root}`).split(' ').slice(1);
    expect(lemmahead(command, { cwd: folder, env }).status).toBe(0);
    expect(lemmahead(['search', 'fruit'], { cwd: folder, env }).status).toBe(0);
  });

  test('in a project: the advised command needs no roots', () => {
    writeFiles(folder, { 'lakefile.toml': 'name = "grove"\n', 'Grove.lean': THEOREM });
    const { json } = lemmaheadJson(['search', 'fruit'], { cwd: folder, env });
    expect(json).toMatchObject({ code: 'index-missing', next: 'lemmahead index build' });
    expect(lemmahead(json.next.split(' ').slice(1), { cwd: folder, env }).status).toBe(0);
  });

  test.each([
    [
      'a text file',
      'index-not-sqlite',
      'is not an index',
      (path: string) => writeFileSync(path, 'Dear diary.\n'.repeat(500)),
    ],
    [
      'a SQLite file of another program',
      'index-foreign',
      'not an index of lemmahead',
      (path: string) => {
        new Database(path).exec('CREATE TABLE songs (title TEXT)').close();
      },
    ],
    [
      'a SQLite file with another meta table',
      'index-foreign',
      'not an index of lemmahead',
      (path: string) => {
        new Database(path).exec('CREATE TABLE meta (key TEXT, value TEXT)').close();
      },
    ],
    ['a folder', 'index-unreadable', 'is a folder', (path: string) => mkdirSync(path)],
  ])('--index on %s says so, and does not advise building over it', (_, code, message, make) => {
    const path = join(folder, 'mine');
    make(path);
    for (const command of [
      ['search', 'x'],
      ['show', 'x'],
      ['index', 'stats'],
      ['index', 'verify'],
    ]) {
      const { status, json } = lemmaheadJson([...command, '--index', path], { cwd: folder, env });
      expect([status, json.code], command.join(' ')).toEqual([3, code]);
      expect(json.message).toContain(message);
      expect(json.next).toContain('--index FILE');
      expect(json.next).not.toContain('index build');
    }
  });
});

describe('an empty list', () => {
  test.each([
    [['library', 'list'], 'sources'],
    [['library', 'list', '--entries'], 'entries'],
    [['runs', 'list'], 'runs'],
  ] as const)('%j exits 0', (args, field) => {
    expect(lemmaheadJson([...args], { env })).toMatchObject({ status: 0, json: { [field]: [] } });
    expect(existsSync(join(home, 'library.sqlite'))).toBe(false);
  });

  test('library list shows the command that fills it', () => {
    expect(lemmahead(['library', 'list'], { env }).stdout).toBe(
      `The library at ${join(home, 'library.sqlite')} is empty. Add documents: lemmahead library add FILE…\n`,
    );
  });
});

test.each([
  [['holes', 'None.lean'], 'file-unreadable'],
  [['check', 'None.lean'], 'file-unreadable'],
  [['prove', 'None.lean'], 'file-unreadable'],
  [['library', 'add', 'none.tex'], 'document-missing'],
  [['library', 'import', 'none.jsonl'], 'import-missing'],
  [['bench', 'retrieval', '--queries', 'none.jsonl'], 'queries-unreadable'],
] as const)('a missing file is a usage error: %j', (args, code) => {
  const { status, json } = lemmaheadJson([...args], { cwd: folder, env });
  expect([status, json.code]).toEqual([2, code]);
  expect(json.message).toContain(args.at(-1));
  expect(json.next).toMatch(/\S/u);
});

test.each(['holes', 'check', 'prove'])('%s refuses a file that is not a Lean file', (command) => {
  writeFiles(folder, { 'README.md': '# Grove\n' });
  const { status, json } = lemmaheadJson([command, 'README.md'], { cwd: folder, env });
  expect([status, json.code]).toEqual([2, 'file-not-lean']);
  expect(json.message).toMatch(/README\.md is not a Lean file: its name does not end in \.lean\.$/u);
  expect(json.next).toBe('Give the path of a Lean file: My/File.lean');
});

test('an unknown entry of the library: the commands name the list of all entries', () => {
  const empty = writeFiles(folder, { 'empty.jsonl': '{"schema":"lemmahead/library-export@3"}\n' });
  expect(lemmahead(['library', 'import', 'empty.jsonl'], { cwd: empty, env }).status).toBe(0);
  expect(lemmahead(['library', 'show', 'zorn'], { env }).stdout).toBe(
    'No entry is named zorn. To list the entries: lemmahead library list --entries\n',
  );
  expect(lemmaheadJson(['library', 'remove', 'zorn'], { env })).toMatchObject({
    status: 1,
    json: { message: 'No entry is named zorn.', next: 'lemmahead library list --entries' },
  });
});

test('a library of a newer version is refused and left unchanged', () => {
  writeFiles(folder, { 'note.md': '# Note\n\nText.\n' });
  expect(lemmahead(['library', 'add', 'note.md'], { cwd: folder, env }).status).toBe(0);
  const path = join(home, 'library.sqlite');
  const database = new Database(path);
  database.prepare('INSERT INTO steps (name, done_at) VALUES (?, ?)').run('999-later', '2030-01-01T00:00:00Z');
  database.close();
  const before = readFileSync(path);
  for (const args of [['list'], ['stats'], ['add', 'note.md'], ['export']]) {
    const { status, json } = lemmaheadJson(['library', ...args], { cwd: folder, env });
    expect([status, json.code], args.join(' ')).toEqual([3, 'library-newer']);
    expect(json.message).toContain('was written by a newer lemmahead');
    expect(json.reason).toContain('999-later');
    expect(json.next).toBe('Install the newer lemmahead, or give another path with --library.');
  }
  expect(readFileSync(path).equals(before)).toBe(true);
});
