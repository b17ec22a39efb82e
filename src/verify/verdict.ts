/** What is said about a candidate. 'Could not be checked' is another answer than 'no'. */
import type { Diagnostic } from '../lean/diagnostics.ts';
import type { UnfinishedReason } from '../lean/lean-command.ts';

/** How far an accepted candidate was looked at. `compiles`: Lean found no error; nothing was audited. */
type Level = 'compiles';

export type Verdict =
  | { kind: 'accepted'; level: Level }
  | { kind: 'rejected'; by: 'gate'; reason: string }
  | { kind: 'rejected'; by: 'lean'; diagnostics: Diagnostic[] }
  | { kind: 'unchecked'; why: UnfinishedReason; detail: string };
