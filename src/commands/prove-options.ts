/** What `prove` is asked, as `cli/` hands it over: defaults filled in, nothing resolved. */
import type { CheckMode } from '../verify/trial/check-mode.ts';
import type { Limits } from '../llm/budget.ts';
import type { InformalOptions } from '../prove/informal/informal-options.ts';
import type { StrategyName } from '../prove/strategy-names.ts';
import type { JudgingOptions } from './judging.ts';

/** What is done with what is accepted: `show`: holes, diff and summary; `diff`: the diff and nothing else on stdout. */
export type ProveOutput = { to: 'show' | 'diff' | 'file' } | { to: 'other'; path: string };

/** What a run is asked for, and what it is gone on with: all of it is plain JSON. */
export interface ProveRequest extends JudgingOptions {
  /** `--decl`: name of the one declaration whose holes are asked for. */
  decl: string | null;
  /** `--hole`: number of the one hole, from 1. */
  hole: number | null;
  /** `--strategy`: what asks the model, or `portfolio` for no model; null: what there is. */
  strategy: StrategyName | null;
  /** `-n`: answers that are asked for to each prompt. */
  samples: number;
  /** `--rounds`: repair rounds at each hole. */
  rounds: number;
  /** `--jobs`: holes at a time, and servers. */
  jobs: number;
  output: ProveOutput;
  /** `--add-imports`: imports that a proof needs go into the file. */
  addImports: boolean;
  /** `-k`: how many retrieved declarations are asked for at a time. */
  k: number;
  /** `--context-chars`: room for them in a prompt. */
  contextChars: number;
  /** `--informal`: what the declaration that is asked for shows, in words; null: nobody has said it for this run. A text: files are read before. */
  informal: string | null;
  /** `--informal-proof`: a human's proof of it in words. */
  informalProof: string | null;
  /** Of the strategies that have the problem in words first. */
  words: InformalOptions;
  /** `--mode`: how candidates are tried before one is worth the judge's time. */
  mode: CheckMode['name'];
  /** `--max-cost`, `--max-tokens`, `--max-attempts`. */
  limits: Limits;
  /** `--max-time SECONDS`: for one sitting, or null for no limit. */
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
  /** `--record FILE`: answers of the model are also written there. */
  record: string | null;
  dryRun: boolean;
}
