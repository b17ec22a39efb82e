/** What to do about a file that could not be checked. */
import type { UncheckedReason } from './verdict.ts';

export const UNCHECKED_FIXES: Partial<Record<UncheckedReason, string>> = {
  timedOut: 'Raise lean.timeout in lemmahead.toml (lemmahead config --explain shows it).',
  outOfMemory: 'Raise lean.memory in lemmahead.toml (lemmahead config --explain shows it).',
  tooMuchDisk: 'A proof does not need to write files: check what the file runs during compilation.',
  tooMuchOutput: 'A proof does not need to print: check what the file runs during compilation.',
  importsMissing: 'In the project: lake exe cache get (if it uses Mathlib), then lake build.',
  notAuditable: 'Give the full name of an existing declaration: --decl NAME',
  levelOutOfReach: 'Install the missing tool, or use a lower level: --level audit',
  notConfirmed: 'lemmahead queue workers shows who judges. Check it here: LEMMAHEAD_QUEUE= lemmahead check FILE',
  selfTestFailed: 'lemmahead doctor --self-test',
};
