/** Formats the holes of a file for an agent, with Lean's goals if requested. Pure. */
import type { HoleReport, HolesReport } from '../../report/check-schema.ts';
import { pluralize } from '../../base/pluralize.ts';
import { noteLines, shortNotes, shortText, type ToolOutput, unlessEmpty, type Warned } from './tool-result.ts';

const MAX_HOLES = 40;
const MAX_GOAL_LENGTH = 1000;
/** Limit for all goals together: further goals are omitted. */
const MAX_GOALS_LENGTH = 10_000;

/** `withGoals`: the goals were requested. */
export function formatHoles(report: Warned<HolesReport>, withGoals: boolean): ToolOutput {
  const { holes, no_goals, warnings } = report;
  const omissions = holes.length > MAX_HOLES ? [`Only the first ${MAX_HOLES} holes are listed.`] : [];
  let room = MAX_GOALS_LENGTH;
  const compactHoles = holes.slice(0, MAX_HOLES).map((hole, at) => {
    const goal = hole.goal === null || room <= 0 ? undefined : shortText(hole.goal, MAX_GOAL_LENGTH);
    room -= goal?.length ?? 0;
    return compactHole(hole, at + 1, goal);
  });
  if (room <= 0) omissions.push('The goals of the last holes are omitted.');
  const notes = shortNotes(omissions, warnings);
  const compact = {
    count: holes.length,
    holes: compactHoles,
    no_goals: no_goals ?? undefined,
    next: no_goals === null ? undefined : NEXT,
    notes: unlessEmpty(notes),
  };
  const head = holes.length === 0 ? 'No sorry.' : `${pluralize(holes.length, 'hole')}.`;
  const why =
    withGoals && no_goals !== null
      ? [`${compactHoles.some(hasGoal) ? 'Some goals are missing' : 'No goals'}: ${no_goals}`, `next: ${NEXT}`]
      : [];
  return { compact, lines: [head, ...why, ...compactHoles.flatMap(holeLines), ...noteLines(notes)] };
}

const NEXT = 'Call check: it reports what is wrong and how to fix it.';

type CompactHole = ReturnType<typeof compactHole>;

function compactHole({ line, column, keyword, declaration, is_proof }: HoleReport, number: number, goal?: string) {
  const of = [keyword, declaration].filter((word) => word !== null).join(' ');
  return {
    hole: number,
    line,
    column: column + 1,
    of: of === '' ? undefined : of,
    is_proof: is_proof ? undefined : false,
    goal,
  };
}

const hasGoal = ({ goal }: CompactHole): boolean => goal !== undefined;

function holeLines({ hole, line, column, of, is_proof, goal }: CompactHole): string[] {
  const remark = is_proof === false ? '  (not in a proof: prove skips it)' : '';
  const head = `#${hole} at ${line}:${column}  ${of ?? 'outside a declaration'}${remark}`;
  return [head, ...(goal === undefined ? [] : goal.split('\n').map((part) => `  ${part}`))];
}
