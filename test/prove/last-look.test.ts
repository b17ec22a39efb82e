import { describe, expect, it } from 'vitest';
import { lookAgain } from '../../src/prove/last-look.ts';
import { NOTHING_DONE, type HoleOutcome, type ProveOutcome } from '../../src/prove/loop.ts';
import { findHoles } from '../../src/verify/hole/holes.ts';
import type { DeclarationFacts, Judge } from '../../src/verify/audit/judge.ts';
import type { Verdict } from '../../src/verify/verdict.ts';

const TEXT = 'theorem hard : A := sorry\ntheorem easy : A := sorry\n';
const YES = { kind: 'accepted', level: 'audit', axioms: [], conditional: [], sandbox: 'none' } satisfies Verdict;

/** `easy` was filled by `hard` when that was open. */
function outcome(): ProveOutcome {
  const holes = findHoles(TEXT).map((hole): HoleOutcome => {
    const conditional = hole.declaration?.name === 'easy' ? ['hard'] : [];
    return {
      hole,
      state: 'filled',
      proposal: null,
      accepted: { ...YES, conditional },
      attempts: 1,
      unchecked: 0,
      refused: 0,
      note: null,
    };
  });
  return { ...NOTHING_DONE, holes, text: 'filled' };
}

function judge(verdict: Verdict, declarations: DeclarationFacts[] = []): Pick<Judge, 'file'> & { asked: unknown[] } {
  const asked: unknown[] = [];
  return {
    asked,
    file(...question) {
      asked.push(question);
      return Promise.resolve({ verdict, declarations });
    },
  };
}

function fact(name: string, sorry: DeclarationFacts['sorry'], axioms: string[]): DeclarationFacts {
  return { name, kind: 'theorem', line: 1, axioms, sorry };
}

const conditionals = ({ holes }: ProveOutcome): unknown[] => holes.map(({ accepted }) => accepted?.conditional);

describe('the last look', () => {
  it('asks about the whole result against the original, all of it', async () => {
    const asked = judge(YES);
    expect(await lookAgain(asked, TEXT, outcome())).toBeNull();
    expect(asked.asked).toEqual([['filled', TEXT, null]]);
  });

  it('lifts a condition once what it rested on is filled, and keeps it while that is open', async () => {
    const done = outcome();
    await lookAgain(judge(YES, [fact('hard', 'none', ['propext']), fact('easy', 'none', ['propext'])]), TEXT, done);
    expect(conditionals(done)).toEqual([[], []]);
    expect(done.holes[1]?.accepted?.axioms).toEqual(['propext']);
    const open = outcome();
    const facts = [fact('hard', 'direct', ['sorryAx']), fact('easy', 'elsewhere', ['sorryAx'])];
    const sorry: Verdict = {
      kind: 'rejected',
      by: 'audit',
      findings: [{ rule: 'sorry', name: 'hard', detail: 'it has a sorry' }],
      sandbox: 'none',
    };
    expect(await lookAgain(judge(sorry, facts), TEXT, open)).toBeNull();
    expect(conditionals(open)).toEqual([[], ['hard']]);
    expect(open.holes[1]?.accepted?.axioms).toEqual([]);
  });

  it.each<[string, Verdict, object]>([
    [
      'another type',
      {
        kind: 'rejected',
        by: 'audit',
        findings: [
          { rule: 'sorry', name: 'hard', detail: 'it has a sorry' },
          { rule: 'type', name: 'easy', detail: 'other' },
        ],
        sandbox: 'none',
      },
      { kind: 'refused', findings: [{ rule: 'type', name: 'easy', detail: 'other' }] },
    ],
    ['an error of Lean', { kind: 'rejected', by: 'lean', diagnostics: [], sandbox: 'none' }, { kind: 'unchecked' }],
    [
      'no answer',
      { kind: 'unchecked', why: 'timedOut', detail: 'no answer in 60 s' },
      { kind: 'unchecked', why: 'timedOut' },
    ],
  ])('objects to %s', async (_what, verdict, objection) => {
    expect(await lookAgain(judge(verdict), TEXT, outcome())).toMatchObject(objection);
  });
});
