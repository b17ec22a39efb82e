/** What `holes` found: the JSON contract `lemmahead/holes@1`. */
import type { Hole } from '../verify/hole/holes.ts';

export interface HoleReport {
  /** `sorry` or `admit`. */
  word: string;
  /** 1-based line, 0-based column in code points, as Lean counts. */
  line: number;
  column: number;
  /** What its line begins with. */
  indentation: string;
  position: 'term' | 'tactic';
  /** Keyword of the declaration it is in; null outside of all. */
  keyword: string | null;
  /** Full name; null where there is none. */
  declaration: string | null;
  /** False where a definition, an instance or a type is missing: `prove` leaves that alone. */
  is_proof: boolean;
  /** As Lean prints it; null where it did not say. */
  goal: string | null;
}

export interface HolesReport {
  schema: 'lemmahead/holes@1';
  file: string;
  holes: HoleReport[];
  /** Why Lean did not give the goals, or not all; null otherwise. */
  no_goals: string | null;
}

/** In the order of the holes; empty where Lean was not asked. */
export interface GoalsOutcome {
  goals: readonly (string | null)[];
  why: string | null;
}

export function holesReport(file: string, text: string, holes: readonly Hole[], asked: GoalsOutcome): HolesReport {
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
      goal: asked.goals[at] ?? null,
    })),
    no_goals: asked.why,
  };
}
