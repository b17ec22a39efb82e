/** Options of `check` from `cli/`: defaults filled in, paths not resolved. */
import type { JudgingOptions } from './judging-options.ts';

export interface CheckCommandOptions extends JudgingOptions {
  /** Paths of Lean files, relative to the working folder or absolute; at least one. */
  files: string[];
  /** `--against`: the original with the holes; the checked file may differ from it only in filled holes. */
  against: string | null;
  /** `--decl`: full name of the only declaration to check. */
  decl: string | null;
  /** `--allow-new`: allow declarations that the original does not have. */
  allowNew: boolean;
}
