/** The outputs of the tools of the inner loop: their words, and their limited size. */
import { describe, expect, it } from 'vitest';
import type { AttemptReport, EditorMessage } from '../../src/report/editor-schema.ts';
import {
  formatDiagnostics,
  formatGoal,
  formatHover,
  formatOutline,
  formatReferences,
  formatTry,
} from '../../src/server/mcp/editor-output.ts';
import type { ToolOutput } from '../../src/server/mcp/tool-result.ts';
import { OUTPUTS } from './mcp-output-schemas.ts';

const long = 'n : Nat\n'.repeat(2000);
const warnings: string[] = [];
const message: EditorMessage = { severity: 'error', line: 3, column: 0, what: 'other', text: long };
const attempt: AttemptReport = {
  attempt: 'simp',
  state: 'closes',
  goals: [],
  errors: [],
  suggestions: [],
  has_sorry: false,
  why: null,
  detail: null,
};

/** The length of the longer form of the output, which must match the schema. */
function lengthOf({ compact, lines }: ToolOutput, tool: string): number {
  const structured = { exit: 'done', ...compact };
  expect(OUTPUTS[tool]!.safeParse(structured).error).toBeUndefined();
  return Math.max(JSON.stringify(structured).length, lines.join('\n').length);
}

const tried = (...attempts: AttemptReport[]): ToolOutput =>
  formatTry({ schema: 'lemmahead/try@1', line: 1, before: ['⊢ p'], expected: null, attempts, warnings });

describe('try', () => {
  it('says of each attempt what it does', () => {
    const { lines } = tried(
      attempt,
      { ...attempt, attempt: 'skip', state: 'leaves', goals: ['h : q\n⊢ p'] },
      {
        ...attempt,
        attempt: 'exact\n  h',
        state: 'fails',
        goals: null,
        errors: [{ ...message, text: 'unknown h\nhere' }],
      },
      { ...attempt, attempt: 'loop', state: 'unanswered', goals: null, why: 'timedOut', detail: 'no answer in 10 s' },
      { ...attempt, attempt: 'h', goals: null, detail: 'Another error may hide one.' },
      { ...attempt, attempt: 'simp?', suggestions: ['simp only [h]'], has_sorry: true },
    );
    expect(lines).toEqual([
      'before:',
      '  ⊢ p',
      'simp  →  closes the goal',
      'skip  →  leaves 1 goal',
      '  h : q',
      '  ⊢ p',
      'exact h  →  fails: unknown h',
      '  here',
      'loop  →  unanswered: no answer in 10 s',
      'h  →  closes the goal: Another error may hide one.',
      'simp?  →  closes the goal (with sorry)',
      '  proposed: simp only [h]',
    ]);
  });

  it('is short for twenty long attempts', () => {
    const failing = { ...attempt, attempt: long, state: 'fails', goals: null, errors: [message, message] } as const;
    expect(
      lengthOf(tried(...Array.from({ length: 20 }, () => ({ ...failing, errors: [message] }))), 'try'),
    ).toBeLessThan(20_000);
  });
});

describe('the other tools', () => {
  it('show the start of long goals, messages and hovers', () => {
    const goals = Array.from({ length: 30 }, () => `${long}⊢ p`);
    const goal = formatGoal({
      ...{ schema: 'lemmahead/goal@1', line: 1, before: goals, after: goals, expected: long },
      ...{ errors: Array.from({ length: 30 }, () => message), warnings },
    });
    expect(lengthOf(goal, 'goal')).toBeLessThan(26_000);
    const messages = Array.from({ length: 100 }, () => message);
    const diagnostics = formatDiagnostics({ schema: 'lemmahead/diagnostics@1', file: 'F', messages, warnings });
    expect(lengthOf(diagnostics, 'diagnostics')).toBeLessThan(16_000);
    expect(diagnostics.lines.at(-1)).toBe('note: 80 more messages (full: true)');
    expect(lengthOf(formatHover({ schema: 'lemmahead/hover@1', line: 1, text: long, warnings }), 'hover')).toBeLessThan(
      3000,
    );
  });

  it('say which goals are shown', () => {
    const goal = { schema: 'lemmahead/goal@1', line: 1, before: ['⊢ p'], after: [], expected: null } as const;
    const head = (column?: number): unknown =>
      formatGoal({ ...goal, before: ['⊢ p'], after: [], errors: [], warnings }, column).lines[0];
    expect([head(), head(5)]).toEqual(['before:', 'at the place:']);
  });

  it('say that nothing is there', () => {
    const nowhere = formatGoal({
      ...{ schema: 'lemmahead/goal@1', line: 1, before: null, after: null, expected: null },
      ...{ errors: [], warnings },
    });
    expect(nowhere.lines).toEqual([
      'No goal here: the place is in no proof, or Lean cannot read it; diagnostics shows its errors.',
    ]);
    const outline = { schema: 'lemmahead/outline@1', file: 'F', imports: [], declarations: [], warnings } as const;
    expect(formatOutline({ ...outline, imports: [], declarations: [] }).lines).toEqual(['No declaration.']);
  });

  it('show places as messages print them', () => {
    const reference = { file: 'A.lean', line: 2, column: 4, in: 'a', text: 'exact b' };
    const { lines } = formatReferences({
      ...{ schema: 'lemmahead/references@1', name: 'b', declarations: 3, more: 1, notices: [], warnings },
      references: [reference, { ...reference, column: null }],
    });
    expect(lines).toEqual([
      'b is used by 3 declarations.',
      'A.lean:2:5  exact b',
      'A.lean:2  exact b',
      'note: 1 more declaration: raise k',
    ]);
  });
});
