/** The goal at a hole: taken out of what Lean says when `skip` stands in it, else read off the declaration's statement. */
import type { Diagnostic } from '../../lean/message/diagnostics.ts';
import { tokenise } from '../../lean/lexer.ts';
import type { Hole } from './holes.ts';
import { applyEdits, fillingOf } from './splice.ts';

/** The first goal of the error 'unsolved goals'; null where there is none: what follows the hole fails first, say. */
export function goalIn(diagnostics: readonly Diagnostic[]): string | null {
  const left = diagnostics.find(({ class: what }) => what === 'unsolved_goals');
  return left?.captured.goals?.[0]?.replace(/^case .*\n/, '') ?? null;
}

/**
 * The goals of all holes of `text`, in the order of `holes`; null where Lean does not say it. `run` is asked as often as
 * the fullest declaration has holes: `skip` goes into one hole of each declaration at a time, and moves no line.
 */
export async function goalsOf(
  text: string,
  holes: readonly Hole[],
  run: (text: string) => Promise<readonly Diagnostic[]>,
): Promise<(string | null)[]> {
  const goals = holes.map((): string | null => null);
  for (const round of oneOfEach(holes)) {
    const edits = round.map((at) => fillingOf(text, holes[at] as Hole, { kind: 'tactic', text: 'skip' }));
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

/** Indices of holes, in rounds with at most one of each declaration; those outside of declarations are left out. */
function oneOfEach(holes: readonly Hole[]): number[][] {
  const rounds: number[][] = [];
  const taken = new Map<number, number>();
  for (const [at, { declaration }] of holes.entries()) {
    if (declaration === null) continue;
    const round = taken.get(declaration.start) ?? 0;
    taken.set(declaration.start, round + 1);
    (rounds[round] ??= []).push(at);
  }
  return rounds;
}

/** `(n : Nat) (h : 0 < n) : n ≠ 0` as a goal: `n : Nat`, `h : 0 < n`, `⊢ n ≠ 0`, one a line. */
export function goalOfStatement(statement: string): string {
  const tokens = tokenise(statement, []);
  const lines: string[] = [];
  let at = 0;
  while (at < tokens.count && !tokens.is(at, ':')) {
    const behind = tokens.bracket(at) > 0 ? tokens.behindBracket(at, tokens.count) : at + 1;
    if (behind - at > 2) lines.push(tokens.fold(at + 1, behind - 1).replace(/ := .*$/, ''));
    at = behind;
  }
  lines.push(`⊢ ${tokens.fold(at + 1, tokens.count)}`);
  return lines.join('\n');
}
