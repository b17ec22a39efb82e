/** Types of the JSON report of a proving benchmark: `lemmahead/bench-prove@1`. */
import type { Origin } from '../experiment/provenance.ts';
import type { Interval } from './estimates.ts';
import type { Published } from './published.ts';
import type { ResultState, RunResult } from './result.ts';
import type { System } from './system.ts';

/** The software, machine and data of a measurement. */
export interface Provenance extends Origin {
  lean: { version: string; toolchain: string | null };
  sandbox: string;
  level: string;
  /** Null if no index was used. */
  index: { path: string; digest: string; toolchain: string; packages: { name: string; rev: string }[] } | null;
  /** Library of documents. Null if none was used. */
  library: { path: string; digest: string; entries: number } | null;
  /** Seed of the problem sample and of the bootstrap. */
  seed: number;
  /** Independent runs of each problem by each system. */
  runs: number;
  jobs: number;
  /** How candidates are checked. */
  mode: string;
  models: { name: string; endpoint: string; snapshots: string[] }[];
  /** Templates of the sent prompts, each with the SHA-256 of all its prompts in order of problem and run. */
  prompts: { template: string; count: number; sha256: string }[];
  /** Limits per run and in total; null: no limit. */
  budgets: Record<string, number | null>;
}

export interface DatasetFacts {
  paths: string[];
  /** SHA-256 of the names and texts of the selected problems. */
  digest: string;
  problems: number;
  split: string | null;
  filter: string[];
  limit: number | null;
  with_informal: boolean;
}

export interface Rate {
  estimate: number;
  /** 95 %, Wilson. */
  interval: Interval;
  /** Number of problems that it is computed over. */
  problems: number;
}

export interface SystemReport extends System {
  /** Some of its answers came from a script instead of a model. */
  scripted: boolean;
  /** Problems that at least one run solved. */
  solved: number;
  /** Problems with at least one run that counts: solved, unsolved or stopped by its budget. */
  counted: number;
  /** Number of runs by state. */
  states: Record<ResultState, number>;
  pass_at: (Rate & { k: number })[];
  /** Questions to the model. */
  questions: number;
  attempts: number;
  input_tokens: number;
  output_tokens: number;
  /** US dollars; null if the price of any answer is unknown. */
  cost: number | null;
  /** Sum over the runs, which may have run in parallel. */
  seconds: number;
}

/** Comparison of two systems on the problems that count for both. */
export interface PairReport {
  first: string;
  second: string;
  both: number;
  only_first: number;
  only_second: number;
  neither: number;
  /** Problems that do not count for one of them. */
  not_compared: number;
  /** Share of solved runs of the second minus that of the first, mean over problems. `interval`: 95 %, bootstrap. */
  difference: number;
  interval: Interval;
  /** Two-sided p-value of the exact McNemar test on problems solved at least once. */
  p: number;
}

export interface PartReport {
  /** `split: test`, `tag: nat`. */
  part: string;
  problems: number;
  /** By system identifier. */
  solved: Record<string, number>;
  counted: Record<string, number>;
}

/** Results of one split, as in the tables of papers. */
export interface SplitReport {
  split: string;
  problems: number;
  systems: SystemReport[];
}

/** Passages from the library; counts over all runs. */
export interface PassagesReport {
  searches: number;
  brought: number;
  /** Runs in which passages were hidden because they are the problem itself. */
  hidden_from: number;
  /** Number of runs by the search channels used. */
  channels: Record<string, number>;
}

export interface ProblemReport {
  name: string;
  place: string;
  split: string | null;
  tags: string[];
  digest: string;
  informal: string | null;
  /** Hidden from retrieval: the problem's own declaration, and others with the same statement. */
  hidden: { own: string[]; twins: string[] };
  results: RunResult[];
}

export interface BenchReport {
  schema: 'lemmahead/bench-prove@1';
  /** Every run of every problem has a result. */
  complete: boolean;
  /** The total limit that ended the benchmark early, or null. */
  stopped_by: string | null;
  /** Some answers came from a script instead of a model. */
  scripted: boolean;
  /** False: answers were not checked. */
  checked: boolean;
  provenance: Provenance;
  dataset: DatasetFacts;
  /** Counts over the problems. */
  hidden: { own: number; twins: number; problems: number };
  /** Null if no system searched the library. */
  passages: PassagesReport | null;
  /** Number of runs by source of the informal statement. */
  statements: Record<string, number>;
  systems: SystemReport[];
  /** In the order of the dataset. Empty if it has no splits. */
  splits: SplitReport[];
  /** Published results for this dataset; null if none are known. */
  published: Published | null;
  pairs: PairReport[];
  parts: PartReport[];
  problems: ProblemReport[];
}
