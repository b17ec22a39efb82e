/** Options of `prove` from `cli/`: defaults filled in, paths not resolved. */
import type { CheckMode } from '../verify/trial/check-mode.ts';
import type { Limits } from '../llm/budget.ts';
import type { InformalOptions } from '../prove/informal/informal-options.ts';
import type { StrategyName } from '../prove/strategies.ts';
import type { JudgingOptions } from './judging-options.ts';

/** Output of accepted proofs. `show`: holes, diff and summary; `diff`: only the diff on stdout. */
export type ProveOutput = { to: 'show' | 'diff' | 'file' } | { to: 'other'; path: string };

/** The options of a run. Plain JSON, recorded for `runs resume`. */
export interface ProveRequest extends JudgingOptions {
  /** `--decl`: name of the only declaration whose holes are filled. */
  decl: string | null;
  /** `--hole`: number of the only hole to fill, from 1. */
  hole: number | null;
  /** `--strategy`: a strategy that uses the model, or `portfolio` for no model; null: all available. */
  strategy: StrategyName | null;
  /** `-n`: requested answers per prompt. */
  samples: number;
  /** `--rounds`: repair rounds at each hole. */
  rounds: number;
  /** `--jobs`: number of parallel holes, and of servers. */
  jobs: number;
  output: ProveOutput;
  /** `--add-imports`: allow adding imports that a proof needs. */
  addImports: boolean;
  /** `-k`: number of declarations per retrieval. */
  k: number;
  /** `--context-chars`: maximum length of these in a prompt. */
  contextChars: number;
  /** `--informal`: informal statement of the selected declaration; null if not given. Files have been replaced by their text. */
  informal: string | null;
  /** `--informal-proof`: informal proof by a human. */
  informalProof: string | null;
  /** Options of the strategies that write an informal proof first. */
  words: InformalOptions;
  /** `--mode`: how candidates are tried before they reach the judge. */
  mode: CheckMode['name'];
  /** `--max-cost`, `--max-tokens`, `--max-attempts`. */
  limits: Limits;
  /** `--max-time SECONDS`: for one session; null for no limit. */
  maxTime: number | null;
  /** `--no-retrieval` */
  retrieves: boolean;
  /** `--no-portfolio` */
  hasPortfolio: boolean;
  /** `--no-cache` */
  caches: boolean;
}

export interface ProveCommandOptions extends ProveRequest {
  /** Path of the Lean file, relative to the working folder or absolute. */
  file: string;
  /** `--record FILE`: the model's answers are also written to this file. */
  record: string | null;
  dryRun: boolean;
}
