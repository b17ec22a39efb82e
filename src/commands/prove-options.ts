/** What `prove` is asked, as `cli/` hands it over: defaults filled in, nothing resolved. */
import type { CheckMode } from '../verify/trial/check-mode.ts';
import type { JudgingOptions } from './judging.ts';

export interface ProveCommandOptions extends JudgingOptions {
  /** Path of the Lean file, relative to the working folder or absolute. */
  file: string;
  /** Write what is accepted into the file; else it is only printed. */
  write: boolean;
  /** `-k`: how many retrieved declarations are tried at each hole. Default 10. */
  k: number;
  /** `--mode`: how candidates are tried before one is worth the judge's time. */
  mode: CheckMode['name'];
  /** `--max-attempts`: candidates handed to Lean in the whole run, or null for no limit. */
  maxAttempts: number | null;
  /** `--max-time SECONDS`: for the whole run, or null for no limit. */
  maxTime: number | null;
}
