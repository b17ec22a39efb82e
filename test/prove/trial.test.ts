import { describe, expect, it } from 'vitest';
import { openTrial } from '../../src/prove/trial.ts';
import type { Hint } from '../../src/verify/trial/check-mode.ts';
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

async function tried(candidate: string, hint: Hint | null, verdict: Verdict) {
  const asked: string[] = [];
  const [hole] = findHoles(TEXT);
  if (hole === undefined) throw new Error('no hole');
  const trial = openTrial({
    mode: {
      check: (_text, _hole, candidates) => {
        asked.push('mode');
        return Promise.resolve(hint === null ? [] : candidates.map(() => hint));
      },
    },
    judge: {
      candidate: (text, at, what) => {
        asked.push('judge');
        return Promise.resolve({ verdict, filling: fillingOf(text, at, what) });
      },
    },
    sandbox: 'limits',
    signal: new AbortController().signal,
  });
  const { verdicts, filling } = await trial.check(TEXT, hole, [{ kind: 'term', text: candidate }]);
  return { asked, verdict: verdicts[0], filling };
}

describe('a candidate', () => {
  it('that the gate refuses is seen by nobody else', async () => {
    expect(await tried('sorry', { kind: 'compiles' }, YES)).toMatchObject({
      asked: [],
      verdict: { kind: 'rejected', by: 'gate' },
      filling: null,
    });
  });

  it('that does not compile costs the judge no time', async () => {
    expect(await tried('x', { kind: 'fails', diagnostics: [] }, YES)).toMatchObject({
      asked: ['mode'],
      verdict: { kind: 'rejected', by: 'lean', sandbox: 'limits' },
      filling: null,
    });
  });

  it("that compiles is accepted by the judge's word only", async () => {
    const yes = await tried('x', { kind: 'compiles' }, YES);
    expect(yes).toMatchObject({ asked: ['mode', 'judge'], verdict: YES, filling: { text: 'x' } });
    const no = await tried('x', { kind: 'compiles' }, NO);
    expect(no).toMatchObject({ asked: ['mode', 'judge'], verdict: NO, filling: null });
  });

  it.each<[string, Hint | null]>([
    ['timedOut', { kind: 'unchecked', why: 'timedOut', detail: 'so' }],
    ['crashed', { kind: 'unchecked', why: 'busy', detail: 'so' }],
    ['crashed', null],
  ])('without an answer is unchecked: %s', async (why, hint) => {
    expect(await tried('x', hint, YES)).toMatchObject({ asked: ['mode'], verdict: { kind: 'unchecked', why } });
  });
});
