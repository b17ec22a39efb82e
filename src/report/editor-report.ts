/** Makes the JSON reports of what an editor shows. */
import type { Diagnostic } from '../lean/message/diagnostics.ts';
import type { AttemptResult } from '../verify/editor/attempt-result.ts';
import type { Attempts, GoalsAtPlace } from '../verify/editor/editor.ts';
import type { AttemptReport, EditorMessage, GoalReport, TryReport } from './editor-schema.ts';

export function messageReport({ severity, line, column, class: what, text }: Diagnostic): EditorMessage {
  return { severity, line, column, what, text };
}

export function goalReport(line: number, { before, after, expected, errors }: GoalsAtPlace): GoalReport {
  return { schema: 'lemmahead/goal@1', line, before, after, expected, errors: errors.map(messageReport) };
}

export function tryReport(line: number, { before, expected, results }: Attempts): TryReport {
  return { schema: 'lemmahead/try@1', line, before, expected, attempts: results.map(attemptReport) };
}

function attemptReport(result: AttemptResult): AttemptReport {
  const { attempt, goals, errors, suggestions, hasSorry, refusal, doubt, noAnswer } = result;
  return {
    attempt,
    state: stateOf(result),
    goals,
    errors: errors.map(messageReport),
    suggestions,
    has_sorry: hasSorry,
    why: noAnswer?.why ?? null,
    detail: refusal ?? noAnswer?.detail ?? doubt,
  };
}

/** A term leaves no goals: without an error, it is accepted. */
function stateOf({ goals, errors, refusal, noAnswer }: AttemptResult): AttemptReport['state'] {
  if (noAnswer !== null) return 'unanswered';
  if (errors.length > 0 || refusal !== null) return 'fails';
  return goals === null || goals.length === 0 ? 'closes' : 'leaves';
}
