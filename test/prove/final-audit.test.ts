import { describe, expect, it } from 'vitest';
import { diagnosticOf } from '../../src/lean/message/diagnostics.ts';
import { assemble } from '../../src/prove/whole-file/final-audit.ts';
import { type HoleOutcome, untried } from '../../src/prove/outcome.ts';
import { findHoles } from '../../src/verify/hole/holes.ts';
import type { DeclarationFacts, Judge } from '../../src/verify/audit/judge.ts';
import type { Finding, Verdict } from '../../src/verify/verdict.ts';
import { proposal, YES } from './made-run.ts';

const TEXT = 'theorem hard : A := sorry\ntheorem easy : A := sorry\n';
const BOTH = 'theorem hard : A := by big\ntheorem easy : A := by exact hard\n';

/** `easy` was filled with `hard` while that was open. */
function filled(more: Partial<HoleOutcome> = {}): HoleOutcome[] {
  return findHoles(TEXT).map((hole, at) => {
    const isEasy = hole.declaration?.name === 'easy';
    return {
      ...untried(hole, at + 1),
      state: 'filled',
      proposal: proposal(isEasy ? 'exact hard' : 'big'),
      strategy: 'list',
      accepted: { ...YES, conditional: isEasy ? ['hard'] : [] },
      attempts: 1,
      ...more,
    };
  });
}

type Answer = [Verdict, DeclarationFacts[]?];

/** One answer per check; further checks get the last one. */
function judge(...answers: Answer[]): Pick<Judge, 'file'> & { requests: unknown[] } {
  const requests: unknown[] = [];
  return {
    requests,
    file(...args) {
      requests.push(args);
      const [verdict, declarations = []] = answers[Math.min(requests.length, answers.length) - 1]!;
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

describe('final audit', () => {
  it('drops fillings whose imports change the meaning of the file', async () => {
    const isImporting = ({ hole }: HoleOutcome): boolean => hole.declaration?.name === 'easy';
    const holes = filled().map((hole) => (isImporting(hole) ? { ...hole, imports: ['Odd'] } : hole));
    const requests = judge([refused(hasSorry, otherType)], [YES]);
    const { text, addedImports, holes: settled } = await assemble(requests, TEXT, holes);
    expect(requests.requests[0]).toEqual([`import Odd\n${TEXT}`, TEXT, null]);
    expect([text.startsWith('import'), addedImports]).toEqual([false, []]);
    expect(settled.map(({ state }) => state)).toEqual(['filled', 'open']);
  });

  it('compares the full result with the full original', async () => {
    const requests = judge([YES]);
    const { text, edits, objection } = await assemble(requests, TEXT, filled());
    expect([text, edits.length, objection]).toEqual([BOTH, 2, null]);
    expect(requests.requests).toEqual([[BOTH, TEXT, null]]);
  });

  it('checks nothing if no hole is filled', async () => {
    const requests = judge([YES]);
    expect(await assemble(requests, TEXT, filled({ state: 'open' }))).toMatchObject({ text: TEXT, edits: [] });
    expect(requests.requests).toEqual([]);
  });

  it('compares with the imports added to the file', async () => {
    const requests = judge([YES]);
    const { text, addedImports, edits } = await assemble(requests, TEXT, filled({ imports: ['B', 'A'] }));
    const longer = `import A\nimport B\n${TEXT}`;
    expect(requests.requests).toEqual([
      [longer, TEXT, null],
      [`import A\nimport B\n${BOTH}`, longer, null],
    ]);
    expect([text, addedImports, edits.length]).toEqual([`import A\nimport B\n${BOTH}`, ['A', 'B'], 3]);
  });

  it('removes a condition when the other hole is filled, and keeps it while that is open', async () => {
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

  it('drops fillings blamed by the audit and keeps the others', async () => {
    const requests = judge([refused(hasSorry, otherType)], [refused(hasSorry)]);
    const { holes, text, objection, isRefusedTogether } = await assemble(requests, TEXT, filled());
    expect([objection, isRefusedTogether]).toEqual([null, true]);
    expect(text).toBe('theorem hard : A := by big\ntheorem easy : A := sorry\n');
    expect(holes.map(({ state, isDropped }) => [state, isDropped])).toEqual([
      ['filled', false],
      ['open', true],
    ]);
    expect(holes[1]?.note).toContain('rejected together with the filling of line 1: it states something else');
  });

  it('drops fillings with Lean errors', async () => {
    const error = diagnosticOf({ severity: 'error', line: 2, column: 30, text: 'unknown identifier' });
    const requests = judge([{ kind: 'rejected', by: 'lean', diagnostics: [error], sandbox: 'none' }], [YES]);
    const { holes, isRefusedTogether } = await assemble(requests, TEXT, filled());
    expect(holes.map(({ state }) => state)).toEqual(['filled', 'open']);
    expect(isRefusedTogether).toBe(false);
  });

  it('reports an objection if all fillings are rejected or the check gives no answer', async () => {
    const nothing = await assemble(judge([refused(otherType)]), TEXT, filled());
    expect(nothing).toMatchObject({ text: TEXT, edits: [], objection: { kind: 'refused', findings: [otherType] } });
    const silent = judge([{ kind: 'unchecked', why: 'timedOut', detail: 'no answer in 60 s' }]);
    const { objection } = await assemble(silent, TEXT, filled());
    expect(objection).toMatchObject({ kind: 'unchecked', why: 'timedOut' });
  });
});
