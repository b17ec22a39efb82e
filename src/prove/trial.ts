/** A candidate's way to a verdict: the gate, then a quick try, and only what compiles there is worth the judge's time. */
import type { Candidate } from '../verify/hole/candidate.ts';
import type { CheckMode, Hint } from '../verify/trial/check-mode.ts';
import { gate } from '../verify/hole/gate.ts';
import type { Hole } from '../verify/hole/holes.ts';
import type { Judge } from '../verify/audit/judge.ts';
import type { SandboxLevel } from '../lean/process/sandbox.ts';
import type { Edit } from '../verify/hole/splice.ts';
import type { Verdict } from '../verify/verdict.ts';

export interface Trial {
  /**
   * Tries each of `candidates` in `hole` of `text` by itself, the other holes left open, and has the judge look at those
   * that compile, in their order, until it accepts one. `verdicts` ends with that one; `filling` is null without one.
   */
  check(text: string, hole: Hole, candidates: readonly Candidate[]): Promise<Tried>;
}

export interface Tried {
  /** In the order of the candidates. Those that nothing was asked about any more have none. */
  verdicts: (Verdict | null)[];
  filling: Edit | null;
}

export interface TrialOptions {
  mode: Pick<CheckMode, 'check'>;
  judge: Pick<Judge, 'candidate'>;
  /** In which `mode` runs Lean. */
  sandbox: SandboxLevel;
  signal: AbortSignal;
}

export function openTrial({ mode, judge, sandbox, signal }: TrialOptions): Trial {
  return {
    async check(text, hole, candidates) {
      const verdicts = candidates.map((candidate) => refusal(candidate));
      const open = candidates.flatMap((candidate, at) => (verdicts[at] === null ? [{ candidate, at }] : []));
      if (open.length === 0) return { verdicts, filling: null };
      const hints = await mode.check(
        text,
        hole,
        open.map(({ candidate }) => candidate),
        signal,
      );
      for (const [k, { at }] of open.entries()) verdicts[at] = verdictOf(hints[k], sandbox);
      for (const [k, { candidate, at }] of open.entries()) {
        if (hints[k]?.kind !== 'compiles') continue;
        const { verdict, filling } = await judge.candidate(text, hole, candidate);
        verdicts[at] = verdict;
        if (verdict.kind === 'accepted') return { verdicts, filling };
      }
      return { verdicts, filling: null };
    },
  };
}

function refusal(candidate: Candidate): Verdict | null {
  const reason = gate(candidate);
  return reason === null ? null : { kind: 'rejected', by: 'gate', reason, sandbox: null };
}

/** Null for what compiles: on that the judge has the word. */
function verdictOf(hint: Hint | undefined, sandbox: SandboxLevel): Verdict | null {
  if (hint?.kind === 'compiles') return null;
  if (hint?.kind === 'fails') return { kind: 'rejected', by: 'lean', diagnostics: hint.diagnostics, sandbox };
  const { why = 'crashed', detail = 'no answer' } = hint ?? {};
  return { kind: 'unchecked', why: why === 'busy' ? 'crashed' : why, detail };
}
