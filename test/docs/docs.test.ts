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

const TREE = describeTree(await buildProgram(async () => {}));

describe('docs/reference/cli.md', () => {
  const page = read('docs/reference/cli.md');
  const all = (command: CommandTree): CommandTree[] => [command, ...command.commands.flatMap(all)];
  const commands = all(TREE).filter(({ name }) => name !== 'help');

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

/** All pages of the documentation, relative to the root. */
const PAGES = [
  ...['README.md', 'CONTRIBUTING.md', 'GLOSSARY.md'],
  ...readdirSync(join(ROOT, 'docs'), { recursive: true, encoding: 'utf8' })
    .filter((file) => file.endsWith('.md'))
    .map((file) => `docs/${file.replaceAll('\\', '/')}`),
];

test('architecture.md and CONTRIBUTING.md name existing layers with their ranks', () => {
  const layers = new Set(sourceFiles().map(({ path }) => path.split('/')[0]!));
  const rows = [
    ...read('docs/explanation/architecture.md').matchAll(/^\| (`[a-z]+\/`(?:, `[a-z./]+`)*) \| (\d+) \|/gm),
  ];
  const ranked = rows.flatMap(([, names, rank]) =>
    [...names!.matchAll(/`([a-z]+)\/`/g)].map(([, layer]) => [layer!, Number(rank)] as const),
  );
  expect(Object.fromEntries(ranked)).toEqual(RANKS);
  for (const [layer] of ranked) expect(layers).toContain(layer);
  for (const [, path] of read('CONTRIBUTING.md').matchAll(/`(src\/[a-z/]+(?:\.ts)?)`/g)) {
    expect(existsSync(join(ROOT, path!)), path).toBe(true);
  }
});

test.each(PAGES)('the source files that %s mentions exist', (page) => {
  for (const [, file] of read(page).matchAll(/`((?:[a-z-]+\/)+[a-z-]+\.ts)`/g)) {
    expect(existsSync(join(ROOT, file!)) || existsSync(join(ROOT, 'src', file!)), file).toBe(true);
  }
});

/** The anchors of a page's headings, as GitHub makes them. */
function anchorsOf(page: string): string[] {
  return [...page.matchAll(/^#+ (.*)$/gm)].map(([, heading]) =>
    heading!
      .toLowerCase()
      .replace(/[^\p{L}\p{N}\- _]/gu, '')
      .replaceAll(' ', '-'),
  );
}

test.each(PAGES)('the links of %s point to existing files and headings', (file) => {
  const prose = read(file).replace(/```[^]*?```|`[^`\n]*`/g, '');
  for (const [link, target, anchor] of prose.matchAll(/\]\(([^)#\s]*)(?:#([^)\s]+))?\)/g)) {
    if (target!.includes('://')) continue;
    const path = target === '' ? join(ROOT, file) : resolve(dirname(join(ROOT, file)), target!);
    expect(existsSync(path), link).toBe(true);
    if (anchor !== undefined) expect(anchorsOf(readFileSync(path, 'utf8')), link).toContain(anchor);
  }
});

test('docs/README.md links to every page in its folders', () => {
  const index = read('docs/README.md');
  const listed = PAGES.filter((page) => /^docs\/(?!contributing\/).*\//.test(page));
  expect(listed.length).toBeGreaterThan(20);
  for (const page of listed) expect(index).toContain(`](${page.slice('docs/'.length)})`);
});

test('the pages that messages and comments name exist', () => {
  const named = sourceFiles().flatMap(({ text }) => text.match(/\bdocs\/[\w/-]+\.md\b/g) ?? []);
  expect(named.length).toBeGreaterThan(5);
  expect(named.filter((page) => !existsSync(join(ROOT, page)))).toEqual([]);
});

test.each([[['formalize']], [['library', 'add']]])('the help of %j fits into 80 columns', (path) => {
  const find = (command: CommandTree, name: string) => command.commands.find((each) => each.name === name)!;
  const { help } = path.reduce(find, TREE);
  expect(help).toContain('Examples:');
  expect(help.split('\n').filter(({ length }) => length > 80)).toEqual([]);
});

describe('command lines in the documentation', () => {
  /** Splits a line like a shell, as far as the documentation needs. Text after two blanks is a remark. */
  const words = (line: string): string[] =>
    [...line.replace(/\s(?:#|>|\s).*$/, '').matchAll(/'([^']*)'|"([^"]*)"|(\S+)/g)].map(
      (match) => match[1] ?? match[2] ?? match[3]!,
    );
  const helps = (command: CommandTree): string[] => [command.help, ...command.commands.flatMap(helps)];
  const blocks = PAGES.flatMap((page) => read(page).match(/^```[^]*?^```/gm) ?? []);
  const text = [...blocks, ...helps(TREE)].join('\n');
  const found = [...text.matchAll(/^(?: {0,2}|\$ )(lemmahead [a-z].*)$/gm)].map((match) => match[1]!);
  // A query of several lines is not parsed.
  const lines = [...new Set(found)].filter((line) => line.split("'").length % 2 === 1 || line.includes('"'));

  test('are found', () => expect(lines.length).toBeGreaterThan(50));

  test.each(lines)('parse: %s', async (line) => {
    let ran = false;
    const program = await buildProgram(async () => void (ran = true));
    await program.parseAsync(words(line).slice(1), { from: 'user' });
    expect(ran).toBe(true);
  });
});
