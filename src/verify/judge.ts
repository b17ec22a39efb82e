/** The one answer on a candidate or a file, by the steps of specs/lean.md 4.3. Everything else only gives hints. */
import type { SandboxLevel } from '../lean/sandbox.ts';
import type { LeanInstallation } from '../lean/toolchain.ts';
import type { Candidate } from './candidate.ts';
import type { Hole } from './holes.ts';
import type { Edit } from './splice.ts';
import type { Level, Verdict } from './verdict.ts';

export interface JudgeOptions {
  installation: LeanInstallation;
  /** How far to look. What cannot be reached here is `unchecked`, never quietly less. */
  level: Level;
  /** The confinement in which what was not trusted is compiled. */
  sandbox: SandboxLevel;
  /** Full names of axioms that may be used besides `propext`, `Classical.choice` and `Quot.sound`. */
  allowedAxioms: readonly string[];
  /** Whether a file may declare what its original does not. */
  allowNew: boolean;
  /** `false` leaves out the gate: for tests, which must see the audit stop what the gate would. */
  gate: boolean;
  /** For each process. */
  timeoutMs: number;
  memoryBytes: number | null;
  signal: AbortSignal;
}

/** What the audit saw of one declaration of a file, in the order of the file where Lean tells it. */
export interface DeclarationFacts {
  /** Full name; a private one without the module that Lean puts before it. */
  name: string;
  kind: 'theorem' | 'def' | 'opaque' | 'axiom' | 'inductive';
  /** 1-based; null where Lean did not record it. */
  line: number | null;
  /** All axioms that it rests on, `sorryAx` too, sorted. */
  axioms: string[];
  /** It has a `sorry` itself, or rests on one. */
  sorry: 'none' | 'direct' | 'elsewhere';
}

export interface Judge {
  /** Steps 1 to 8 on `candidate` in `hole` of `originalText`; the other holes stay open. `filling` is null where the gate refused. */
  candidate(originalText: string, hole: Hole, candidate: Candidate): Promise<{ verdict: Verdict; filling: Edit | null }>;
  /**
   * With `originalText`: is it that one with its holes honestly filled, those of `declaration` (a full name) or all? A
   * hole that is left is a finding `sorry`. Without: does it compile, and does it rest on nothing but allowed axioms?
   * `declarations` is empty where it did not come to an audit.
   */
  file(
    text: string,
    originalText: string | null,
    declaration: string | null,
  ): Promise<{ verdict: Verdict; declarations: DeclarationFacts[] }>;
  /** Removes the scratch folder. */
  close(): Promise<void>;
}
