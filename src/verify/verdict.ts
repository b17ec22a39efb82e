/** What is said about a candidate. 'Could not be checked' is another answer than 'no'. */
import type { Diagnostic } from '../lean/diagnostics.ts';

/** How far an accepted candidate was looked at. `compiles`: Lean found no error; nothing was audited. */
export type Level = 'compiles';

export type Verdict =
  | { kind: 'accepted'; level: Level }
  | { kind: 'rejected'; by: 'gate'; reason: string }
  | { kind: 'rejected'; by: 'lean'; diagnostics: Diagnostic[] }
  | { kind: 'unchecked'; why: UncheckedReason; detail: string };

/** `crashed`: Lean or Lake ended with an error of its own, or by a signal. */
export type UncheckedReason = 'timedOut' | 'cancelled' | 'tooMuchOutput' | 'crashed';
