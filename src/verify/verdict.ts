/** The verdict on a candidate or a file. `unchecked` (it could not be checked) is different from `rejected`. */
import type { Diagnostic } from '../lean/message/diagnostics.ts';
import type { SandboxLevel } from '../lean/process/sandbox-levels.ts';

/**
 * How thoroughly something was checked, in ascending order. `compile`: Lean found no error. `audit`: a process that never
 * ran the candidate compared every declaration with the original, checked it again with the kernel, and collected its
 * axioms. `kernel`: also, `leanchecker` replayed the module. `challenge`: also, an external checker accepted it (`lake
 * challenge`, comparator, SafeVerify).
 */
export const LEVELS = ['compile', 'audit', 'kernel', 'challenge'] as const;

export type Level = (typeof LEVELS)[number];

/** The kinds of audit findings, by their machine-readable names. */
export const FINDING_RULES = [
  'missing', // a declaration of the original is missing
  'kind', // a theorem became a definition, a definition an axiom, …
  'universes', // the universe parameters differ
  'type', // the statement differs, even if its text is the same
  'value', // the value of a definition differs
  'new', // a declaration that the original does not have
  'twice', // several declarations have the same name
  'imports', // the imports differ from the original's
  'attribute', // an attribute, or other data that Lean stores next to the declarations, was changed
  'code', // runs code while it is compiled, which the original does not
  'axiom', // depends on an axiom that is not allowed
  'sorry', // depends on a `sorry`
  'unsafe', // unsafe, partial or opaque although it must not be
  'kernel', // the kernel refuses it
  'challenge', // an external checker refuses it
  'core', // one of Lean's axioms does not come from Lean's own modules, or has another statement
  'output', // the compiled module cannot be read: Lean did not write it
] as const;

export type FindingRule = (typeof FINDING_RULES)[number];

export interface Finding {
  rule: FindingRule;
  /** Full name of the declaration concerned; null if it concerns the file. */
  name: string | null;
  /** One sentence without a full stop. */
  detail: string;
}

/** Findings in one line, each after the declaration that it concerns. */
export const findingsText = (findings: readonly Finding[]): string =>
  findings.map(({ name, detail }) => (name === null ? detail : `${name}: ${detail}`)).join('; ');

export const UNCHECKED_REASONS = [
  'timedOut',
  'outOfMemory',
  'tooMuchDisk',
  'tooMuchOutput',
  'cancelled',
  'notAsked', // no check was requested
  'crashed', // Lean or Lake was ended by a signal, or failed with an internal error
  'leanMissing', // Lean cannot be found or started
  'importsMissing', // an imported module is unknown or not built
  'originalFails', // the original has errors besides its holes, so its candidates cannot be judged
  'sandboxTooWeak', // the available sandbox is weaker than requested
  'levelOutOfReach', // the requested level needs a tool that is not installed
  'auditFailed', // the auditor itself failed
  'notAuditable', // the compiled file has no declaration for a hole or a statement
  'notConfirmed', // a second judge was requested, and does not agree or gave no verdict
  'selfTestFailed', // the judge gave a wrong answer to a known case on this toolchain
] as const;

export type UncheckedReason = (typeof UNCHECKED_REASONS)[number];

export type Verdict =
  | {
      kind: 'accepted';
      level: Level;
      /** Full names of the axioms that it depends on, without `sorryAx`. Empty below `audit`. */
      axioms: string[];
      /** Full names of the original's declarations with holes that it still depends on. If not empty, it is not proved yet. */
      conditional: string[];
      /** Additional remarks for the reader, as sentences without a full stop. */
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

const BOUNDS: ReadonlySet<UncheckedReason> = new Set(['timedOut', 'outOfMemory', 'tooMuchDisk', 'tooMuchOutput']);

/** Whether the check exceeded a resource limit: the candidate is the cause, not the machine. */
export function isBeyondBounds(why: UncheckedReason): boolean {
  return BOUNDS.has(why);
}

/** Whether `level` is at least `required`. */
export function reaches(level: Level, required: Level): boolean {
  return LEVELS.indexOf(level) >= LEVELS.indexOf(required);
}
