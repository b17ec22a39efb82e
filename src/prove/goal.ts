/** The goal at a hole: asked of Lean itself, else read off the declaration's statement. */
import { tokenise } from '../lean/lexer.ts';
import type { Hole } from '../verify/holes.ts';
import type { Trial } from './trial.ts';

/**
 * Puts `skip` into the hole and takes the goal out of the error 'unsolved goals' that Lean answers with. Where there is
 * none (what follows the hole fails first, say) the statement has to do.
 */
export async function goalAt(trial: Trial, text: string, hole: Hole): Promise<string> {
  const { verdict } = await trial.check(text, hole, { kind: 'tactic', text: 'skip' });
  if (verdict.kind === 'rejected' && verdict.by === 'lean') {
    const left = verdict.diagnostics.find(({ class: what }) => what === 'unsolved_goals');
    const first = left?.captured.goals?.[0];
    if (first !== undefined) return first.replace(/^case .*\n/, '');
  }
  return goalOfStatement(hole.declaration?.statement ?? '');
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
