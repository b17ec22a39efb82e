/** The report of a benchmark of proving, as its JSON says it: `lemmahead/bench-prove@1`. Types only. */
import type { Interval } from './estimates.ts';
import type { Published } from './published.ts';
import type { ResultState, RunResult } from './result.ts';
import type { System } from './system.ts';

/** What was measured with, and on what. */
export interface Provenance {
  lemmahead: string;
  /** ISO 8601, UTC. */
  began_at: string;
  made_at: string;
  machine: { node: string; platform: string; cpu: string; cpus: number; memory_bytes: number };
  lean: { version: string; toolchain: string | null };
  sandbox: string;
  level: string;
  /** Null: none was used. */
  index: { path: string; digest: string; toolchain: string; packages: { name: string; rev: string }[] } | null;
  /** Of documents. Null: none was asked. */
  library: { path: string; digest: string; entries: number } | null;
  /** Of the draw of problems and of the bootstrap. */
  seed: number;
  /** Independent runs of each problem by each system. */
  runs: number;
  jobs: number;
  /** How candidates are tried. */
  mode: string;
  models: { name: string; endpoint: string; snapshots: string[] }[];
  /** Templates of prompts that were sent, with the SHA-256 of all prompts of each in order of problem and run. */
  prompts: { template: string; count: number; sha256: string }[];
  /** Limits of each run and of the whole; null: none. */
  budgets: Record<string, number | null>;
}

export interface DatasetFacts {
  paths: string[];
  /** SHA-256 of names and texts of the problems that were asked. */
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
  /** How many problems it is over. */
  problems: number;
}

export interface SystemReport extends System {
  /** Some of its answers were given by a script in the place of a model. */
  scripted: boolean;
  /** Problems that at least one run solved. */
  solved: number;
  /** Problems with at least one run that counts: solved, unsolved or stopped by its budget. */
  counted: number;
  /** Runs by what came of them. */
  states: Record<ResultState, number>;
  pass_at: (Rate & { k: number })[];
  /** To the model. */
  questions: number;
  attempts: number;
  input_tokens: number;
  output_tokens: number;
  /** US dollars; null if the price of any answer is not known. */
  cost: number | null;
  /** Sum over the runs; they may have been side by side. */
  seconds: number;
}

/** Two systems on the problems that count for both. */
export interface PairReport {
  first: string;
  second: string;
  both: number;
  only_first: number;
  only_second: number;
  neither: number;
  /** Problems that do not count for one of them. */
  not_compared: number;
  /** Mean over problems of the second's share of solved runs less the first's, with its 95 % bootstrap interval. */
  difference: number;
  interval: Interval;
  /** Two-sided, of the exact test of McNemar on problems solved at all. */
  p: number;
}

export interface PartReport {
  /** `split: test`, `tag: nat`. */
  part: string;
  problems: number;
  /** By identifier of the system. */
  solved: Record<string, number>;
  counted: Record<string, number>;
}

/** One split by itself, as the tables of papers have it. */
export interface SplitReport {
  split: string;
  problems: number;
  systems: SystemReport[];
}

/** What the library gave; counts over all runs. */
export interface PassagesReport {
  searches: number;
  brought: number;
  /** Runs from which passages were kept because they are the problem itself. */
  hidden_from: number;
  /** Runs by the channels that served them. */
  channels: Record<string, number>;
}

export interface ProblemReport {
  name: string;
  place: string;
  split: string | null;
  tags: string[];
  digest: string;
  informal: string | null;
  /** Taken out of retrieval: the problem's own declaration, and others that state the same. */
  hidden: { own: string[]; twins: string[] };
  results: RunResult[];
}

export interface BenchReport {
  schema: 'lemmahead/bench-prove@1';
  /** Every run of every problem has a result. */
  complete: boolean;
  /** The limit of the whole that ended it early, or null. */
  stopped_by: string | null;
  /** Some answers were given by a script in the place of a model. */
  scripted: boolean;
  /** False: what was answered was not checked. */
  checked: boolean;
  provenance: Provenance;
  dataset: DatasetFacts;
  /** Counts over the problems. */
  hidden: { own: number; twins: number; problems: number };
  /** Null: no system asked the library. */
  passages: PassagesReport | null;
  /** Who had said in words what is to be shown: runs by source. */
  statements: Record<string, number>;
  systems: SystemReport[];
  /** Empty where the dataset has none, or one. */
  splits: SplitReport[];
  /** What others have published for this dataset; null: nothing is known. */
  published: Published | null;
  pairs: PairReport[];
  parts: PartReport[];
  problems: ProblemReport[];
}
