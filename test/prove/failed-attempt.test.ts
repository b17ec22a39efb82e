import { describe, expect, it } from 'vitest';
import { bestOf, describeFailure, isEnvironment } from '../../src/prove/rag/failed-attempt.ts';
import type { Verdict } from '../../src/verify/verdict.ts';
import { findHoles } from '../../src/verify/hole/holes.ts';
import { attempt, rejectedByLean, unchecked } from './rejections.ts';

const LEFT = 'unsolved goals\na : Nat\n⊢ a = a';
const UNKNOWN = "unknown identifier 'foo'";
const UNREAD = "unexpected token ':='; expected ')'";

function described(text: string, candidate: string, verdict: Verdict) {
  return describeFailure(attempt(candidate, verdict), { text, hole: findHoles(text)[0]! });
}

describe('describeFailure', () => {
  it('contains class, line in the attempt, and remaining goals', () => {
    const text = 'theorem t : p := by\n  skip\n  sorry\n';
    const verdict = rejectedByLean([4, UNKNOWN], [1, LEFT], [4, LEFT]);
    expect(described(text, 'intro h\nexact foo', verdict)).toEqual({
      candidate: { kind: 'tactic', text: 'intro h\nexact foo' },
      of: 'unsolved_goals',
      excerpt: [
        `Error (unsolved_goals):\n${LEFT}`,
        `Error (unknown_identifier) at line 2, \`exact foo\`:\n${UNKNOWN}`,
        `Error (unsolved_goals) at line 2, \`exact foo\`:\n${LEFT}`,
      ].join('\n\n'),
      goals: ['a : Nat\n⊢ a = a'],
    });
  });

  it('counts lines without an added by', () => {
    const text = 'theorem t : p := sorry\n';
    expect(described(text, 'intro h\nexact foo', rejectedByLean([3, UNKNOWN])).excerpt).toContain(
      'at line 2, `exact foo`',
    );
    expect(described(text, 'intro h\nexact foo', rejectedByLean([1, LEFT])).excerpt).toBe(
      `Error (unsolved_goals):\n${LEFT}`,
    );
    expect(described(text, 'exact foo', rejectedByLean([1, UNKNOWN])).excerpt).toContain('at line 1, `by exact foo`');
  });

  it('also describes refusals by gate and audit, and missing answers', () => {
    const text = 'theorem t : p := sorry\n';
    const by = (verdict: Verdict) => described(text, 'sorry', verdict);
    expect(by({ kind: 'rejected', by: 'gate', reason: "'sorry' leaves a hole", sandbox: null })).toMatchObject({
      of: 'other',
      excerpt: "Refused before Lean saw it: 'sorry' leaves a hole.",
    });
    const findings = [{ rule: 'axiom' as const, name: 't', detail: 'it rests on the axiom cheat' }];
    expect(by({ kind: 'rejected', by: 'audit', findings, sandbox: 'none' }).excerpt).toBe(
      'It compiles, and the audit refuses it: it rests on the axiom cheat.',
    );
    expect(by(unchecked('timedOut', 'more than 60 s'))).toMatchObject({
      of: 'timeout:heartbeats',
      excerpt: 'Lean gave no answer: more than 60 s',
    });
  });
});

describe('bestOf', () => {
  const gate: Verdict = { kind: 'rejected', by: 'gate', reason: 'so', sandbox: null };
  const audit: Verdict = { kind: 'rejected', by: 'audit', findings: [], sandbox: 'none' };

  it('prefers remaining goals, then inner errors, syntax errors, audit, no answer, gate', () => {
    const ordered = [
      attempt('left', rejectedByLean(LEFT)),
      attempt('inside', rejectedByLean(UNKNOWN)),
      attempt('unread', rejectedByLean(UNREAD)),
      attempt('audit', audit),
      attempt('time', unchecked('timedOut')),
      attempt('gate', gate),
    ];
    for (let from = 0; from < ordered.length; from++) {
      expect(bestOf(ordered.slice(from).toReversed())?.proposal.candidate.text).toBe(
        ordered[from]?.proposal.candidate.text,
      );
    }
    expect(bestOf([])).toBeNull();
  });

  it('prefers fewer errors, then a later first error, then the earlier attempt', () => {
    const one = attempt('one', rejectedByLean([2, UNKNOWN]));
    const two = attempt('two', rejectedByLean([5, UNKNOWN], [6, UNKNOWN]));
    const later = attempt('later', rejectedByLean([3, UNKNOWN]));
    const same = attempt('same', rejectedByLean([3, UNKNOWN]));
    expect(bestOf([two, one])).toBe(one);
    expect(bestOf([one, later])).toBe(later);
    expect(bestOf([later, same])).toBe(later);
  });
});

describe('isEnvironment', () => {
  it.each([
    ['the machine', unchecked('leanMissing'), [], true],
    ['the file', unchecked('originalFails'), [], true],
    ['its imports', unchecked('importsMissing'), [], true],
    ['imports of the candidate', unchecked('importsMissing'), ['A'], false],
    ['a timeout', unchecked('timedOut'), [], false],
    ['an import error of Lean', rejectedByLean("unknown module prefix 'Mathlib'"), [], true],
    ['any other error', rejectedByLean(UNKNOWN), [], false],
  ] as const)('%s', (_what, verdict, imports, expected) => {
    expect(isEnvironment(attempt('x', verdict, [...imports]))).toBe(expected);
  });
});
