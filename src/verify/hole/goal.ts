/** The goal at a hole: from Lean's message if the hole is filled with `done`, or from the declaration's statement. */
import type { Diagnostic } from '../../lean/message/diagnostics.ts';
import { tokenise } from '../../lean/lexer.ts';
import type { Candidate } from './candidate.ts';
import type { Hole } from './holes.ts';
import { applyEdits, fillingOf } from './splice.ts';

/** A tactic that fails with the goals of its place, before a later one can fail for another reason. */
export const GOAL_PROBE = { kind: 'tactic', text: 'done' } as const satisfies Candidate;

/** The first goal of the error 'unsolved goals'; null if there is no such error. */
export function goalIn(diagnostics: readonly Diagnostic[]): string | null {
  const unsolved = diagnostics.find(({ class: type }) => type === 'unsolved_goals');
  return unsolved?.captured.goals?.[0]?.replace(/^case .*\n/, '') ?? null;
}

/** The part of a goal from `⊢` on, without the hypotheses; all of it if there is no `⊢`. */
export function targetOf(goal: string): string {
  return goal.slice(Math.max(0, goal.lastIndexOf('⊢')));
}

/**
 * The goals of all holes of `text`, in the order of `holes`; null if Lean does not report one. Each call of `run` puts
 * `done` into one hole of each declaration, so the number of calls is the largest number of holes in a declaration. No
 * line moves.
 */
export async function goalsOf(
  text: string,
  holes: readonly Hole[],
  run: (text: string) => Promise<readonly Diagnostic[]>,
): Promise<(string | null)[]> {
  const goals = holes.map((): string | null => null);
  for (const round of oneOfEach(holes)) {
    const edits = round.map((at) => fillingOf(text, holes[at] as Hole, GOAL_PROBE));
    const diagnostics = await run(applyEdits(text, edits));
    for (const at of round) {
      const { declaration } = holes[at] as Hole;
      if (declaration === null) continue;
      const { line: first, endLine } = declaration;
      goals[at] = goalIn(diagnostics.filter(({ line }) => first <= line && line <= endLine));
    }
  }
  return goals;
}

/** Indices of holes, in rounds with at most one hole per declaration. Holes outside declarations are left out. */
function oneOfEach(holes: readonly Hole[]): number[][] {
  const rounds: number[][] = [];
  const counts = new Map<number, number>();
  for (const [at, { declaration }] of holes.entries()) {
    if (declaration === null) continue;
    const round = counts.get(declaration.start) ?? 0;
    counts.set(declaration.start, round + 1);
    (rounds[round] ??= []).push(at);
  }
  return rounds;
}

/** Converts a statement to a goal: `(n : Nat) (h : 0 < n) : n ≠ 0` gives the lines `n : Nat`, `h : 0 < n`, `⊢ n ≠ 0`. */
export function goalOfStatement(statement: string): string {
  const tokens = tokenise(statement, []);
  const lines: string[] = [];
  let at = 0;
  while (at < tokens.count && !tokens.is(at, ':')) {
    const next = tokens.bracket(at) > 0 ? tokens.afterBracket(at, tokens.count) : at + 1;
    if (next - at > 2) lines.push(tokens.fold(at + 1, next - 1).replace(/ := .*$/, ''));
    at = next;
  }
  lines.push(`⊢ ${tokens.fold(at + 1, tokens.count)}`);
  return lines.join('\n');
}
