/** A candidate's way to a verdict: the gate, then a quick try, and only what compiles there is worth the judge's time. */
import type { Candidate } from '../verify/hole/candidate.ts';
import type { CheckMode } from '../verify/trial/check-mode.ts';
import { gate } from '../verify/hole/gate.ts';
import type { Hole } from '../verify/hole/holes.ts';
import type { Judge } from '../verify/audit/judge.ts';
import type { SandboxLevel } from '../lean/process/sandbox.ts';
import type { Edit } from '../verify/hole/splice.ts';
import type { Verdict } from '../verify/verdict.ts';

export interface Trial {
  /** Judges `candidate` in `hole` of `text`; the other holes stay open. `filling` is null unless it is accepted. */
  check(text: string, hole: Hole, candidate: Candidate): Promise<{ verdict: Verdict; filling: Edit | null }>;
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
    async check(text, hole, candidate) {
      const reason = gate(candidate);
      if (reason !== null) return { verdict: { kind: 'rejected', by: 'gate', reason, sandbox: null }, filling: null };
      const [hint] = await mode.check(text, hole, [candidate], signal);
      switch (hint?.kind) {
        case 'compiles': {
          const { verdict, filling } = await judge.candidate(text, hole, candidate);
          return { verdict, filling: verdict.kind === 'accepted' ? filling : null };
        }
        case 'fails':
          return { verdict: { kind: 'rejected', by: 'lean', diagnostics: hint.diagnostics, sandbox }, filling: null };
        default: {
          const { why = 'crashed', detail = 'no answer' } = hint ?? {};
          return { verdict: { kind: 'unchecked', why: why === 'busy' ? 'crashed' : why, detail }, filling: null };
        }
      }
    },
  };
}
