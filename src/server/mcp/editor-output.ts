/** Formats goals, attempts, messages, hovers, outlines and references for an agent. Columns are 1-based. Pure. */
import { pluralize } from '../../base/pluralize.ts';
import { collapseWhitespace } from '../../base/one-line.ts';
import { ellipsis } from '../../base/columns.ts';
import type {
  AttemptReport,
  DiagnosticsReport,
  EditorMessage,
  GoalReport,
  HoverReport,
  RunReport,
  TryReport,
} from '../../report/editor-schema.ts';
import type { OutlineReport, ReferencesReport } from '../../report/outline-schema.ts';
import { noteLines, shortNotes, shortText, type ToolOutput, unlessEmpty, type Warned } from './tool-result.ts';

const MAX_GOAL_LENGTH = 1500;
const MAX_GOALS = 5;
const MAX_MESSAGE_LENGTH = 600;
const MAX_MESSAGES = 20;
const MAX_ERROR_LENGTH = 300;
const MAX_HOVER_LENGTH = 2000;
const MAX_LINE_LENGTH = 160;
const MAX_OUTLINE = 200;
const MAX_REFERENCES = 60;

/** `column`: that of the call. In the middle of a tactic, Lean shows the goals after it. */
export function formatGoal(
  { before, after, expected, errors, warnings }: Warned<GoalReport>,
  column?: number,
): ToolOutput {
  const notes = shortNotes(warnings);
  const compact = {
    before: shortGoals(before),
    after: shortGoals(after),
    expected: expected === null ? undefined : shortText(expected, MAX_GOAL_LENGTH),
    errors: unlessEmpty(errors.slice(0, MAX_GOALS).map(compactMessage)),
    notes: unlessEmpty(notes),
  };
  const isNowhere = before === null && after === null && expected === null;
  const lines = [
    ...(isNowhere
      ? ['No goal here: the place is in no proof, or Lean cannot read it; diagnostics shows its errors.']
      : []),
    ...goalLines(column === undefined ? 'before' : 'at the place', compact.before),
    ...goalLines('after the line', compact.after),
    ...(compact.expected === undefined ? [] : ['expected type:', ...indented(compact.expected)]),
    ...(compact.errors ?? []).flatMap(messageLines),
  ];
  return { compact, lines: [...lines, ...noteLines(notes)] };
}

export function formatTry({ before, expected, attempts, warnings }: Warned<TryReport>): ToolOutput {
  const notes = shortNotes(warnings);
  const compactAttempts = attempts.map(compactAttempt);
  const compact = {
    before: shortGoals(before),
    expected: expected === null ? undefined : shortText(expected, MAX_GOAL_LENGTH),
    attempts: compactAttempts,
    notes: unlessEmpty(notes),
  };
  const from =
    compact.expected === undefined
      ? goalLines('before', compact.before)
      : ['expected type:', ...indented(compact.expected)];
  return { compact, lines: [...from, ...compactAttempts.flatMap(attemptLines), ...noteLines(notes)] };
}

type CompactAttempt = ReturnType<typeof compactAttempt>;

function compactAttempt(report: AttemptReport) {
  const { attempt, state, goals, errors, suggestions, has_sorry: hasSorry, detail } = report;
  return {
    attempt: shortText(attempt, MAX_LINE_LENGTH),
    state,
    goals: state === 'leaves' ? shortGoals(goals) : undefined,
    error: errors[0] === undefined ? undefined : shortText(errors[0].text, MAX_ERROR_LENGTH),
    suggestions: unlessEmpty(suggestions.slice(0, MAX_GOALS).map((each) => shortText(each, MAX_ERROR_LENGTH))),
    has_sorry: hasSorry || undefined,
    why: detail ?? undefined,
  };
}

const STATES = {
  closes: 'closes the goal',
  leaves: 'leaves',
  fails: 'fails',
  unanswered: 'unanswered',
} as const satisfies Record<AttemptReport['state'], string>;

function attemptLines(compact: CompactAttempt): string[] {
  const { attempt, state, goals, error, suggestions = [], has_sorry: hasSorry, why } = compact;
  const shown = ellipsis(collapseWhitespace(attempt), MAX_LINE_LENGTH);
  const rest = error ?? why;
  const remark = hasSorry === true ? ' (with sorry)' : '';
  const words = state === 'leaves' && goals !== undefined ? `leaves ${pluralize(goals.length, 'goal')}` : STATES[state];
  const [first = '', ...more] = (rest ?? '').split('\n');
  return [
    `${shown}  →  ${words}${remark}${rest === undefined ? '' : `: ${first}`}`,
    ...more.map((line) => `  ${line}`),
    ...suggestions.map((each) => `  proposed: ${collapseWhitespace(each)}`),
    ...(goals ?? []).flatMap(indented),
  ];
}

