/** The judge's verdict on a mutant, and whether it is right. */
import { firstLine } from '../../src/base/one-line.ts';
import type { Judge } from '../../src/verify/audit/judge.ts';
import type { Verdict } from '../../src/verify/verdict.ts';
import type { Mutant } from './mutants.ts';
import type { Effect } from './mutation.ts';

/**
 * Who decided. `lean`: one of the two texts does not compile, so the audit did not run. `nobody`: no verdict, for
 * example after a timeout.
 */
export type Outcome = 'accepted' | 'lean' | 'gate' | 'audit' | 'nobody';

/** One line of the results file. */
export interface JudgedMutant {
  id: string;
  hash: string;
  from: string;
  effect: Effect;
  side: Mutant['side'];
  mutations: string[];
  kinds: string[];
  outcome: Outcome;
  /** Rules of the audit's findings; empty if the audit found nothing or did not run. */
  rules: string[];
  detail: string;
  milliseconds: number;
}

/** Runs the judge on one mutant. */
export async function judgeMutant(judge: Judge, mutant: Mutant): Promise<JudgedMutant> {
  const start = performance.now();
  const { verdict } = await judge.file(mutant.candidate, mutant.original, null);
  return {
    ...{ id: mutant.id, hash: mutant.hash, from: mutant.from, effect: mutant.effect, side: mutant.side },
    mutations: mutant.mutations.map(({ name }) => name),
    kinds: mutant.mutations.map(({ kind }) => kind),
    ...outcomeOf(verdict),
    milliseconds: Math.round(performance.now() - start),
  };
}

function outcomeOf(verdict: Verdict): Pick<JudgedMutant, 'outcome' | 'rules' | 'detail'> {
  if (verdict.kind === 'accepted') return { outcome: 'accepted', rules: [], detail: '' };
  if (verdict.kind === 'unchecked') {
    const { why, detail } = verdict;
    const doesNotCompile = why === 'originalFails' || why === 'importsMissing';
    return { outcome: doesNotCompile ? 'lean' : 'nobody', rules: [], detail: `${why}: ${detail}` };
  }
  switch (verdict.by) {
    case 'gate':
      return { outcome: 'gate', rules: [], detail: verdict.reason };
    case 'lean': {
      const [first] = verdict.diagnostics;
      const where = first === undefined ? '' : `${first.line}:${first.column + 1}: `;
      return { outcome: 'lean', rules: [], detail: `${where}${firstLine(first?.text ?? 'no message')}` };
    }
    case 'audit': {
      const rules = [...new Set(verdict.findings.map(({ rule }) => rule))];
      return { outcome: 'audit', rules, detail: verdict.findings.map(({ detail }) => firstLine(detail)).join('; ') };
    }
  }
}

/** The judge accepted a mutant whose meaning is changed. */
export const isFalseAccept = ({ effect, outcome }: JudgedMutant): boolean =>
  effect === 'changed' && outcome === 'accepted';

/** The judge rejected an honest candidate that compiles. */
export const isFalseReject = ({ effect, outcome }: JudgedMutant): boolean =>
  effect === 'neutral' && (outcome === 'audit' || outcome === 'gate');
