import { describe, expect, it } from 'vitest';
import { NOTHING_DONE, type HoleOutcome, type ProveOutcome, untried } from '../../src/prove/outcome.ts';
import { proveReport, type ProvenFile } from '../../src/report/prove-report.ts';
import { renderProve } from '../../src/report/prove-text.ts';
import { findHoles } from '../../src/verify/hole/holes.ts';

const TEXT = 'theorem hard : A := sorry\ntheorem easy : A := sorry\n';
/** `hard` stays open, `easy` is filled by it. */
function outcome(more: Partial<ProveOutcome> = {}): ProveOutcome {
  const [hard, easy] = findHoles(TEXT);
  if (hard === undefined || easy === undefined) throw new Error('no holes');
  const open: HoleOutcome = { ...untried(hard, 1), attempts: 3, unchecked: 1, refused: 1 };
  const filled: HoleOutcome = {
    ...untried(easy, 2),
    state: 'filled',
    proposal: { candidate: { kind: 'tactic', text: 'exact hard' }, lemmas: ['hard'], imports: [] },
    accepted: { kind: 'accepted', level: 'audit', axioms: ['propext'], conditional: ['hard'], sandbox: 'namespaces' },
    strategy: 'portfolio',
    attempts: 1,
  };
  const edits = [{ start: easy.start, end: easy.end, text: 'by exact hard' }];
  return { ...NOTHING_DONE, holes: [open, filled], edits, attempts: 4, ...more };
}

const FILE = { path: 'A.lean', text: TEXT, written: null, run: '20261122-053012-4f2a', replayed: null };

const shown = (of: ProveOutcome, more: Partial<ProvenFile> = {}, isDiffOnly = false): string =>
  renderProve(proveReport(of, { ...FILE, ...more }), { color: false, width: 80 }, isDiffOnly);

