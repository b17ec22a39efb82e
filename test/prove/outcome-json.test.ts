/** The outcome of a run as JSON from another process: the same again, and never a filling without verdict or gate. */
import { describe, expect, test } from 'vitest';
import type { ProveOutcome } from '../../src/prove/outcome.ts';
import { NOTHING_DONE, untried } from '../../src/prove/outcome.ts';
import { outcomeJson, outcomeSchema, readOutcome } from '../../src/prove/outcome-schema.ts';
import { filledFile } from '../../src/prove/whole-file/final-audit.ts';
import { findHoles } from '../../src/verify/hole/holes.ts';

const TEXT = 'theorem one : 1 = 1 := by\n  sorry\n\ntheorem two : 2 = 2 := sorry\n\ndef three : Nat := sorry\n';
const WORKER = { id: 'w', host: 'h', sandbox: 'namespaces' } as const;

function outcome(candidate = 'rfl'): ProveOutcome {
  const holes = findHoles(TEXT).map((hole, at) => untried(hole, at + 1));
  const proposal = {
    candidate: { kind: 'tactic' as const, text: candidate },
    lemmas: ['Eq.refl'],
    imports: ['Init.Core'],
  };
  holes[0] = {
    ...holes[0]!,
    ...{ state: 'filled', proposal, strategy: 'portfolio', imports: ['Init.Core'], attempts: 3, goal: '⊢ 1 = 1' },
    accepted: { kind: 'accepted', level: 'audit', axioms: ['propext'], conditional: [], sandbox: 'namespaces' },
  };
  const nearest = { strategy: 'portfolio', candidate: 'simp', error: 'no', goals: ['⊢ False'] };
  holes[1] = { ...holes[1]!, nearest, note: 'nothing works', unchecked: 1, noCandidate: 2 };
  return {
    ...{ ...NOTHING_DONE, worker: WORKER, strategies: ['portfolio'], holes, ...filledFile(TEXT, holes, [1]) },
    ...{ attempts: 4, spent: { tokens: 12, cost: 0.5 }, stoppedBy: 'tokens', isParentsLimit: true },
    objection: { kind: 'unchecked', why: 'timedOut', detail: 'too long', next: 'wait' },
    modelFailure: { code: 'model-key', message: 'm', reason: null, next: null },
  };
}

const sent = (of: ProveOutcome) => outcomeSchema.parse(JSON.parse(JSON.stringify(outcomeJson(of))));

describe('an outcome as JSON', () => {
  test('is read as the same outcome, with the file made again', () => {
    const here = outcome();
    const read = readOutcome(TEXT, sent(here), WORKER);
    expect(read).toEqual(here);
    expect(read.text).toContain('import Init.Core\n');
    expect(read.text).toContain('theorem one : 1 = 1 := by\n  rfl\n');
  });

  test('is refused for another text, without a verdict, or if the gate refuses it', () => {
    const json = sent(outcome());
    expect(() => readOutcome('theorem one : 1 = 1 := sorry\n', json, WORKER)).toThrow('a file with other holes');
    const unjudged = { ...json, holes: json.holes.map((hole) => ({ ...hole, accepted: null })) };
    expect(() => readOutcome(TEXT, unjudged, WORKER)).toThrow('filled without a verdict');
    const refused = {
      ...json,
      holes: json.holes.map((hole) => ({
        ...hole,
        accepted: { kind: 'rejected' as const, by: 'gate' as const, reason: '', sandbox: null },
      })),
    };
    expect(() => readOutcome(TEXT, refused, WORKER)).toThrow('filled without a verdict');
    for (const candidate of ['sorry', 'exact foo\n\naxiom foo : 1 = 1'])
      expect(() => readOutcome(TEXT, sent(outcome(candidate)), WORKER)).toThrow('is refused');
  });
});
