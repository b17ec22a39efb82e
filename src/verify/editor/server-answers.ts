/** Reads the answers of a language server about a place. Pure. */
import { isRecord } from '../../base/read-or-null.ts';
import { goalsThroughout } from '../../lean/message/message-goals.ts';

/** Goals as Lean prints them, each with its hypotheses; empty if nothing is left to prove; null where no tactic is. */
export type Goals = string[] | null;

/** The goals of an answer to `$/lean/plainGoal`. An old Lean sends only `rendered`. */
export function goalsIn(answer: unknown): Goals {
  if (!isRecord(answer)) return null;
  const { goals, rendered } = answer;
  if (Array.isArray(goals)) return goals.map(String);
  return typeof rendered === 'string' ? goalsThroughout(rendered.replaceAll(/^```.*$/gmu, '')) : null;
}

/** The type in an answer to `$/lean/plainTermGoal`, with its context. */
export function expectedIn(answer: unknown): string | null {
  return isRecord(answer) && typeof answer['goal'] === 'string' ? answer['goal'] : null;
}

/** The text of an answer to `textDocument/hover`, which may have several parts. */
export function hoverIn(answer: unknown): string | null {
  if (!isRecord(answer)) return null;
  const parts = [answer['contents']].flat().map((part) => (isRecord(part) ? part['value'] : part));
  const text = parts.filter((part) => typeof part === 'string').join('\n\n');
  return text.trim() === '' ? null : text.trim();
}
