/** The JSON report of `holes`: `lemmahead/holes@1`. */
import type { Hole } from '../verify/hole/holes.ts';

export interface HoleReport {
  /** `sorry` or `admit`. */
  word: string;
  /** 1-based line, 0-based column in code points, as Lean counts. */
  line: number;
  column: number;
  /** Leading whitespace of its line. */
  indentation: string;
  position: 'term' | 'tactic';
  /** Keyword of its declaration; null outside a declaration. */
  keyword: string | null;
  /** Full name; null if absent. */
  declaration: string | null;
  /** False for a hole in a definition, an instance or a type, which `prove` does not fill. */
  is_proof: boolean;
  /** As Lean prints it; null if unknown. */
  goal: string | null;
}

export interface HolesReport {
  schema: 'lemmahead/holes@1';
  file: string;
  holes: HoleReport[];
  /** Why some or all goals are missing; null otherwise. */
  no_goals: string | null;
}

/** In the order of the holes; empty if Lean was not run. */
export interface GoalsOutcome {
  goals: readonly (string | null)[];
  why: string | null;
}

export function holesReport(file: string, text: string, holes: readonly Hole[], outcome: GoalsOutcome): HolesReport {
  return {
    schema: 'lemmahead/holes@1',
    file,
    holes: holes.map((hole, at) => ({
      word: text.slice(hole.start, hole.end),
      line: hole.line,
      column: hole.column,
      indentation: hole.indentation,
      position: hole.position,
      keyword: hole.declaration?.keyword ?? null,
      declaration: hole.declaration?.fullName ?? null,
      is_proof: hole.isProof,
      goal: outcome.goals[at] ?? null,
    })),
    no_goals: outcome.why,
  };
}
