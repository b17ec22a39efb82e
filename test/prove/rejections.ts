/** Attempts and verdicts for tests of failures. */
import { diagnosticOf } from '../../src/lean/message/diagnostics.ts';
import type { Attempt } from '../../src/prove/strategy.ts';
import type { UncheckedReason, Verdict } from '../../src/verify/verdict.ts';

export const ACCEPTED: Verdict = { kind: 'accepted', level: 'audit', axioms: [], conditional: [], sandbox: 'none' };

/** Messages with their lines in the file. */
export function rejectedByLean(...messages: (string | [line: number, text: string])[]): Verdict {
  const diagnostics = messages.map((message) => {
    const [line, text] = typeof message === 'string' ? [1, message] : message;
    return diagnosticOf({ severity: 'error', line, column: 0, text });
  });
  return { kind: 'rejected', by: 'lean', diagnostics, sandbox: 'none' };
}

export function unchecked(why: UncheckedReason, detail = why as string): Verdict {
  return { kind: 'unchecked', why, detail };
}

export function attempt(text: string, verdict: Verdict, imports: string[] = []): Attempt {
  return { proposal: { candidate: { kind: 'tactic', text }, lemmas: [], imports }, verdict };
}
