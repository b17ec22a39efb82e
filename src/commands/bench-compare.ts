/** `lemmahead bench compare`: problems that the second report gained and lost. */
import { readFile } from 'node:fs/promises';
import { resolve } from 'node:path';
import { parseBaseline, type Baseline } from '../bench/prove/baseline.ts';
import { compareReports, type BenchComparison } from '../bench/prove/compare.ts';
import { renderComparison } from '../bench/prove/compare-text.ts';
import { Failure } from '../base/errors.ts';
import type { Exit } from '../base/exit-codes.ts';
import type { Command } from './command.ts';

export interface BenchCompareOptions {
  first: string;
  second: string;
  /** `--same-lean`: for different Lean versions, report only that they differ. */
  sameLean: boolean;
  seed: number;
}

/**
 * Exit `no` if a problem that the first report solved is unsolved or absent in the second, `missing` if one could not be
 * checked, otherwise `done`.
 */
export const benchCompare: Command<BenchCompareOptions> = async ({ first, second, sameLean, seed }, { cwd }) => {
  const [a, b] = [await read(first, cwd), await read(second, cwd)];
  const comparison = compareReports(a, b, { onlySameLean: sameLean, seed });
  return { exit: exitOf(comparison), data: { ...comparison }, render: () => renderComparison(comparison) };
};

async function read(path: string, cwd: string): Promise<Baseline> {
  let text: string;
  try {
    text = await readFile(resolve(cwd, path), 'utf8');
  } catch (cause) {
    throw new Failure('usage', 'report-unreadable', {
      message: `${path} cannot be read.`,
      reason: cause instanceof Error ? cause.message : String(cause),
      next: 'Give report.json or baseline.json from an output folder of bench prove.',
      cause,
    });
  }
  return parseBaseline(text, path);
}

function exitOf({ systems }: BenchComparison): Exit {
  if (systems.some(({ lost, missing }) => lost.length + missing.length > 0)) return 'no';
  return systems.some(({ unchecked }) => unchecked.length > 0) ? 'missing' : 'done';
}
