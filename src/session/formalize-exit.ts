/** The exit of one problem of `formalize`. Apart from the work, because results of benchmarks need it too. */
import type { Exit } from '../base/exit-codes.ts';
import { isConsistent } from '../formalize/choose.ts';
import { isBeyondBounds } from '../verify/verdict.ts';
import type { FormalizedProblem } from './formalize-problem.ts';

/**
 * Exit `done` if a statement compiles and neither a check nor the judges say anything against it, or unchecked if there is
 * one; `no` without; `refused` if the gate refused every statement; `budget` if a limit ended the requests or the compilation; `missing` if something is missing.
 */
export function exitOf({ outcome, checked }: Pick<FormalizedProblem, 'outcome' | 'checked'>): Exit {
  const { candidates, chosen, stoppedBy, modelFailure } = outcome;
  const opinions = chosen?.checks?.judgement?.verdict === null ? chosen.checks.judgement.opinions : [];
  const isJudged = opinions.length === 0;
  if (chosen !== null && (!checked || isConsistent(chosen)) && isJudged) return 'done';
  if (stoppedBy !== null) return 'budget';
  if (modelFailure !== null) return 'missing';
  if (!isJudged) return opinions.some(({ failure }) => failure?.why === 'budget') ? 'budget' : 'missing';
  const unchecked = candidates.flatMap(({ verdict }) => (verdict.kind === 'unchecked' ? [verdict.why] : []));
  if (unchecked.length > 0)
    return unchecked.every((why) => why !== 'busy' && isBeyondBounds(why)) ? 'budget' : 'missing';
  const hasRun = candidates.some(({ verdict }) => verdict.kind === 'fails' || verdict.kind === 'compiles');
  return !hasRun && candidates.some(({ verdict }) => verdict.kind === 'refused') ? 'refused' : 'no';
}
