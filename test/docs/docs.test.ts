/** Checks that the documentation matches the code. */
import { spawnSync } from 'node:child_process';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import { describe, expect, test } from 'vitest';
import { buildProgram } from '../../src/cli.ts';
import { describeTree } from '../../src/cli/describe-tree.ts';
import type { CommandTree } from '../../src/report/command-tree.ts';
import { RANKS } from '../architecture/layers.ts';
import { ROOT, sourceFiles } from '../architecture/source-files.ts';

const read = (path: string): string => readFileSync(join(ROOT, path), 'utf8');

test('the generated parts of the documentation are up to date', () => {
  const script = join(ROOT, 'scripts', 'write-docs.js');
  const { stderr, status } = spawnSync(process.execPath, [script, '--check'], { encoding: 'utf8' });
  expect(stderr).toBe('');
  expect(status).toBe(0);
});

describe('docs/reference/cli.md', () => {
  const page = read('docs/reference/cli.md');
  const all = (command: CommandTree): CommandTree[] => [command, ...command.commands.flatMap(all)];
  const commands = all(describeTree(buildProgram(async () => {}))).filter(({ name }) => name !== 'help');

  test.each(commands.map((command) => [command.name, command] as const))(
    'contains the flags of %s, all with descriptions',
    (_, command) => {
      expect(command.description).not.toBe('');
      for (const { flags, description } of command.options) {
        expect(description, flags.join(' ')).not.toBe('');
        for (const flag of flags) expect(page).toContain(flag);
      }
    },
  );
});

test('architecture.md and CONTRIBUTING.md name existing layers with their ranks', () => {
  const layers = new Set(sourceFiles().map(({ path }) => path.split('/')[0]!));
  const page = read('docs/explanation/architecture.md');
  const rows = [...page.matchAll(/^\| (`[a-z]+\/`(?:, `[a-z./]+`)*) \| (\d) \|/gm)];
  expect(rows.length).toBeGreaterThan(7);
  for (const [, names, rank] of rows) {
    for (const [, layer] of names!.matchAll(/`([a-z]+)\/`/g)) {
      expect(layers).toContain(layer);
      expect(RANKS[layer!]).toBe(Number(rank));
    }
  }
  for (const [, file] of page.matchAll(/`((?:[a-z-]+\/)+[a-z-]+\.ts)`/g))
    expect(existsSync(join(ROOT, 'src', file!)), file).toBe(true);
  for (const [, path] of read('CONTRIBUTING.md').matchAll(/`(src\/[a-z/]+(?:\.ts)?)`/g)) {
    expect(existsSync(join(ROOT, path!)), path).toBe(true);
  }
});

test.each(['README.md', 'CONTRIBUTING.md', ...readdirSync(join(ROOT, 'docs')).map((file) => `docs/${file}`)])(
  'the links of %s point to existing files',
  (file) => {
    const links = [...read(file).matchAll(/\]\(([^)#]+)[^)]*\)/g)].map((match) => match[1]!);
    for (const link of links.filter((each) => !each.includes('://'))) {
      expect(existsSync(resolve(dirname(join(ROOT, file)), link)), link).toBe(true);
    }
  },
);

describe('command lines in the documentation', () => {
  /** Splits a line like a shell, as far as the documentation needs. Text after two blanks is a remark. */
  const words = (line: string): string[] =>
    [...line.replace(/\s(?:#|>|\s).*$/, '').matchAll(/'([^']*)'|"([^"]*)"|(\S+)/g)].map(
      (match) => match[1] ?? match[2] ?? match[3]!,
    );
  const helps = (command: CommandTree): string[] => [command.help, ...command.commands.flatMap(helps)];
  const pages = ['README.md', 'CONTRIBUTING.md', 'docs/reference/configuration.md'].map(read);
  const text = [...pages, ...helps(describeTree(buildProgram(async () => {})))].join('\n');
  const lines = [...new Set([...text.matchAll(/^ {0,2}(lemmahead [a-z].*)$/gm)].map((match) => match[1]!))];

  test('are found', () => expect(lines.length).toBeGreaterThan(20));

  test.each(lines)('parse: %s', async (line) => {
    let ran = false;
    const program = buildProgram(async () => void (ran = true));
    await program.parseAsync(words(line).slice(1), { from: 'user' });
    expect(ran).toBe(true);
  });
});
