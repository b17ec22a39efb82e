/** Options of `bench prove` from `cli/`: defaults filled in, paths not resolved. Plain JSON, stored for `--resume`. */
import type { SystemOptions } from './system.ts';
import type { Limits } from '../../llm/budget.ts';
import type { CheckMode } from '../../verify/trial/check-mode.ts';
import type { JudgingOptions } from '../../options/judging-options.ts';

/** Limits that a resumed benchmark may raise: they decide how much is run, not the result of a run. */
export interface TotalLimits extends Limits {
  /** Seconds of one session. */
  time: number | null;
}

export interface BenchProveRequest extends JudgingOptions {
  /** Folders, `.lean` files and JSON Lines, relative to the working folder or absolute. */
  datasets: string[];
  split: string | null;
  filter: string[];
  limit: number | null;
  withInformal: boolean;
  strategies: string[];
  models: string[];
  defaults: SystemOptions;
  /** `--iterations` of `ipa`, one system for each. Absent in benchmarks recorded before `ipa` existed. */
  iterations?: number[];
  /** False with `--no-check`: answers are stored without checking. Absent: they are checked. */
  checks?: boolean;
  /** `--runs`: independent runs of each problem for each system. */
  runs: number;
  seed: number;
  mode: CheckMode['name'];
  /** For each run. */
  problemLimits: Limits;
  /** For each run; null for no limit. */
  problemSeconds: number | null;
  /** `--record FILE`: the models' answers are also written to this file. */
  record: string | null;
}

export interface BenchProveOptions {
  /** Null with `resume`. */
  request: BenchProveRequest | null;
  /** `--resume`: the folder of an earlier benchmark. */
  resume: string | null;
  /** `--out`: the folder; null for a new one in the user's data folder. */
  out: string | null;
  /** Number of parallel runs, and of servers. */
  jobs: number;
  /** Only count requests. */
  dryRun: boolean;
  total: TotalLimits;
}
