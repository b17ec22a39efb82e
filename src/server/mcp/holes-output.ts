/** The holes of a file as an agent is told of them, with Lean's goals where it was asked. Pure. */
import type { HoleReport, HolesReport } from '../../report/holes-report.ts';
import { pluralize } from '../../base/pluralize.ts';
import { noteLines, type Said, shortNotes, shortText, unlessEmpty, type Warned } from './tool-result.ts';

const MOST_HOLES = 40;
const MOST_GOAL = 1000;
/** Of all goals together: those of further holes are left out. */
const MOST_GOALS = 10_000;

/** `asked`: Lean was asked for the goals. */
export function sayHoles(report: Warned<HolesReport>, asked: boolean): Said {
  const { holes, no_goals, warnings } = report;
  const cut = holes.length > MOST_HOLES ? [`Only the first ${MOST_HOLES} holes are listed.`] : [];
  let room = MOST_GOALS;
  const told = holes.slice(0, MOST_HOLES).map((hole, at) => {
    const goal = hole.goal === null || room <= 0 ? undefined : shortText(hole.goal, MOST_GOAL);
    room -= goal?.length ?? 0;
    return compactHole(hole, at + 1, goal);
  });
  if (room <= 0) cut.push('The goals of the last holes are left out.');
  const notes = shortNotes(cut, warnings);
  const compact = {
    count: holes.length,
    holes: told,
    no_goals: no_goals ?? undefined,
    next: no_goals === null ? undefined : NEXT,
    notes: unlessEmpty(notes),
  };
  const head = holes.length === 0 ? 'No sorry.' : `${pluralize(holes.length, 'hole')}.`;
  const why =
    asked && no_goals !== null ? [`No goals${told.some(hasGoal) ? ' of some' : ''}: ${no_goals}`, `next: ${NEXT}`] : [];
  return { compact, lines: [head, ...why, ...told.flatMap(holeLines), ...noteLines(notes)] };
}

const NEXT = 'Ask check: it says what is wrong and what to do about it.';

type CompactHole = ReturnType<typeof compactHole>;

function compactHole({ line, column, keyword, declaration, is_proof }: HoleReport, number: number, goal?: string) {
  const of = [keyword, declaration].filter((word) => word !== null).join(' ');
  return { hole: number, line, column, of: of === '' ? undefined : of, is_proof: is_proof ? undefined : false, goal };
}

const hasGoal = ({ goal }: CompactHole): boolean => goal !== undefined;

function holeLines({ hole, line, column, of, is_proof, goal }: CompactHole): string[] {
  const what = is_proof === false ? '  (no proof: prove leaves it alone)' : '';
  const head = `#${hole} at ${line}:${column + 1}  ${of ?? 'outside a declaration'}${what}`;
  return [head, ...(goal === undefined ? [] : goal.split('\n').map((part) => `  ${part}`))];
}
