import { describe, expect, it } from 'vitest';
import type { Attempted, ProveEvent } from '../../src/prove/events.ts';
import { diagnosticOf } from '../../src/lean/message/diagnostics.ts';
import { showProofProgress } from '../../src/ui/proof-progress.ts';
import type { Verdict } from '../../src/verify/verdict.ts';

function recorded(...events: ProveEvent[]): string[] {
  const lines: string[] = [];
  const say = (how: string) => (message: string) => lines.push(`${how} ${message}`);
  const log = { info: say('info'), warn: say('warn'), debug: say('debug') };
  const progress = showProofProgress(log, (label) => {
    lines.push(`start ${label}`);
    return {
      update: (done, total, message) => lines.push(`update ${done}/${total} ${message}`),
      aside: (write) => write(),
      stop: () => lines.push('stop'),
    };
  });
  for (const event of events) progress.onEvent(event);
  progress.stop();
  return lines;
}

const started: ProveEvent = {
  event: 'hole_started',
  hole: 2,
  of: 3,
  line: 4,
  column: 0,
  declaration: 'N.one',
  goal: 'n : Nat\n⊢ n\n  = n',
};

function attempt(number: number, text: string, verdict: Verdict): Attempted {
  const candidate = { kind: 'tactic', text } as const;
  const known = { strategy: 's', lemmas: [], imports: [], key: 'k' };
  return { event: 'attempt', hole: 2, number, candidate, verdict, from: 'lean', ...known };
}

const error = diagnosticOf({ severity: 'error', line: 1, column: 0, text: "unknown identifier 'foo'" });
const rejected: Verdict = { kind: 'rejected', by: 'lean', diagnostics: [error], sandbox: 'none' };
const accepted: Verdict = { kind: 'accepted', level: 'audit', axioms: [], conditional: [], sandbox: 'none' };

describe('showProofProgress', () => {
  it('updates one line, and logs each attempt at debug level', () => {
    const answer: ProveEvent = {
      event: 'answer',
      hole: 2,
      prompt: 'p',
      sample: 0,
      answer: 'a',
      finish: 'end',
      input_tokens: 1,
      output_tokens: 1,
      counted_tokens: 2,
      counted_cost: 0.0123,
      snapshot: '',
      retries: 0,
      unaccounted: 0,
      seconds: 1,
      from: 'model',
    };
    const ended: ProveEvent = {
      event: 'hole_ended',
      hole: 2,
      state: 'filled',
      strategy: 's',
      candidate: null,
      note: null,
      attempts: 2,
    };
    const events = [started, attempt(7, 'intros\nfoo', rejected), answer, attempt(8, 'rfl', accepted), ended];
    expect(recorded(...events)).toEqual([
      'start Proving',
      'update 0/3 hole 2 of 3 · ⊢ n = n · attempt 0',
      'debug hole 2 of 3, N.one: n : Nat ⊢ n = n',
      'update 0/3 hole 2 of 3 · ⊢ n = n · attempt 7 · unknown_identifier',
      "debug attempt 7 at N.one: intros; foo: rejected: unknown identifier 'foo'",
      'update 0/3 hole 2 of 3 · ⊢ n = n · attempt 7 · unknown_identifier · $0.0123',
      'update 0/3 hole 2 of 3 · ⊢ n = n · attempt 8 · unknown_identifier · $0.0123',
      'debug attempt 8 at N.one: rfl: accepted',
      'update 1/3 hole 2 of 3 · ⊢ n = n · attempt 8 · unknown_identifier · $0.0123',
      'stop',
    ]);
  });

  it('logs each retrieval with query, reason and result', () => {
    const retrieval = (
      reason: 'start' | 'unknown_identifier',
      names: string[],
      from: 'search' | 'cache',
    ): ProveEvent => ({
      event: 'retrieval',
      hole: 2,
      query: 'n : Nat\n⊢ n = n',
      as: 'goal',
      reason,
      limit: 9,
      names,
      from,
      key: 'k',
      premises: 'p',
    });
    const lines = recorded(
      retrieval('start', ['Nat.le_refl', 'rfl'], 'search'),
      retrieval('start', ['again'], 'search'),
      retrieval('unknown_identifier', [], 'cache'),
      retrieval('unknown_identifier', [...'abcdefghij'], 'search'),
    );
    expect(lines.slice(1, -1)).toEqual([
      'info retrieval query: n : Nat ⊢ n = n',
      'info   retrieved: Nat.le_refl, rfl',
      'debug retrieval query: n : Nat ⊢ n = n',
      'debug   retrieved: again',
      'info retrieval query: n : Nat ⊢ n = n, after unknown_identifier',
      'info   retrieved: nothing (from the cache)',
      'info retrieval query: n : Nat ⊢ n = n, after unknown_identifier',
      'info   retrieved: a, b, c, d, e, f, g, h and 2 more',
    ]);
  });
});
