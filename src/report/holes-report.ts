/** Makes the JSON report of `holes`. */
import type { Hole } from '../verify/hole/holes.ts';
import type { HolesReport } from './check-schema.ts';

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