describe('the text report of prove', () => {
  it('lists the dependencies of a filled hole, and marks a conditional one as not proved', () => {
    const text = shown(outcome(), { written: '/home/me/A.lean' });
    expect(text).toContain(
      'A.lean:2:21  theorem easy: filled by exact hard (1 attempt); with hard; axioms: propext; not proved until hard is\n',
    );
    expect(text).toContain('1 of 2 holes filled, 1 open, 4 attempts.\n');
    expect(text).toContain('Verified by audit: the full file was compared with the original.\n');
    expect(text).toContain('1 filled but not yet proved: they depend on open holes.\nWritten to A.lean.\n');
  });

  it('counts unchecked attempts and attempts refused by the audit', () => {
    expect(shown(outcome())).toContain(
      'A.lean:1:21  theorem hard: open (3 attempts, 1 of them could not be checked, 1 of them refused by the audit)\n',
    );
  });

  it('shows the closest attempt at an open hole with the first lines of the error', () => {
    const error = ['Error (unsolved_goals) at line 1, `simp`:', ...Array<string>(20).fill('⊢ \u001b[31mA')].join('\n');
    const nearest = { strategy: 'rag', candidate: 'simp\nrfl', error, goals: ['⊢ A'] };
    const [hard, easy] = outcome().holes;
    const text = shown(outcome({ holes: [{ ...hard!, nearest }, easy!] }));
    expect(text).toContain(
      '\n    closest, by rag: simp; rfl\n      Error (unsolved_goals) at line 1, `simp`:\n      ⊢ ',
    );
    expect(text.match(/⊢/gu)).toHaveLength(5);
    expect(text).not.toContain('\u001b');
  });

  it('cuts a long line of the error of the closest attempt', () => {
    const error = `Error (syntax_error) at line 1, \`exact ${'箽'.repeat(5000)}\`:\nexpected token`;
    const nearest = { strategy: 'agent', candidate: 'exact it', error, goals: [] };
    const [hard, easy] = outcome().holes;
    const text = shown(outcome({ holes: [{ ...hard!, nearest }, easy!] }));
    expect(Math.max(...text.split('\n').map((line) => line.length))).toBeLessThan(500);
    expect(text).toContain('箽…\n      expected token\n');
  });

  it('reports that the full file was refused, and that nothing counts as proved', () => {
    const findings = [{ rule: 'type', name: 'hard', detail: 'it states something else' } as const];
    const refused = outcome({ objection: { kind: 'refused', findings } });
    expect(shown(refused)).toMatch(
      /The audit refused the file as a whole: hard: it states something else\.\nNothing was written, and nothing counts as proved\.\nRecorded as .*\n$/,
    );
    expect(proveReport(refused, FILE)).toMatchObject({
      audited: false,
      objection: { kind: 'refused', findings },
    });
    expect(shown(refused)).not.toContain('+++ b/A.lean');
    expect(shown(outcome())).toContain('+++ b/A.lean');
    const silent = outcome({ objection: { kind: 'unchecked', why: 'timedOut', detail: 'no answer in 60 s' } });
    expect(shown(silent)).toContain('The file as a whole could not be audited: no answer in 60 s.\n');
  });

  it('reports the cost, the failure of the model, and the limit that was reached', () => {
    const modelFailure = { code: 'model-key-refused', message: 'The key is refused.', reason: null, next: 'another' };
    const text = shown(outcome({ spent: { tokens: 12_345, cost: 0.0312 }, stoppedBy: 'cost', modelFailure }));
    expect(text).toContain('1 of 2 holes filled, 1 open, 4 attempts, 12,345 tokens, $0.0312.\n');
    expect(text).toContain(
      'Stopped: --max-cost does not allow the next request to the model, which may use model.max_output_tokens.\n',
    );
    expect(text).toContain('No more requests were sent to the model: The key is refused.\n  next: another\n');
    expect(text).toContain('To resume: lemmahead runs resume 20261122-053012-4f2a --max-cost MORE\n');
  });

  it('shows the command to resume a run if it can be resumed', () => {
    const failed = (code: string) => ({ modelFailure: { code, message: 'No.', reason: null, next: null } });
    expect(shown(outcome(failed('model-server')))).toContain('runs resume 20261122-053012-4f2a\n');
    expect(shown(outcome({ stoppedBy: 'time' }))).toContain('--max-time SECONDS\n');
    expect(shown(outcome(failed('model-unknown')))).not.toContain('resume');
    expect(
      shown(outcome({ stoppedBy: 'time' }), { replayed: { of: 'R', differs: [], isByRecord: false } }),
    ).not.toContain('resume');
    expect(shown(outcome())).not.toContain('resume');
  });

  it('shows a candidate that needs imports, and omits holes that were not selected', () => {
    const [open, filled] = outcome().holes as [HoleOutcome, HoleOutcome];
    const proposal = {
      candidate: { kind: 'tactic', text: '  intro h\n  exact h' },
      lemmas: [],
      imports: ['M'],
    } as const;
    const would: HoleOutcome = { ...open, proposal: { ...proposal, lemmas: [], imports: ['M'] }, note: 'it would be' };
    expect(shown({ ...outcome(), holes: [would, { ...filled, state: 'unasked' }] })).toMatch(
      /^A.lean:1:21 {2}theorem hard: open \(.*\): it would be; intro h; exact h\n\n/,
    );
  });

  it('is only the diff with --diff', () => {
    expect(shown(outcome(), {}, true)).toMatch(/^--- a\/A.lean\n[^]*\+theorem easy : A := by exact hard\n$/);
  });

  it('reports whether a replay has the same result as the run', () => {
    expect(shown(outcome(), { replayed: { of: 'R', differs: [], isByRecord: false } })).toContain(
      'The result is the same as in run R.\n',
    );
    expect(shown(outcome(), { replayed: { of: 'R', differs: [2], isByRecord: false } })).toContain(
      'The result differs from run R at hole 2.\n',
    );
  });
});
