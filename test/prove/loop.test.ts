import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { diagnosticOf } from '../../src/lean/message/diagnostics.ts';
import { fillHoles, type ProveRequest } from '../../src/prove/loop.ts';
import type { Proposal, Strategy } from '../../src/prove/strategy.ts';
import type { Trial } from '../../src/prove/trial.ts';
import { findHoles } from '../../src/verify/hole/holes.ts';
import { applyEdits, fillingOf } from '../../src/verify/hole/splice.ts';
import type { UncheckedReason, Verdict } from '../../src/verify/verdict.ts';

const NEVER = new AbortController().signal;
const NO = { kind: 'rejected', by: 'lean', diagnostics: [], sandbox: 'none' } satisfies Verdict;
const YES = { kind: 'accepted', level: 'audit', axioms: [], conditional: [], sandbox: 'none' } satisfies Verdict;

/** A judge without a Lean: `says` decides on the candidate and on the text as it would be. */
function judge(says: (candidate: string, text: string) => Verdict | boolean): Trial & { texts: string[] } {
  const texts: string[] = [];
  return {
    texts,
    check(text, hole, candidates) {
      const verdicts: (Verdict | null)[] = candidates.map(() => null);
      for (const [at, candidate] of candidates.entries()) {
        const filling = fillingOf(text, hole, candidate);
        const filled = applyEdits(text, [filling]);
        texts.push(filled);
        const said = says(candidate.text, filled);
        const verdict: Verdict = said === true ? YES : said === false ? NO : said;
        verdicts[at] = verdict;
        if (verdict.kind === 'accepted') return Promise.resolve({ verdicts, filling });
      }
      return Promise.resolve({ verdicts, filling: null });
    },
  };
}

function proposal(text: string, lemmas: string[] = []): Proposal {
  return { candidate: { kind: 'tactic', text }, lemmas, imports: [] };
}

function trying(...texts: string[]): Strategy {
  return {
    name: 'list',
    async *propose() {
      for (const text of texts) yield [proposal(text)];
    },
  };
}

function request(text: string, trial: Trial, more: Partial<ProveRequest> = {}): ProveRequest {
  return { text, trial, strategy: trying('no', 'yes'), retrieve: null, maxAttempts: Infinity, deadline: NEVER, ...more };
}

const THREE = `theorem one : A := by
  sorry
def two : B := sorry
theorem three : C := sorry
theorem four : D := ⟨by sorry, sorry⟩
`;

