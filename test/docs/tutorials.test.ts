/** Follows the tutorials word by word: runs the commands of their blocks, and compares the output. */
import { execFileSync } from 'node:child_process';
import { mkdtempSync, readFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { describe, expect, test } from 'vitest';
import { ROOT } from '../architecture/source-files.ts';
import { lemmahead } from '../cli/spawn.ts';
import { oldLean } from '../lean/old-lean.ts';
import { trustLean } from '../verify/trusted-lean.ts';

interface Step {
  args: string[];
  output: string;
}

const read = (page: string): string => readFileSync(join(ROOT, page), 'utf8');

/** The commands of the console blocks with their outputs. A command continues on lines that begin with `> `. */
function steps(page: string): Step[] {
  return [...read(page).matchAll(/^```console\n\$ lemmahead (.*(?:\n> .*)*)\n([^]*?)^```/gm)].map(
    ([, command = '', output = '']) => ({
      args: [...command.replaceAll('\n> ', '\n').matchAll(/'([^']*)'|(\S+)/g)].map((match) => match[1] ?? match[2]!),
      output,
    }),
  );
}

/** Replaces what differs between machines and runs. */
function masked(text: string, folders: Record<string, string>): string {
  let found = text;
  for (const [folder, name] of Object.entries(folders)) found = found.replaceAll(folder, name);
  return found
    .replace(/ in \d+\.\d s$/m, ' in 0.0 s')
    .replace(/ at [0-9a-f]{40}(?:, modified)?,/, ' at COMMIT,')
    .replaceAll(/\d{8}-\d{6}-[0-9a-f]{4}/g, 'RUN')
    .replace(/^ {2}(?:by|kernel): .*\n(?: {11}.*\n)*/gm, '')
    .trimEnd();
}

test('first-search.md shows the output of its commands', () => {
  const home = mkdtempSync(join(tmpdir(), 'lemmahead-tutorial-'));
  const env = { LEMMAHEAD_HOME: home, LEMMAHEAD_INDEX: join(home, 'index.sqlite') };
  const page = steps('docs/tutorial/first-search.md');
  expect(page.length).toBeGreaterThanOrEqual(6);
  const folders = { [home]: '/tmp/lemmahead-tutorial', [resolve(ROOT)]: '~/lemmahead' };
  for (const { args, output } of page) {
    const { stdout, status } = lemmahead(args, { cwd: ROOT, env });
    expect(status, args.join(' ')).toBe(0);
    expect(masked(stdout, folders)).toBe(masked(output, folders));
  }
});

describe('first-proof.md', () => {
  test('shows the output of its commands', { timeout: 300_000 }, async (context) => {
    const lean = oldLean(context);
    const folder = mkdtempSync(join(tmpdir(), 'lemmahead-tutorial-'));
    const env = { ...lean, LEMMAHEAD_HOME: join(folder, 'home') };
    await trustLean(env.LEMMAHEAD_HOME, folder, env);
    const [, script = ''] = /^```sh\n(mkdir [^]*?)^```/m.exec(read('docs/tutorial/first-proof.md')) ?? [];
    execFileSync('bash', ['-c', script], { cwd: folder });
    const page = steps('docs/tutorial/first-proof.md');
    expect(page).toHaveLength(3);
    for (const { args, output } of page) {
      const { stdout, status } = lemmahead(args, { cwd: join(folder, 'first'), env, timeoutMs: 120_000 });
      expect(status, args.join(' ')).toBe(0);
      expect(masked(stdout, {})).toBe(masked(output, {}));
    }
  });
});

test('README.md has at most 700 words', () => {
  expect(
    read('README.md')
      .split(/\s+/)
      .filter((word) => word !== '').length,
  ).toBeLessThanOrEqual(700);
});
