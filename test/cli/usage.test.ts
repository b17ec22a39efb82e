/** The help of every command, and errors for wrong usage. */
import { describe, expect, test } from 'vitest';
import { buildProgram } from '../../src/cli.ts';
import { describeTree } from '../../src/cli/describe-tree.ts';
import type { CommandTree } from '../../src/report/command-tree.ts';
import { lemmahead, lemmaheadJson } from './spawn.ts';

const tree = describeTree(await buildProgram(async () => {}));

function paths(command: CommandTree, above: string[] = []): string[][] {
  return command.commands.flatMap((child) => {
    const path = [...above, child.name];
    return child.name === 'help' ? [] : [path, ...paths(child, path)];
  });
}

describe('--help', () => {
  test.each([[], ...paths(tree)].map((path) => [path.join(' ') || 'lemmahead', path] as const))(
    '%s --help exits 0 on stdout',
    (_, path) => {
      const { stdout, stderr, status } = lemmahead([...path, '--help']);
      expect(status).toBe(0);
      expect(stdout).toMatch(/^Usage: lemmahead/);
      expect(stderr).toBe('');
    },
  );
});

test('a command is the same whether or not the other groups are loaded', async () => {
  const names = (command: CommandTree): string[] => command.commands.map(({ name }) => name);
  for (const command of tree.commands.filter(({ name }) => name !== 'help')) {
    const alone = describeTree(await buildProgram(async () => {}, ['--json', command.name, 'prove']));
    expect(alone.commands.find(({ name }) => name === command.name)).toEqual(command);
    // The script for completion has all commands.
    const loadsAll = ['config', 'doctor', 'completion', 'models'].includes(command.name);
    expect(names(alone).length === names(tree).length, command.name).toBe(loadsAll);
  }
  const mistyped = describeTree(await buildProgram(async () => {}, ['serch', 'prove']));
  expect(names(mistyped)).toEqual(names(tree));
});

describe('help', () => {
  test.each([
    [[], 'lemmahead [options] [command]'],
    [['index'], 'lemmahead index [options] [command]'],
    [['index', 'build'], 'lemmahead index build [options]'],
  ])('of the path %j', (path, usage) => {
    const { stdout, status } = lemmahead(['help', ...path]);
    expect(status).toBe(0);
    expect(stdout.split('\n')[0]).toBe(`Usage: ${usage}`);
  });

  test('groups the commands', () => {
    const headings = [...tree.help.matchAll(/^\S.*:$/gmu)].map(([heading]) => heading);
    expect(headings).toEqual([
      'Options:',
      'Find:',
      'Prove and check:',
      'Libraries:',
      'Serve:',
      'Measure:',
      'Set up:',
      'Examples:',
    ]);
  });

  test('of prove prints the usual flags, and with --help-all all of them', () => {
    const usual = lemmahead(['prove', '--help']).stdout;
    const all = lemmahead(['prove', '--help-all']);
    expect(all.status).toBe(0);
    for (const flag of ['--decl', '--in-place', '--model', '--max-cost', '--help-all']) expect(usual).toContain(flag);
    for (const flag of ['--k-declarations', '--level', '--samples', '--ipa-start']) {
      expect(usual).not.toContain(flag);
      expect(all.stdout).toContain(flag);
    }
    for (const heading of ['Options', 'Budget (exit', 'Retrieval', 'Research'])
      expect(all.stdout).toContain(`\n${heading}`);
  });
});

