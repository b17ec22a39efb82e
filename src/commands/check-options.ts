/** What `check` is asked, as `cli/` hands it over: defaults filled in, nothing resolved. */
import type { JudgingOptions } from './judging.ts';

export interface CheckCommandOptions extends JudgingOptions {
  /** Paths of Lean files, relative to the working folder or absolute; at least one. */
  files: string[];
  /** `--against`: the file with the holes, of which the one file checked is to be the honest filling. */
  against: string | null;
  /** `--decl`: full name of the one declaration that is asked about. */
  decl: string | null;
  /** `--allow-new`: declarations that the original lacks are let through. */
  allowNew: boolean;
}