export function formatRun({ messages, warnings }: Warned<RunReport>): ToolOutput {
  return formatMessages(messages, warnings, 'No message.');
}

export function formatDiagnostics({ messages, warnings }: Warned<DiagnosticsReport>): ToolOutput {
  return formatMessages(messages, warnings, 'No message: Lean accepts the file. check says what it proves.');
}

const SEVERITIES = ['error', 'warning', 'information'] as const;

/** Errors first. */
function formatMessages(messages: readonly EditorMessage[], warnings: readonly string[], nothing: string): ToolOutput {
  const sorted = SEVERITIES.flatMap((severity) => messages.filter((each) => each.severity === severity));
  const shown = sorted.slice(0, MAX_MESSAGES).map(compactMessage);
  const notes = shortNotes(
    sorted.length > shown.length ? [`${pluralize(sorted.length - shown.length, 'more message')} (full: true)`] : [],
    warnings,
  );
  const compact = { messages: shown, message_count: messages.length, notes: unlessEmpty(notes) };
  return {
    compact,
    lines: [...(shown.length === 0 ? [nothing] : shown.flatMap(messageLines)), ...noteLines(notes)],
  };
}

export function formatHover({ text, warnings }: Warned<HoverReport>): ToolOutput {
  const shown = text === null ? undefined : shortText(text, MAX_HOVER_LENGTH);
  const notes = shortNotes(warnings);
  return {
    compact: { text: shown, notes: unlessEmpty(notes) },
    lines: [shown ?? 'Lean says nothing about this place.', ...noteLines(notes)],
  };
}

export function formatOutline({ imports, declarations, warnings }: Warned<OutlineReport>): ToolOutput {
  const shown = declarations.slice(0, MAX_OUTLINE).map(({ name, line, signature, sorry }) => ({
    name,
    line,
    signature: ellipsis(signature, MAX_LINE_LENGTH),
    sorry: sorry || undefined,
  }));
  const more = declarations.length - shown.length;
  const notes = shortNotes(more > 0 ? [`${pluralize(more, 'more declaration')} (full: true)`] : [], warnings);
  return {
    compact: { imports: unlessEmpty(imports), declarations: shown, notes: unlessEmpty(notes) },
    lines: [
      ...(imports.length === 0 ? [] : [`imports ${imports.join(', ')}`]),
      ...shown.map(({ line, signature, sorry }) => `${line}: ${signature}${sorry === undefined ? '' : '  (sorry)'}`),
      ...(shown.length === 0 ? ['No declaration.'] : []),
      ...noteLines(notes),
    ],
  };
}

export function formatReferences(report: Warned<ReferencesReport>): ToolOutput {
  const { name, references, declarations, more, notices, warnings } = report;
  const shown = references.slice(0, MAX_REFERENCES).map(({ file, line, column, text }) => ({
    place: column === null ? `${file}:${line}` : `${file}:${line}:${column + 1}`,
    text: ellipsis(text, MAX_LINE_LENGTH),
  }));
  const cut = references.length - shown.length;
  const notes = shortNotes(
    more > 0 ? [`${pluralize(more, 'more declaration')}: raise k`] : [],
    cut > 0 ? [`${pluralize(cut, 'more place')} (full: true)`] : [],
    notices,
    warnings,
  );
  const head =
    declarations === 0
      ? `The sources show no use of ${name}.`
      : `${name} is used by ${pluralize(declarations, 'declaration')}.`;
  return {
    compact: { name, references: shown, declarations, notes: unlessEmpty(notes) },
    lines: [head, ...shown.map(({ place, text }) => `${place}  ${text}`), ...noteLines(notes)],
  };
}

type CompactMessage = ReturnType<typeof compactMessage>;

function compactMessage({ severity, line, column, text }: EditorMessage) {
  return { severity, line, column: column + 1, text: shortText(text, MAX_MESSAGE_LENGTH) };
}

function messageLines({ severity, line, column, text }: CompactMessage): string[] {
  const [first = '', ...more] = text.split('\n');
  return [`${line}:${column}: ${severity}: ${first}`, ...more.map((part) => `  ${part}`)];
}

function shortGoals(goals: readonly string[] | null): string[] | undefined {
  if (goals === null) return undefined;
  const shown = goals.slice(0, MAX_GOALS).map((goal) => shortText(goal, MAX_GOAL_LENGTH));
  return goals.length > shown.length ? [...shown, `… ${goals.length - shown.length} more`] : shown;
}

function goalLines(label: string, goals: readonly string[] | undefined): string[] {
  if (goals === undefined) return [];
  if (goals.length === 0) return [`${label}: no goals`];
  return [`${label}:`, ...goals.flatMap(indented)];
}

const indented = (text: string): string[] => text.split('\n').map((line) => `  ${line}`);
