import { describe, expect, it } from 'vitest';
import { NOTHING_DONE, type HoleOutcome, type ProveOutcome } from '../../src/prove/loop.ts';
import { proveReport } from '../../src/report/prove-report.ts';
import { renderProve } from '../../src/report/prove-text.ts';
import { findHoles } from '../../src/verify/hole/holes.ts';

const TEXT = 'theorem hard : A := sorry\ntheorem easy : A := sorry\n';
const OPEN = {
  state: 'open',
  proposal: null,
  accepted: null,
  attempts: 3,
  unchecked: 1,
  refused: 1,
  note: null,
} as const;

/** `hard` stays open, `easy` is filled by it. */
function outcome(more: Partial<ProveOutcome> = {}): ProveOutcome {
  const [hard, easy] = findHoles(TEXT);
  if (hard === undefined || easy === undefined) throw new Error('no holes');
  const filled: HoleOutcome = {
    hole: easy,
    state: 'filled',
    proposal: { candidate: { kind: 'tactic', text: 'exact hard' }, lemmas: ['hard'], imports: [] },
    accepted: { kind: 'accepted', level: 'audit', axioms: ['propext'], conditional: ['hard'], sandbox: 'namespaces' },
    attempts: 1,
    unchecked: 0,
    refused: 0,
    note: null,
  };
  const edits = [{ start: easy.start, end: easy.end, text: 'by exact hard' }];
  return { ...NOTHING_DONE, holes: [{ hole: hard, ...OPEN }, filled], edits, attempts: 4, ...more };
}

const shown = (of: ProveOutcome, written = false): string =>
  renderProve(proveReport(of, { path: 'A.lean', text: TEXT, written }), { color: false, width: 80 });

describe('the text of prove', () => {
  it('says what a filled hole rests on, and that one on condition is not proved', () => {
    const text = shown(outcome(), true);
    expect(text).toContain(
      'A.lean:2:21  theorem easy: filled by exact hard (1 attempt); axioms: propext; not proved before hard is\n',
    );
    expect(text).toContain('1 of 2 holes filled, 1 open, 4 attempts.\n');
    expect(text).toContain('Judged by audit, the whole file against the original.\n');
    expect(text).toContain('1 filled but not proved yet: what they rest on is open.\nWritten to A.lean.\n');
  });

  it('counts what could not be checked and what the audit refused', () => {
    expect(shown(outcome())).toContain(
      'A.lean:1:21  theorem hard: open (3 attempts, 1 of them could not be checked, 1 of them refused by the audit)\n',
    );
  });

  it('says when the whole was refused, and that nothing counts then', () => {
    const findings = [{ rule: 'type', name: 'hard', detail: 'it states something else' } as const];
    const refused = outcome({ objection: { kind: 'refused', findings } });
    expect(shown(refused)).toMatch(
      /The audit refused the file as a whole: hard: it states something else\.\nNothing was written, and nothing counts as proved\.\n$/,
    );
    expect(proveReport(refused, { path: 'A.lean', text: TEXT, written: false })).toMatchObject({
      audited: false,
      objection: { kind: 'refused', findings },
    });
    expect(shown(refused)).not.toContain('+++ b/A.lean');
    expect(shown(outcome())).toContain('+++ b/A.lean');
    const silent = outcome({ objection: { kind: 'unchecked', why: 'timedOut', detail: 'no answer in 60 s' } });
    expect(shown(silent)).toContain('The file as a whole could not be audited: no answer in 60 s.\n');
  });
});
