import { describe, expect, it } from 'vitest';
import type { Proposal } from '../../src/prove/strategy.ts';
import { showProofProgress } from '../../src/ui/proof-progress.ts';
import { findHoles } from '../../src/verify/hole/holes.ts';

function recorded() {
  const words: string[] = [];
  const say = (how: string) => (message: string) => words.push(`${how} ${message}`);
  const log = { info: say('info'), warn: say('warn'), debug: say('debug') };
  const progress = showProofProgress(log, (label) => {
    words.push(`start ${label}`);
    return {
      update: (done, total, message) => words.push(`update ${done}/${total} ${message}`),
      stop: () => words.push('stop'),
    };
  });
  return { words, progress };
}

describe('showProofProgress', () => {
  it('keeps one line up to date and tells each attempt to who asked for it', () => {
    const { words, progress } = recorded();
    const [hole] = findHoles('theorem one : 1 = 1 := sorry');
    if (hole === undefined) throw new Error('no hole');
    const proposal: Proposal = { candidate: { kind: 'tactic', text: 'intros\nrfl' }, lemmas: [], imports: [] };
    progress.onHole(hole, 2, 3);
    progress.onAttempt(
      hole,
      { proposal, verdict: { kind: 'rejected', by: 'gate', reason: 'it is empty', sandbox: null } },
      7,
    );
    progress.onAttempt(
      hole,
      { proposal, verdict: { kind: 'accepted', level: 'audit', axioms: [], conditional: [], sandbox: 'none' } },
      8,
    );
    progress.stop();
    expect(words).toEqual([
      'start Proving',
      'update 1/3 one: intros; rfl (attempt 7)',
      'debug attempt 7 at one: intros; rfl: rejected: it is empty',
      'update 1/3 one: intros; rfl (attempt 8)',
      'debug attempt 8 at one: intros; rfl: accepted',
      'stop',
    ]);
  });

  it('takes the line away while it logs a retrieval', () => {
    const { words, progress } = recorded();
    progress.onRetrieval('n : Nat\n⊢ n = n', ['Nat.le_refl', 'rfl']);
    progress.onRetrieval('⊢ False', []);
    expect(words.slice(1, 5)).toEqual([
      'stop',
      'info retrieval query: n : Nat ⊢ n = n',
      'info   brought: Nat.le_refl, rfl',
      'start Proving',
    ]);
    expect(words).toContain('info   brought: nothing');
  });
});
