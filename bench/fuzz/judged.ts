/** What the judge said of a mutant, and whether that is right. */
import { firstLine } from '../../src/base/one-line.ts';
import type { Judge } from '../../src/verify/audit/judge.ts';
import type { Verdict } from '../../src/verify/verdict.ts';
import type { Mutant } from './mutants.ts';
import type { Effect } from './mutation.ts';

/**
 * Who had the word. `lean`: one of the two texts does not compile, so the judge itself was not asked. `nobody`: there
 * was no answer, for want of time, say.
 */
export type Outcome = 'accepted' | 'lean' | 'gate' | 'audit' | 'nobody';

/** One line of the file of results. */
export interface JudgedMutant {
  id: string;
  hash: string;
  from: string;
  effect: Effect;
  side: Mutant['side'];
  mutations: string[];
  kinds: string[];
  outcome: Outcome;
  /** Rules of the audit's findings, else empty. */
  rules: string[];
  detail: string;
  milliseconds: number;
}

/** The judge's word on one mutant. */
export async function judged(judge: Judge, mutant: Mutant): Promise<JudgedMutant> {
  const start = performance.now();
  const { verdict } = await judge.file(mutant.candidate, mutant.original, null);
  return {
    ...{ id: mutant.id, hash: mutant.hash, from: mutant.from, effect: mutant.effect, side: mutant.side },
    mutations: mutant.mutations.map(({ name }) => name),
    kinds: mutant.mutations.map(({ kind }) => kind),
    ...wordsOf(verdict),
    milliseconds: Math.round(performance.now() - start),
  };
}

function wordsOf(verdict: Verdict): Pick<JudgedMutant, 'outcome' | 'rules' | 'detail'> {
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

/** A yes to what is another file. */
export const isFalseAccept = ({ effect, outcome }: JudgedMutant): boolean =>
  effect === 'changed' && outcome === 'accepted';

/** A no to an honest candidate that compiles. */
export const isFalseReject = ({ effect, outcome }: JudgedMutant): boolean =>
  effect === 'neutral' && (outcome === 'audit' || outcome === 'gate');
