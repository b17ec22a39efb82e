import { describe, expect, it } from 'vitest';
import { diagnosticOf } from '../../src/lean/message/diagnostics.ts';
import { assemble } from '../../src/prove/whole-file/final-audit.ts';
import type { HoleOutcome } from '../../src/prove/outcome.ts';
import { findHoles } from '../../src/verify/hole/holes.ts';
import type { DeclarationFacts, Judge } from '../../src/verify/audit/judge.ts';
import type { Finding, Verdict } from '../../src/verify/verdict.ts';
import { proposal, YES } from './made-run.ts';

const TEXT = 'theorem hard : A := sorry\ntheorem easy : A := sorry\n';
const BOTH = 'theorem hard : A := by big\ntheorem easy : A := by exact hard\n';

/** `easy` was filled by `hard` when that was open. */
function filled(more: Partial<HoleOutcome> = {}): HoleOutcome[] {
  return findHoles(TEXT).map((hole, at) => {
    const isEasy = hole.declaration?.name === 'easy';
    return {
      hole,
      number: at + 1,
      state: 'filled',
      goal: null,
      proposal: proposal(isEasy ? 'exact hard' : 'big'),
      strategy: 'list',
      accepted: { ...YES, conditional: isEasy ? ['hard'] : [] },
      imports: [],
      attempts: 1,
      unchecked: 0,
      refused: 0,
      noCandidate: 0,
      note: null,
      isDropped: false,
      ...more,
    };
  });
}

type Answer = [Verdict, DeclarationFacts[]?];

/** One answer a look, the last one for all that follow. */
function judge(...answers: Answer[]): Pick<Judge, 'file'> & { asked: unknown[] } {
  const asked: unknown[] = [];
  return {
    asked,
    file(...question) {
      asked.push(question);
      const [verdict, declarations = []] = answers[Math.min(asked.length, answers.length) - 1]!;
      return Promise.resolve({ verdict, declarations });
    },
  };
}

const refused = (...findings: Finding[]): Verdict => ({ kind: 'rejected', by: 'audit', findings, sandbox: 'none' });
const hasSorry: Finding = { rule: 'sorry', name: 'hard', detail: 'it has a sorry' };
const otherType: Finding = { rule: 'type', name: 'easy', detail: 'it states something else' };

function fact(name: string, sorry: DeclarationFacts['sorry'], axioms: string[]): DeclarationFacts {
  return { name, kind: 'theorem', line: 1, axioms, sorry };
}

const conditionals = (holes: readonly HoleOutcome[]): unknown[] => holes.map(({ accepted }) => accepted?.conditional);

describe('the last look', () => {
  it('drops what needs imports under which the file means something else', async () => {
    const isImporting = ({ hole }: HoleOutcome): boolean => hole.declaration?.name === 'easy';
    const holes = filled().map((hole) => (isImporting(hole) ? { ...hole, imports: ['Odd'] } : hole));
    const asked = judge([refused(hasSorry, otherType)], [YES]);
    const { text, addedImports, holes: settled } = await assemble(asked, TEXT, holes);
    expect(asked.asked[0]).toEqual([`import Odd\n${TEXT}`, TEXT, null]);
    expect([text.startsWith('import'), addedImports]).toEqual([false, []]);
    expect(settled.map(({ state }) => state)).toEqual(['filled', 'open']);
  });

  it('asks about the whole result against the original, all of it', async () => {
    const asked = judge([YES]);
    const { text, edits, objection } = await assemble(asked, TEXT, filled());
    expect([text, edits.length, objection]).toEqual([BOTH, 2, null]);
    expect(asked.asked).toEqual([[BOTH, TEXT, null]]);
  });

  it('asks nothing where nothing is filled', async () => {
    const asked = judge([YES]);
    expect(await assemble(asked, TEXT, filled({ state: 'open' }))).toMatchObject({ text: TEXT, edits: [] });
    expect(asked.asked).toEqual([]);
  });

  it('compares under the imports that go into the file', async () => {
    const asked = judge([YES]);
    const { text, addedImports, edits } = await assemble(asked, TEXT, filled({ imports: ['B', 'A'] }));
    const longer = `import A\nimport B\n${TEXT}`;
    expect(asked.asked).toEqual([
      [longer, TEXT, null],
      [`import A\nimport B\n${BOTH}`, longer, null],
    ]);
    expect([text, addedImports, edits.length]).toEqual([`import A\nimport B\n${BOTH}`, ['A', 'B'], 3]);
  });

  it('lifts a condition once what it rested on is filled, and keeps it while that is open', async () => {
    const done = [fact('hard', 'none', ['propext']), fact('easy', 'none', ['propext'])];
    const { holes } = await assemble(judge([YES, done]), TEXT, filled());
    expect(conditionals(holes)).toEqual([[], []]);
    expect(holes[1]?.accepted?.axioms).toEqual(['propext']);
    const facts = [fact('hard', 'direct', ['sorryAx']), fact('easy', 'elsewhere', ['sorryAx'])];
    const open = await assemble(judge([refused(hasSorry), facts]), TEXT, filled());
    expect(open.objection).toBeNull();
    expect(conditionals(open.holes)).toEqual([[], ['hard']]);
    expect(open.holes[1]?.accepted?.axioms).toEqual([]);
  });

  it('drops what the audit names, and keeps the rest', async () => {
    const asked = judge([refused(hasSorry, otherType)], [refused(hasSorry)]);
    const { holes, text, objection, isRefusedTogether } = await assemble(asked, TEXT, filled());
    expect([objection, isRefusedTogether]).toEqual([null, true]);
    expect(text).toBe('theorem hard : A := by big\ntheorem easy : A := sorry\n');
    expect(holes.map(({ state, isDropped }) => [state, isDropped])).toEqual([
      ['filled', false],
      ['open', true],
    ]);
    expect(holes[1]?.note).toContain('does not stand together with what fills line 1: it states something else');
  });

  it('drops what Lean finds an error in', async () => {
    const error = diagnosticOf({ severity: 'error', line: 2, column: 30, text: 'unknown identifier' });
    const asked = judge([{ kind: 'rejected', by: 'lean', diagnostics: [error], sandbox: 'none' }], [YES]);
    const { holes, isRefusedTogether } = await assemble(asked, TEXT, filled());
    expect(holes.map(({ state }) => state)).toEqual(['filled', 'open']);
    expect(isRefusedTogether).toBe(false);
  });

  it('objects where nothing stands, and where nobody can say', async () => {
    const nothing = await assemble(judge([refused(otherType)]), TEXT, filled());
    expect(nothing).toMatchObject({ text: TEXT, edits: [], objection: { kind: 'refused', findings: [otherType] } });
    const silent = judge([{ kind: 'unchecked', why: 'timedOut', detail: 'no answer in 60 s' }]);
    const { objection } = await assemble(silent, TEXT, filled());
    expect(objection).toMatchObject({ kind: 'unchecked', why: 'timedOut' });
  });
});
