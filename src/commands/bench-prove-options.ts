/** What `bench prove` is asked, as `cli/` hands it over: defaults filled in, nothing resolved; plain JSON, kept for `--resume`. */
import type { SystemOptions } from '../bench/prove/system.ts';
import type { Limits } from '../llm/budget.ts';
import type { CheckMode } from '../verify/trial/check-mode.ts';
import type { JudgingOptions } from './judging.ts';

/** Limits that may be raised when a benchmark is gone on with: they decide how far it comes, not what comes out. */
export interface TotalLimits extends Limits {
  /** Seconds of one sitting. */
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
  /** `--iterations`: of `ipa`; several make a system each. Absent: of a benchmark from before there was `ipa`. */
  iterations?: number[];
  /** False with `--no-check`: what is answered is kept, and not checked. Absent: it is checked. */
  checks?: boolean;
  /** `--runs`: independent runs of each problem by each system. */
  runs: number;
  seed: number;
  mode: CheckMode['name'];
  /** Of each run. */
  problemLimits: Limits;
  /** Of each run; null for no limit. */
  problemSeconds: number | null;
  /** `--record FILE`: answers of the models are also written there. */
  record: string | null;
}

export interface BenchProveOptions {
  /** What is to be measured; null with `resume`. */
  asked: BenchProveRequest | null;
  /** `--resume`: the folder of a benchmark that was begun. */
  resume: string | null;
  /** `--out`: the folder; null for a new one among the user's data. */
  out: string | null;
  /** Runs at a time, and servers. */
  jobs: number;
  /** Only count what would be asked. */
  dryRun: boolean;
  total: TotalLimits;
}