describe('fillHoles', () => {
  it('fills one hole after another, the others open meanwhile, and leaves data alone', async () => {
    const trial = judge((candidate) => candidate === 'yes');
    const outcome = await fillHoles(request(THREE, trial));
    expect(outcome.text).toBe(`theorem one : A := by
  yes
def two : B := sorry
theorem three : C := by yes
theorem four : D := ⟨by yes, (by yes)⟩
`);
    expect(outcome.text).toBe(applyEdits(THREE, outcome.edits));
    expect(outcome.text).toBe(trial.texts.at(-1));
    expect(outcome.holes.map(({ state, attempts }) => [state, attempts])).toEqual([
      ['filled', 2],
      ['skipped', 0],
      ['filled', 2],
      ['filled', 2],
      ['filled', 2],
    ]);
    expect(outcome).toMatchObject({ attempts: 8, stoppedBy: null });
    expect(trial.texts[1]).toContain('theorem three : C := sorry');
  });

  it('goes on behind a hole that stays open', async () => {
    const trial = judge((candidate, text) => candidate === 'yes' && text.includes('C := by yes'));
    const outcome = await fillHoles(request(THREE, trial));
    expect(outcome.holes.map(({ state }) => state)).toEqual(['open', 'skipped', 'filled', 'filled', 'filled']);
    expect(outcome.text).toContain('theorem one : A := by\n  sorry\n');
  });

  it('counts what could not be checked, and does not take it for a yes', async () => {
    const trial = judge(() => ({ kind: 'unchecked', why: 'timedOut', detail: 'no answer' }));
    const outcome = await fillHoles(request('theorem a : A := sorry', trial));
    expect(outcome.holes[0]).toMatchObject({ state: 'open', attempts: 2, unchecked: 2 });
  });

  it('ends the run where nothing can be audited, and the turn of a hole that cannot be', async () => {
    const unchecked = (why: UncheckedReason): Trial => judge(() => ({ kind: 'unchecked', why, detail: 'so' }));
    for (const why of ['selfTestFailed', 'levelOutOfReach', 'sandboxTooWeak', 'leanMissing'] as const) {
      await expect(fillHoles(request(THREE, unchecked(why)))).rejects.toThrow('Nothing can be audited here');
    }
    const outcome = await fillHoles(request(THREE, unchecked('notAuditable')));
    expect(outcome.holes[0]).toMatchObject({ state: 'open', attempts: 1, unchecked: 1, note: 'so' });
    expect(outcome.attempts).toBe(4);
  });

  it('counts what compiles and is refused by the audit', async () => {
    const trial = judge((candidate) => candidate === 'yes' || { ...NO, by: 'audit', findings: [] });
    const outcome = await fillHoles(request('theorem a : A := sorry', trial));
    expect(outcome.holes[0]).toMatchObject({ state: 'filled', attempts: 2, refused: 1, accepted: YES });
  });

  it('stops at the number of attempts, with what it has', async () => {
    const trial = judge((candidate) => candidate === 'yes');
    const outcome = await fillHoles(request(THREE, trial, { maxAttempts: 3 }));
    expect(outcome).toMatchObject({ attempts: 3, stoppedBy: 'attempts' });
    expect(outcome.holes.map(({ state }) => state)).toEqual(['filled', 'skipped', 'open', 'open', 'open']);
    const enough = await fillHoles(
      request(
        THREE,
        judge((candidate) => candidate === 'yes'),
        { maxAttempts: 8 },
      ),
    );
    expect(enough.stoppedBy).toBeNull();
  });

  it('stops when the time is over, also within a check', async () => {
    const before = await fillHoles(
      request(
        THREE,
        judge(() => true),
        { deadline: AbortSignal.abort() },
      ),
    );
    expect(before).toMatchObject({ attempts: 0, stoppedBy: 'time', edits: [] });
    const within = judge((candidate) =>
      candidate === 'yes' ? true : { kind: 'unchecked', why: 'cancelled', detail: 'stopped' },
    );
    expect(await fillHoles(request(THREE, within))).toMatchObject({ attempts: 0, stoppedBy: 'time', edits: [] });
  });

  it('tells the strategy each verdict, and the goal when it asks', async () => {
    const verdicts: Verdict[] = [];
    const goals: string[] = [];
    const strategy: Strategy = {
      name: 'curious',
      async *propose(problem) {
        goals.push(await problem.goal());
        const tried = yield [proposal('no'), proposal('never')];
        verdicts.push(...tried.map(({ verdict }) => verdict));
        yield [proposal('yes', ['L'])];
      },
    };
    const trial = judge((candidate): Verdict | boolean => {
      if (candidate !== 'skip') return candidate === 'yes';
      const text = 'unsolved goals\ncase h\nn : Nat\n⊢ n = n\n\ncase other\n⊢ False';
      return { ...NO, diagnostics: [diagnosticOf({ severity: 'error', line: 1, column: 0, text })] };
    });
    const outcome = await fillHoles(request('theorem a (n : Nat) : n = n := sorry', trial, { strategy }));
    expect(goals).toEqual(['n : Nat\n⊢ n = n']);
    expect(verdicts).toEqual([NO, NO]);
    expect(outcome.holes[0]).toMatchObject({ state: 'filled', proposal: { lemmas: ['L'] }, attempts: 3 });
  });

  it('takes the goal from the statement where Lean does not say it', async () => {
    const goals: string[] = [];
    const strategy: Strategy = {
      name: 'curious',
      async *propose(problem) {
        goals.push(await problem.goal());
        yield [proposal('no')];
      },
    };
    await fillHoles(
      request(
        'theorem a (n : Nat) (h : 0 < n) : n ≠ 0 := sorry',
        judge(() => false),
        { strategy },
      ),
    );
    expect(goals).toEqual(['n : Nat\nh : 0 < n\n⊢ n ≠ 0']);
  });

  it('leaves every byte outside the filled holes as it is, whichever are filled', async () => {
    const line = fc.constantFrom(
      'theorem a : A := by',
      '  sorry',
      'example : A := f sorry',
      '-- sorry',
      '',
      'def x := sorry',
      '\r',
    );
    const anyText = fc.array(line, { maxLength: 12 }).map((lines) => lines.join('\n'));
    await fc.assert(
      fc.asyncProperty(anyText, fc.infiniteStream(fc.boolean()), async (text, luck) => {
        const outcome = await fillHoles(
          request(
            text,
            judge(() => luck.next().value),
            { strategy: trying('t') },
          ),
        );
        const holes = findHoles(text);
        expect(outcome.holes.map(({ hole }) => hole)).toEqual(holes);
        const filled = outcome.holes.filter(({ state }) => state === 'filled').map(({ hole }) => hole.start);
        expect(outcome.edits.map(({ start }) => start)).toEqual(filled);
        expect(outcome.text).toBe(applyEdits(text, outcome.edits));
        expect(findHoles(outcome.text)).toHaveLength(holes.length - filled.length);
      }),
      { numRuns: 300 },
    );
  });
});
