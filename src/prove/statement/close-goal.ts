/** Tries to prove the goal of a scaffold. Only the judge's acceptance counts. */
import type { Judge } from '../../verify/audit/judge.ts';
import type { LeanVersion } from '../../lean/toolchain/lean-version.ts';
import { isBeyondBounds, type UncheckedReason, type Verdict } from '../../verify/verdict.ts';
import { goalAt } from '../attempt/find-goal.ts';
import type { Trial, Tried } from '../attempt/trial.ts';
import type { TacticsOf } from '../portfolio/probe.ts';
import type { Has } from '../portfolio/step.ts';
import { portfolio } from '../portfolio/portfolio.ts';
import type { Attempt } from '../strategy.ts';
import type { Scaffold } from './scaffold.ts';

/** What the checks of a statement need from Lean. */
export interface StatementTools {
  judge: Pick<Judge, 'elaborate'>;
  trial: Trial;
  tactics: TacticsOf;
  version: LeanVersion;
}

/** `open`: none of the texts is a proof. */
export type Closing =
  | { kind: 'proved'; by: string; axioms: readonly string[] }
  | { kind: 'open' }
  | { kind: 'unchecked'; why: UncheckedReason; detail: string };

/** For one text, at a server that has loaded the imports. */
const TIMEOUT_MS = 60_000;

/** Which tactics the toolchain has, with the imports of the scaffold. */
export async function availableTactics({ tactics }: StatementTools, { text }: Scaffold): Promise<Has> {
  const available = await tactics(text);
  return (name) => available.has(name);
}

/** Tries tactic texts in order. */
export async function closeBy(
  { trial }: StatementTools,
  { text, hole }: Scaffold,
  texts: readonly string[],
): Promise<Closing> {
  const tryables = texts.map((each) => ({ candidate: { kind: 'tactic' as const, text: each, timeoutMs: TIMEOUT_MS } }));
  return closingOf(await trial.check(text, hole, tryables), texts);
}

/** The portfolio without retrieval, after `opening` (tactics that do not close the goal). */
export async function closeByPortfolio(
  tools: StatementTools,
  { text, hole }: Scaffold,
  maxCandidates: number,
): Promise<Closing> {
  const { trial, tactics } = tools;
  const strategy = portfolio({ tactics, limit: 0, maxCandidates });
  const goal = (): Promise<string> => goalAt(trial, text, hole);
  const proposals = strategy.propose({ text, hole, goal }, { retrieve: null, ask: null });
  try {
    for (let next = await proposals.next(); next.done !== true;) {
      const batch = next.value;
      const tried = await trial.check(text, hole, batch);
      const closing = closingOf(
        tried,
        batch.map(({ candidate }) => candidate.text),
      );
      // After an accepted proof that depends on a `sorry`, the rest of the batch is not tried.
      if (closing.kind !== 'open' || tried.includes(null)) return closing;
      next = await proposals.next(batch.map((proposal, at): Attempt => ({ proposal, verdict: tried[at]!.verdict })));
    }
  } finally {
    await proposals.return(undefined);
  }
  return { kind: 'open' };
}

/** A proof that depends on a `sorry` elsewhere is none. A text that ran out of time or memory is no proof either. */
function closingOf(tried: readonly (Tried | null)[], texts: readonly string[]): Closing {
  for (const [at, each] of tried.entries()) {
    const verdict = each?.verdict;
    if (verdict?.kind === 'accepted' && verdict.conditional.length === 0) {
      return { kind: 'proved', by: texts[at]!, axioms: verdict.axioms };
    }
  }
  const unchecked = tried.flatMap((each) => (each !== null && isNoAnswer(each.verdict) ? [each.verdict] : []))[0];
  return unchecked === undefined
    ? { kind: 'open' }
    : { kind: 'unchecked', why: unchecked.why, detail: unchecked.detail };
}

function isNoAnswer(verdict: Verdict): verdict is Extract<Verdict, { kind: 'unchecked' }> {
  return verdict.kind === 'unchecked' && !isBeyondBounds(verdict.why);
}
