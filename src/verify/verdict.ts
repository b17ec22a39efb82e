/** What is said about a candidate or a file. 'Could not be checked' is another answer than 'no'. */
import type { Diagnostic } from '../lean/message/diagnostics.ts';
import type { SandboxLevel } from '../lean/process/sandbox.ts';

/**
 * How far something was looked at, ordered. `compile`: Lean found no error. `audit`: a process that never ran the
 * candidate compared every declaration with the original, asked the kernel again, and walked the axioms. `kernel`:
 * and `leanchecker` replayed the module. `challenge`: and a checker from outside (`lake challenge`, comparator, SafeVerify).
 */
export type Level = 'compile' | 'audit' | 'kernel' | 'challenge';

/** What the audit holds against a file, by the name that machines know it by. */
export type FindingRule =
  | 'missing' // a declaration of the original is not there
  | 'kind' // a theorem became a definition, a definition an axiom, …
  | 'universes' // other universe parameters
  | 'type' // another statement, whatever the text looks like
  | 'value' // a definition means something else
  | 'new' // a declaration that the original does not have
  | 'twice' // one name, several declarations
  | 'imports' // other imports than the original's
  | 'attribute' // an attribute, or another thing that Lean keeps beside the declarations, was changed
  | 'code' // runs code while it is compiled, and the original does not
  | 'axiom' // rests on an axiom that is not allowed
  | 'sorry' // rests on a `sorry`
  | 'unsafe' // unsafe, partial or opaque where it must not be
  | 'kernel' // the kernel refuses it
  | 'challenge' // a checker from outside refuses it
  | 'core' // an axiom of Lean's own does not come from Lean's own modules, or says something else
  | 'output'; // what was compiled cannot be read: no Lean wrote it

export interface Finding {
  rule: FindingRule;
  /** Full name of the declaration that it is about; null for the file. */
  name: string | null;
  /** One sentence without a full stop. */
  detail: string;
}

export type UncheckedReason =
  | 'timedOut'
  | 'outOfMemory'
  | 'tooMuchOutput'
  | 'cancelled'
  | 'notAsked' // nothing was to be checked
  | 'crashed' // Lean or Lake ended by a signal, or with an error of its own
  | 'leanMissing' // Lean cannot be found or launched
  | 'importsMissing' // what the file imports is not built, or not known
  | 'originalFails' // the file has errors besides its holes, so no candidate can be told from it
  | 'sandboxTooWeak' // less confinement is to be had here than was asked for
  | 'levelOutOfReach' // the level that was asked for needs a tool that is not here
  | 'auditFailed' // the auditor itself did not come to an answer
  | 'notAuditable' // nothing in the compiled file to look at: the hole stands in no declaration that has a name
  | 'selfTestFailed'; // this toolchain gave a wrong answer to a case that is known

export type Verdict =
  | {
      kind: 'accepted';
      level: Level;
      /** Full names of the axioms that it rests on, without `sorryAx`. Empty below `audit`. */
      axioms: string[];
      /** Full names of the declarations with holes of the original that it still rests on. Not empty: not proved yet. */
      conditional: string[];
      /** What a reader should know of it all the same, as sentences without a full stop. */
      notes?: readonly string[];
      sandbox: SandboxLevel;
    }
  | { kind: 'rejected'; by: 'gate'; reason: string; sandbox: SandboxLevel | null }
  | { kind: 'rejected'; by: 'lean'; diagnostics: Diagnostic[]; sandbox: SandboxLevel }
  | { kind: 'rejected'; by: 'audit'; findings: Finding[]; sandbox: SandboxLevel }
  | {
      kind: 'unchecked';
      why: UncheckedReason;
      detail: string;
      next?: string;
      /** Where the original fails: 1-based line, 0-based column in code points. */
      place?: { line: number; column: number };
    };

const LEVELS: readonly Level[] = ['compile', 'audit', 'kernel', 'challenge'];

/** Whether `level` is `wanted` or goes further. */
export function reaches(level: Level, wanted: Level): boolean {
  return LEVELS.indexOf(level) >= LEVELS.indexOf(wanted);
}
