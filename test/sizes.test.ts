/** Limits the sizes of files and functions, including the largest ones, because large files grow from convenient ones. */
import { execFileSync } from 'node:child_process';
import { mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { ROOT, sourceFiles } from './architecture/source-files.ts';

interface Sized {
  name: string;
  lines: number;
}

/** The 90th percentile of the sizes. */
function ninetieth(sizes: Sized[]): number {
  const sorted = sizes.map(({ lines }) => lines).sort((a, b) => a - b);
  return sorted[Math.ceil(sorted.length * 0.9) - 1] ?? 0;
}

function over(sizes: Sized[], max: number): string[] {
  return sizes.filter(({ lines }) => lines > max).map(({ name, lines }) => `${name}: ${lines} lines, at most ${max}`);
}

/** Function lengths from the linter's errors under a limit of one line per function. */
function functionSizes(): Sized[] {
  const config = join(mkdtempSync(join(tmpdir(), 'lemmahead-sizes-')), 'oxlintrc.json');
  const off = { correctness: 'off' };
  writeFileSync(
    config,
    JSON.stringify({ categories: off, rules: { 'max-lines-per-function': ['error', { max: 1 }] } }),
  );
  const linter = join(ROOT, 'node_modules', '.bin', 'oxlint');
  const output = runIgnoringExit(linter, ['-c', config, '--format', 'json', 'src']);
  const { diagnostics } = JSON.parse(output) as {
    diagnostics: { message: string; filename: string; labels: { span: { line: number } }[] }[];
  };
  return diagnostics.map(({ message, filename, labels }) => ({
    name: `${filename}:${labels[0]?.span.line ?? 0}`,
    lines: Number(/\((\d+)\)/.exec(message)?.[1]),
  }));
}

function runIgnoringExit(command: string, args: string[]): string {
  try {
    return execFileSync(command, args, {
      cwd: ROOT,
      encoding: 'utf8',
      maxBuffer: 64 * 1024 * 1024,
      stdio: ['ignore', 'pipe', 'ignore'],
    });
  } catch (error) {
    return (error as { stdout: string }).stdout;
  }
}

describe('sizes', () => {
  const files = sourceFiles().map(({ path, text }) => ({ name: path, lines: text.split('\n').length - 1 }));
  const functions = functionSizes();

  test('no file is longer than 500 lines, and the 90th percentile is at most 250', () => {
    expect(over(files, 500)).toEqual([]);
    expect(ninetieth(files)).toBeLessThanOrEqual(250);
  });

  test('no function is longer than 120 lines, and the 90th percentile is at most 45', () => {
    expect(functions.length).toBeGreaterThan(100);
    expect(functions.every(({ lines }) => lines > 1)).toBe(true);
    expect(over(functions, 120)).toEqual([]);
    expect(ninetieth(functions)).toBeLessThanOrEqual(45);
  });

  test('no file has a catch-all name such as utils.ts', () => {
    expect(files.filter(({ name }) => /^(utils?|helpers?|common|misc)\.ts$/.test(basename(name)))).toEqual([]);
  });

  test('every file starts with a doc comment', () => {
    const without = sourceFiles().filter(({ text }) => !text.startsWith('/**'));
    expect(without.map(({ path }) => path)).toEqual([]);
  });
});
