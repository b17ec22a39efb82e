/** `lemmahead bench compare`: problems that the second report gained and lost. */
import { readFile, stat } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { parseBaseline, type Baseline, type BaselineReaders } from '../bench/experiment/baseline.ts';
import { compareReports, type BenchComparison } from '../bench/experiment/compare.ts';
import { renderComparison } from '../bench/experiment/compare-text.ts';
import { baselineOf } from '../bench/prove/prove-baseline.ts';
import { solveBaselineOf } from '../bench/solve/solve-baseline.ts';
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

const READERS: BaselineReaders = {
  'lemmahead/bench-prove@1': baselineOf,
  'lemmahead/bench-solve@2': solveBaselineOf,
};

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
    text = await readFile(await reportIn(resolve(cwd, path)), 'utf8');
  } catch (cause) {
    throw new Failure('usage', 'report-unreadable', {
      message: `${path} cannot be read.`,
      reason: cause instanceof Error ? cause.message : String(cause),
      next: 'Give an output folder of bench prove or bench solve, or its report.json or baseline.json.',
      cause,
    });
  }
  return parseBaseline(text, path, READERS);
}

/** The report of a folder; a file is taken as it is. */
async function reportIn(path: string): Promise<string> {
  return (await stat(path)).isDirectory() ? join(path, 'report.json') : path;
}

function exitOf({ systems }: BenchComparison): Exit {
  if (systems.some(({ lost, missing }) => lost.length + missing.length > 0)) return 'no';
  return systems.some(({ unchecked }) => unchecked.length > 0) ? 'missing' : 'done';
}
