/** The record of a run in place of Lean. */
import { describe, expect, it } from 'vitest';
import { sha256 } from '../../src/base/hash.ts';
import { attemptKeys } from '../../src/prove/attempt/known-rejections.ts';
import { headerKey, RecordedLean } from '../../src/prove/run/recorded-lean.ts';
import { TACTIC_NAMES } from '../../src/prove/portfolio/tactics.ts';
import { findHoles } from '../../src/verify/hole/holes.ts';

const TEXT = 'theorem one : 1 = 1 := by\n  sorry\n';
const [HOLE] = findHoles(TEXT);
const ACCEPTED = { kind: 'accepted', level: 'audit', axioms: [], conditional: [], sandbox: 'limits' };
const tactic = (text: string) => ({ candidate: { kind: 'tactic', text } as const });
const attempt = (text: string, verdict: object): any => ({
  event: 'attempt',
  key: attemptKeys(TEXT, HOLE!)(tactic(text)),
  verdict,
});
const kinds = async (lean: RecordedLean, ...texts: string[]): Promise<unknown[]> =>
  (await lean.trial.check(TEXT, HOLE!, texts.map(tactic))).map((tried) => tried?.verdict.kind ?? null);

describe('RecordedLean', () => {
  it('gives the verdicts on record, up to the first candidate that was accepted, and no others', async () => {
    const rejected = { kind: 'rejected', by: 'lean', diagnostics: [], sandbox: 'limits' };
    const lean = new RecordedLean([attempt('simp', rejected), attempt('rfl', ACCEPTED)]);
    expect(await kinds(lean, 'simp', 'never tried', 'sorry', 'rfl', 'trivial')).toEqual([
      ...['rejected', 'unchecked', 'rejected', 'accepted', null],
    ]);
    expect(await kinds(new RecordedLean([]), 'rfl')).toEqual(['unchecked']);
  });

  it('takes no verdict that is none, and the answer of a later session', async () => {
    expect(await kinds(new RecordedLean([attempt('rfl', { kind: 'accepted' })]), 'rfl')).toEqual(['unchecked']);
    const unchecked = { kind: 'unchecked', why: 'timedOut', detail: '' };
    for (const events of [
      [attempt('rfl', unchecked), attempt('rfl', ACCEPTED)],
      [attempt('rfl', ACCEPTED), attempt('rfl', unchecked)],
    ])
      expect(await kinds(new RecordedLean(events), 'rfl')).toEqual(['accepted']);
  });

  it('accepts a file only as it was judged', async () => {
    const filled = TEXT.replace('sorry', 'rfl');
    const judged: any = {
      ...{ event: 'file_judged', text: sha256(filled), original: sha256(TEXT) },
      ...{ verdict: ACCEPTED, declarations: [] },
    };
    const { judge } = new RecordedLean([judged]);
    expect((await judge.file(filled, TEXT, null)).verdict.kind).toBe('accepted');
    expect((await judge.file(`${filled} `, TEXT, null)).verdict.kind).toBe('unchecked');
    expect((await judge.file(filled, `${TEXT} `, null)).verdict.kind).toBe('unchecked');
    expect((await judge.candidate(TEXT, HOLE!, tactic('rfl').candidate)).verdict.kind).toBe('unchecked');
  });

  it('knows imports, goals and tactics', () => {
    const imported = { event: 'import_tried', modules: ['A', 'B'], fails: 'no' } as any;
    const goal = { event: 'hole_started', hole: 1, goal: '⊢ 1 = 1' } as any;
    const tactics = { event: 'tactics', header: headerKey(TEXT), names: ['rfl'] } as any;
    const lean = new RecordedLean([imported, goal, tactics]);
    expect(lean.whyNotImported(`import A\nimport B\n${TEXT}`, TEXT)).toBe('no');
    expect(lean.whyNotImported(`import A\n${TEXT}`, TEXT)).toContain('did not try');
    expect([lean.goal({ hole: 1 }), lean.goal({ hole: 1, node: '1.1' })]).toEqual(['⊢ 1 = 1', null]);
    expect([...lean.tacticsOf('theorem two : 2 = 2 := sorry')]).toEqual(['rfl']);
    expect([...lean.tacticsOf('import A\n')]).toEqual(TACTIC_NAMES);
  });
});
