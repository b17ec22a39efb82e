/** The help of every command, and errors for wrong usage. */
import { describe, expect, test } from 'vitest';
import { buildProgram } from '../../src/cli.ts';
import { describeTree } from '../../src/cli/describe-tree.ts';
import type { CommandTree } from '../../src/report/command-tree.ts';
import { lemmahead, lemmaheadJson } from './spawn.ts';

const tree = describeTree(buildProgram(async () => {}));

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

describe('wrong usage', () => {
  test('no command prints the help on stderr and exits 2', () => {
    const { stdout, stderr, status } = lemmahead([]);
    expect(status).toBe(2);
    expect(stdout).toBe('');
    expect(stderr).toContain('Usage: lemmahead');
  });

  test('a misspelt command is suggested', () => {
    const { stderr, status } = lemmahead(['serch', 'x']);
    expect(status).toBe(2);
    expect(stderr).toBe("error: unknown command 'serch'\n  why: (Did you mean search?)\n  next: lemmahead --help\n");
  });

  test.each([
    ['too many arguments', ['search', 'a', 'b']],
    ['no argument', ['search']],
    ['an unknown flag', ['search', 'a', '--nonsense']],
    ['a number out of range', ['search', 'a', '-k', '0']],
    ['a malformed number', ['search', 'a', '-k', '3x']],
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
    [['search', 'index', 'build'], 'lemmahead search --help'],
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
