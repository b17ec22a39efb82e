/** Names of concepts, and the transfer of decisions, on a small library. */
import { mkdirSync, mkdtempSync, readFileSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { beforeAll, describe, expect, test } from 'vitest';
import { HARBOUR, PLUMBING } from '../builders/harbour-sources.ts';
import { lemmahead, lemmaheadJson } from './spawn.ts';

const home = mkdtempSync(join(tmpdir(), 'lemmahead-concept-names-'));
const env = { LEMMAHEAD_HOME: home, LEMMAHEAD_INDEX: join(home, 'index.sqlite') };
const run = (...args: string[]) => lemmahead(['concepts', ...args], { env });
const json = (...args: string[]) => lemmaheadJson(['concepts', ...args], { env });
const namesIn = ({ concepts }: any): string[] =>
  concepts.flatMap(({ variants }: any) => variants.map(({ name }: any) => name));

beforeAll(() => {
  const sources = join(home, 'sources');
  mkdirSync(sources);
  writeFileSync(join(sources, 'Harbour.lean'), HARBOUR);
  writeFileSync(join(sources, 'Plumbing.lean'), PLUMBING);
  writeFileSync(join(sources, 'Lantern.lean'), '/-- A lantern. -/\ndef lantern (n : Nat) : Nat := n\n');
  expect(lemmahead(['index', 'build', '--root', `Port=${sources}`], { env }).status).toBe(0);
  expect(run('build').status).toBe(0);
}, 60_000);

describe('concepts search --in', () => {
  const file = join(home, 'Mine.lean');
  const first = (...args: string[]) => namesIn(json('search', 'draught', ...args).json)[0];

  test('prefers what is open at the place, and what belongs to the field of the file', () => {
    writeFileSync(
      file,
      'import Lantern\nopen Harbour\nexample : True := trivial\nopen Plumbing in\nexample : True := trivial\n',
    );
    expect(first('--in', `${file}:3`)).toBe('Harbour.draught');
    writeFileSync(file, 'import Lantern\n\nnamespace Plumbing\n\nend Plumbing\n');
    expect(first('--in', `${file}:4`)).toBe('Plumbing.Draught');
    writeFileSync(file, 'import Plumbing\n');
    expect(first('--in', file)).toBe('Plumbing.Draught');
    writeFileSync(file, 'import Harbour\n');
    const near = json('search', 'draught', '--in', file, '--explain').json.concepts.flatMap(({ variants }: any) =>
      variants.flatMap(({ name, contributions }: any) =>
        contributions.filter(({ what }: any) => what === 'is of file').map(() => name),
      ),
    );
    expect(near).toEqual(['Harbour.draught']);
  });

  test('a line or a file that does not exist is an error', () => {
    expect(run('search', 'draught', '--in', `${file}:99`)).toMatchObject({
      status: 2,
      stderr: expect.stringContaining('no line 99'),
    });
    expect(run('search', 'draught', '--in', 'No.lean').status).toBe(2);
  });
});

test('concepts show --examples and --provenance', () => {
  const { stdout } = run('show', 'quay', '--examples', '--provenance');
  expect(stdout).toMatch(/structure Harbour\.Quay[^]*named +"quay" by its name\n +text +from its docstring/);
  expect(stdout).toMatch(/Harbour\.lean:5\n +example +Harbour\.\w+/);
  expect(run('show', 'quay').stdout).not.toContain('example');
  expect(run('show', 'Harbour.Quay', '--examples').stdout).toMatch(/example +Harbour\./);
});

test('an error repeats the index that the user gave', () => {
  const { LEMMAHEAD_INDEX: given } = env;
  const missing = join(home, 'missing.sqlite');
  expect(run('search', 'quay', '--index', given, '--concepts', missing).stderr).toContain(
    `lemmahead concepts build --index ${given} --concepts ${missing}`,
  );
});

describe('names of concepts', () => {
  const library = join(home, 'names.sqlite');
  const named = (...args: string[]) => run(...args, '--library', library);
  const built = () => expect(named('build').status).toBe(0);

  test('alias and merge are applied by the next build, and can be taken back', () => {
    expect(named('alias', 'draught', 'Tiefgang').stdout).toContain('draught is also called Tiefgang\nThe next build');
    expect(named('alias', 'draught', 'Tiefgang').stdout).toContain('as before');
    expect(named('merge', 'quay', 'lantern').status).toBe(0);
    built();
    expect(namesIn(json('search', 'Tiefgang').json).toSorted()).toEqual(['Harbour.draught', 'Plumbing.Draught']);
    expect(namesIn(json('search', 'lantern').json)).toContain('Harbour.Quay');
    expect(json('show', 'Tiefgang').json.concept).toMatchObject({ name: 'draught' });
    expect(named('alias', 'draught', 'Tiefgang', '--undo').stdout).toContain('Taken back');
    expect(named('merge', 'lantern', 'quay', '--undo').stdout).toContain('Taken back');
    expect(named('merge', 'lantern', 'quay', '--undo').stdout).toContain('There was no decision');
    built();
    expect(json('search', 'Tiefgang').status).toBe(1);
    expect(namesIn(json('search', 'lantern').json)).not.toContain('Harbour.Quay');
  }, 120_000);

  test.each([
    ['a concept that does not exist', ['alias', 'drauhgt', 'depth'], "no concept 'drauhgt'"],
    ['two names of one normal form', ['merge', 'draught', 'the draughts'], 'the same normal form'],
    ['a name without words', ['alias', 'draught', '...'], 'no word'],
  ])('refuses %s', (_, args, message) => {
    expect(named(...args)).toMatchObject({ status: 2, stderr: expect.stringContaining(message) });
  });

  test('export, import and export again give the same lines', () => {
    named('link', 'wharf', 'Harbour.Quay');
    named('unlink', 'draught', 'Plumbing.Draught');
    named('alias', 'draught', 'Tiefgang');
    named('merge', 'quay', 'lantern');
    const file = join(home, 'decisions.jsonl');
    expect(named('export', '--out', file).stdout).toContain('4 records written');
    const other = ['--library', join(home, 'imported.sqlite')];
    expect(run('import', file, ...other).stdout).toContain('4 decisions, 4 new');
    expect(run('export', ...other).stdout).toBe(readFileSync(file, 'utf8'));
    expect(run('import', file, ...other).stdout).toContain('4 decisions, 0 new');
  });

  test('exports the content of the base, which import passes over', () => {
    const file = join(home, 'content.jsonl');
    expect(run('export', '--content', '--out', file, '--library', join(home, 'none.sqlite')).status).toBe(0);
    const records = readFileSync(file, 'utf8')
      .trim()
      .split('\n')
      .map((line) => JSON.parse(line));
    expect(records).toContainEqual(expect.objectContaining({ record: 'definition', name: 'Harbour.Quay' }));
    expect(records.find(({ record, name }) => record === 'concept' && name === 'draught').meanings).toContainEqual(
      expect.objectContaining({ definition: 'Harbour.draught', origin: 'name' }),
    );
    expect(run('import', file, '--library', join(home, 'none.sqlite')).stdout).toContain('0 decisions, 0 new');
    expect(run('export', '--library', join(home, 'none.sqlite')).status).toBe(1);
  });

  test.each([
    ['another file', '{"record":"name"}\n', 'does not have the schema'],
    [
      'a record without its fields',
      '{"schema":"lemmahead/concepts-export@1"}\n{"record":"name","kind":"same as"}\n',
      ':2',
    ],
    ['no JSON', 'notes\n', 'Not valid JSON'],
  ])('refuses to import %s', (_, text, message) => {
    const file = join(home, 'broken.jsonl');
    writeFileSync(file, text);
    expect(named('import', file)).toMatchObject({ status: 2, stderr: expect.stringContaining(message) });
    expect(named('import', join(home, 'no.jsonl')).status).toBe(2);
  });
});