describe('wrong usage', () => {
  test.each([[[]], [['index']], [['library']], [['runs']], [['bench']]])(
    'no command after %j prints only the help, on stderr, and exits 2',
    (path) => {
      const { stdout, stderr, status } = lemmahead(path);
      expect(status).toBe(2);
      expect(stdout).toBe('');
      expect(stderr).toMatch(/^Usage: lemmahead/u);
      expect(stderr).not.toContain('error:');
      expect(lemmaheadJson(path).json).toMatchObject({ code: 'usage', message: 'Missing command.' });
    },
  );

  test.each([
    [['search', 'x', '--limt', '3'], '--limit'],
    [['search', 'x', '--limt=3'], '--limit'],
    [['search', 'x', '-limit', '3'], '--limit'],
    [['index', 'build', '--rehsh'], '--rehash'],
    [['index', '--jsn'], '--json'],
    [['prove', 'A.lean', '--k-pasages', '3'], '--k-passages'],
    [['index', 'biuld'], 'build'],
    [['help', 'index', 'biuld'], 'build'],
    [['config', 'trsut'], 'trust'],
  ])('%j is answered with a suggestion', (args, suggestion) => {
    const { stderr, status } = lemmahead(args);
    expect(status).toBe(2);
    expect(stderr).toContain(`\n  why: Did you mean ${suggestion}?\n`);
  });

  test('a misspelt command is suggested', () => {
    const { stderr, status } = lemmahead(['serch', 'x']);
    expect(status).toBe(2);
    expect(stderr).toBe("error: unknown command 'serch'\n  why: Did you mean search?\n  next: lemmahead search x\n");
  });

  test.each([
    [['serch', 'a b', '-k', '2'], "lemmahead search 'a b' -k 2"],
    [['search', 'x', '--limt=3'], 'lemmahead search x --limit=3'],
    [['search', 'x', '-limit', '3'], 'lemmahead search x --limit 3'],
    [['help', 'index', 'biuld'], 'lemmahead help index build'],
    [['config', 'trsut'], 'lemmahead config trust'],
    [['find', 'x'], 'lemmahead search x'],
    [['version'], 'lemmahead --version'],
    [['build', '--rehash'], 'lemmahead index build --rehash'],
    [['library', 'search', 'zorn'], 'lemmahead search --in-library zorn'],
    [['Nat.add_comm'], 'lemmahead search Nat.add_comm'],
    [['search', 'x', '--explain=yes'], 'lemmahead search x --explain'],
    [['help', 'nonsense'], 'lemmahead --help'],
    [['help', 'index', 'nonsense'], 'lemmahead index --help'],
    [['serch', 'a\nb'], 'lemmahead --help'],
  ])('%j: the command to type next is %s', (args, next) => {
    const { stderr, status } = lemmahead(args);
    expect(status).toBe(2);
    expect(stderr.split('\n').at(-2)).toBe(`  next: ${next}`);
  });

  test.each([
    [['-k', '3', 'search', 'x'], "unknown option '-k'", '-k comes after the name of the command.'],
    [['--index', 'i', 'search', 'x'], "unknown option '--index'", '--index comes after the name of the command.'],
    [['search', 'x', '--explain=yes'], "unknown option '--explain=yes'", '--explain takes no value.'],
    [['show', 'a', 'b'], "Unexpected argument 'b'.", 'lemmahead show takes 1 argument.'],
    [['index', 'build', 'Mathlib'], "Unexpected argument 'Mathlib'.", 'lemmahead index build takes 0 arguments.'],
  ])('%j: the message says what is wrong', (args, message, reason) => {
    expect(lemmaheadJson(args).json).toMatchObject({ message, reason });
  });

  test.each(['-k', '-n', '--limit'])('%s limits every list', (flag) => {
    for (const list of [
      ['runs', 'list'],
      ['library', 'list', '--entries'],
    ])
      expect(lemmahead([...list, flag, '3']).status).toBe(0);
    expect(lemmahead(['search', 'x', flag, '0']).stderr).toMatch(/argument '0' is invalid. It must be a whole number/u);
  });

  test.each([
    ['too many arguments', ['show', 'a', 'b']],
    ['an unknown colour choice', ['doctor', '--color', 'purple']],
    ['no argument', ['search']],
    ['an unknown flag', ['search', 'a', '--nonsense']],
    ['a number out of range', ['search', 'a', '-k', '0']],
    ['a malformed number', ['search', 'a', '--limit', '3x']],
    ['an unknown kind', ['search', 'a', '--kind', 'lemming']],
    ['an unknown query type', ['search', 'a', '--as', 'song']],
    ['a root without a path', ['index', 'build', '--root', 'Mathlib']],
    ['a missing required flag', ['bench', 'retrieval']],
    ['an unknown shell', ['completion', 'tcsh']],
  ])('%s exits 2 with a JSON error', (_, args) => {
    const { json, status } = lemmaheadJson(args);
    expect(status).toBe(2);
    expect(json).toMatchObject({ schema: 'lemmahead/error@1', code: 'usage', exit: 'usage', exit_code: 2 });
  });

  test.each([
    [['index', 'build', '--root', 'Mathlib'], 'lemmahead index build --help'],
    [['show', 'index', 'build'], 'lemmahead show --help'],
    [['--nonsense'], 'lemmahead --help'],
  ])('%s refers to the help of its command', (args, next) => {
    expect(lemmaheadJson(args).json).toMatchObject({ next });
  });

  test.each([
    [['search', 'a', '--source', 'analysis'], '--source applies to the library, which is not searched.'],
    [['search', 'a', '--heading', 'limits'], '--heading applies to the library, which is not searched.'],
    [['search', '--everywhere', '--instances-of', 'Group'], 'Missing query.'],
    [['index', 'build', '--root', 'T=.', '--rev', 'T=1234567'], 'is not a Git checkout'],
  ])('%s is refused', (args, message) => {
    const { status, json } = lemmaheadJson(args);
    expect(status).toBe(2);
    expect(json.message).toContain(message);
  });

  test('--version prints only the version', () => {
    const { stdout, status } = lemmahead(['--version']);
    expect(status).toBe(0);
    expect(stdout).toMatch(/^\d+\.\d+\.\d+\n$/);
  });
});
