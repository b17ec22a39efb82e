import { describe, expect, it } from 'vitest';
import { diagnosticOf } from '../../src/lean/message/diagnostics.ts';
import { openTrial, type KnownRejections, type Rejection, type Tryable } from '../../src/prove/attempt/trial.ts';
import { type Hint, NOT_STARTED } from '../../src/verify/trial/check-mode.ts';
import { findHoles } from '../../src/verify/hole/holes.ts';
import { fillingOf } from '../../src/verify/hole/splice.ts';
import type { Verdict } from '../../src/verify/verdict.ts';

const TEXT = 'theorem t : A := sorry\n';
const YES = { kind: 'accepted', level: 'audit', axioms: [], conditional: [], sandbox: 'none' } satisfies Verdict;
const NO: Verdict = {
  kind: 'rejected',
  by: 'audit',
  findings: [{ rule: 'type', name: 't', detail: 'other' }],
  sandbox: 'none',
};
const REMARK = diagnosticOf({ severity: 'information', line: 1, column: 0, text: 'Try this: exact h' });

interface Parts {
  /** Hint by candidate; null if the mode returns none. */
  hint: (candidate: string) => Hint | null;
  verdict?: (candidate: string) => Verdict;
  known?: KnownRejections;
}

/** A mode that tries candidates sequentially until `isEnough`. */
async function tried(tryables: Tryable[], { hint, verdict = () => YES, known }: Parts) {
  const calls: string[] = [];
  const [hole] = findHoles(TEXT);
  if (hole === undefined) throw new Error('no hole');
  const trial = openTrial({
    mode: {
      check: (_text, _hole, candidates, _signal, isEnough) => {
        const hints: (Hint | undefined)[] = candidates.map(() => NOT_STARTED);
        for (const [at, { text }] of candidates.entries()) {
          calls.push(`mode ${text}`);
          const own = hint(text);
          hints[at] = own ?? undefined;
          if (own !== null && isEnough?.(own, at) === true) break;
        }
        return Promise.resolve(hints as Hint[]);
      },
    },
    judge: {
      candidate: (text, at, what) => {
        calls.push(`judge ${what.text}`);
        return Promise.resolve({ verdict: verdict(what.text), filling: fillingOf(text, at, what) });
      },
    },
    sandbox: 'limits',
    ...(known === undefined ? {} : { known }),
    signal: new AbortController().signal,
  });
  return { calls, answers: await trial.check(TEXT, hole, tryables) };
}

const one = (text: string, more: Partial<Tryable> = {}): Tryable => ({ candidate: { kind: 'term', text }, ...more });
const compiles = (): Hint => ({ kind: 'compiles' });

describe('a candidate', () => {
  it('refused by the gate is not checked further', async () => {
    const { calls, answers } = await tried([one('sorry')], { hint: compiles });
    expect(calls).toEqual([]);
    expect(answers).toMatchObject([{ verdict: { kind: 'rejected', by: 'gate' }, from: 'gate' }]);
  });

  it('that does not compile is not passed to the judge', async () => {
    const { calls, answers } = await tried([one('x')], { hint: () => ({ kind: 'fails', diagnostics: [] }) });
    expect(calls).toEqual(['mode x']);
    expect(answers).toMatchObject([{ verdict: { kind: 'rejected', by: 'lean', sandbox: 'limits' }, from: 'lean' }]);
  });

  it('that compiles is accepted only by the judge', async () => {
    const yes = await tried([one('x')], { hint: compiles });
    expect(yes).toMatchObject({ calls: ['mode x', 'judge x'], answers: [{ verdict: YES, from: 'judge' }] });
    const no = await tried([one('x')], { hint: compiles, verdict: () => NO });
    expect(no).toMatchObject({ calls: ['mode x', 'judge x'], answers: [{ verdict: NO }] });
  });

  it('that compiles is judged before the rest is tried, and ends the batch if accepted', async () => {
    const batch = ['a', 'b', 'c', 'd'].map((text) => one(text));
    const hint = (text: string): Hint => (text === 'a' ? { kind: 'fails', diagnostics: [] } : { kind: 'compiles' });
    const { calls, answers } = await tried(batch, { hint, verdict: (text) => (text === 'c' ? YES : NO) });
    expect(calls).toEqual(['mode a', 'mode b', 'judge b', 'mode c', 'judge c']);
    expect(answers.map((answer) => answer?.verdict.kind ?? null)).toEqual(['rejected', 'rejected', 'accepted', null]);
  });

  it('that is a probe is neither judged nor accepted, and returns its messages', async () => {
    const hint = (): Hint => ({ kind: 'compiles', remarks: [REMARK] });
    const { calls, answers } = await tried([one('exact?', { isProbe: true }), one('x')], { hint });
    expect(calls).toEqual(['mode exact?', 'mode x', 'judge x']);
    expect(answers[0]).toMatchObject({ verdict: { kind: 'rejected', by: 'lean', diagnostics: [REMARK] } });
  });

  it.each<[string, Hint | null]>([
    ['timedOut', { kind: 'unchecked', why: 'timedOut', detail: 'so' }],
    ['crashed', { kind: 'unchecked', why: 'busy', detail: 'so' }],
    ['crashed', null],
  ])('without an answer is unchecked: %s', async (why, hint) => {
    const { calls, answers } = await tried([one('x')], { hint: () => hint });
    expect(calls).toEqual(['mode x']);
    expect(answers).toMatchObject([{ verdict: { kind: 'unchecked', why } }]);
  });

  it('with a known rejection is not tried again, and new rejections are stored', async () => {
    const stored: string[] = [];
    const rejection: Rejection = { kind: 'rejected', by: 'lean', diagnostics: [], sandbox: 'none' };
    const known: KnownRejections = {
      at: () => ({
        find: ({ candidate }) => (candidate.text === 'old' ? { verdict: rejection, from: 'cache' } : null),
        store: ({ candidate }) => stored.push(candidate.text),
      }),
    };
    const batch = ['old', 'new', 'late', 'yes'].map((text) => one(text));
    const hint = (text: string): Hint => {
      if (text === 'late') return { kind: 'unchecked', why: 'timedOut', detail: 'so' };
      return text === 'yes' ? { kind: 'compiles' } : { kind: 'fails', diagnostics: [] };
    };
    const { calls, answers } = await tried(batch, { hint, known });
    expect(calls).toEqual(['mode new', 'mode late', 'mode yes', 'judge yes']);
    expect(answers.map((answer) => answer?.from)).toEqual(['cache', 'lean', 'lean', 'judge']);
    // Neither a timeout nor an acceptance is stored.
    expect(stored).toEqual(['new']);
  });
});
