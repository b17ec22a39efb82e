/** The report of `formalize`, without its text. Pure. */
import type { FailureDetail } from '../base/errors.ts';
import type { Pack } from '../formalize/build-pack.ts';
import type { StageReport } from '../formalize/stage-asker.ts';
import { isConsistent } from '../formalize/choose.ts';
import type { FormalCandidate } from '../formalize/pipeline.ts';
import type { DryRunPrompt } from '../prove/dry-run.ts';
import type { FormalizeBasis } from '../session/formalize-problem.ts';
import type { RecordedProblem } from '../session/recorded-problem.ts';
import { judgementReport } from './statement-report.ts';
import { reportPrompt } from './dry-run.ts';
import type { FormalizeDryRunReport, FormalizeReport, PackReport } from './formalize-schema.ts';

/** Where the problem belongs to. */
export type FormalizeFacts = Pick<FormalizeReport, 'run' | 'written_to' | 'replay_of' | 'differs'> & {
  /** Number of answers asked for. */
  asked: number;
};

export function reportPack(pack: Pack, stages: readonly StageReport[]): PackReport {
  const { text: _, isCut: __, concepts, definitions, ...facts } = pack;
  return {
    ...facts,
    concepts: concepts.map(({ isCore: core, ...concept }) => ({ ...concept, core })),
    definitions: definitions.map(({ row, signature, meaning, write, notations }) => {
      const { name, kind, module } = row;
      return { name, kind, signature, meaning, write, notations, module };
    }),
    stages: [...stages],
  };
}

export function formalizeReport(
  { basis: { pack, stages, ...basis }, outcome, reused, isRunSpent: _, ...facts }: RecordedProblem,
  { asked, ...belongs }: FormalizeFacts,
): FormalizeReport {
  const { candidates, chosen, chosenBy, answers, repairs, stoppedBy, modelFailure } = outcome;
  const statements = candidates.filter(({ text }) => text !== null);
  return {
    schema: 'lemmahead/formalize@1',
    proof: null,
    ...basis,
    pack: reportPack(pack, stages),
    ...facts,
    candidates: candidates.map(reportCandidate),
    chosen: chosen?.text ?? null,
    chosen_by: chosenBy,
    counts: {
      asked,
      answers,
      repairs,
      reused,
      distinct: statements.length,
      compiled: statements.filter(({ verdict }) => verdict.kind === 'compiles').length,
      consistent: statements.filter(isConsistent).length,
    },
    stopped_by: stoppedBy,
    model_failure: modelFailureReport(modelFailure),
    ...belongs,
  };
}

export function modelFailureReport(failure: FailureDetail | null): FormalizeReport['model_failure'] {
  if (failure === null) return null;
  const { code, message, reason = null, next = null } = failure;
  return { code, message, reason, next };
}

function reportCandidate(candidate: FormalCandidate): FormalizeReport['candidates'][number] {
  const { text, samples, verdict, checks } = candidate;
  const errors = verdict.kind === 'fails' ? verdict.diagnostics : [];
  return {
    text,
    samples,
    definitions: [...candidate.definitions],
    verdict: verdict.kind,
    why: verdict.kind === 'unchecked' ? verdict.detail : 'why' in verdict ? verdict.why : null,
    errors: errors
      .filter(({ severity }) => severity === 'error')
      .map(({ line, column, text: message }) => ({ line, column, text: message })),
    faithfulness: checks?.verdict ?? null,
    findings: [...(checks?.findings ?? [])],
    remarks: [...(checks?.remarks ?? [])],
    judgement: checks?.judgement ? judgementReport(checks.judgement) : null,
    unanswered: [...(checks?.unanswered ?? [])],
    class: candidate.class,
  };
}

export function formalizeDryRunReport(
  { pack, stages, ...basis }: FormalizeBasis,
  endpoint: string | null,
  { prompts, maxRequests }: { prompts: readonly DryRunPrompt[]; maxRequests: number },
): FormalizeDryRunReport {
  const costs = prompts.map(({ maxCost }) => maxCost);
  const isPriced = costs.every((cost) => cost !== null);
  return {
    schema: 'lemmahead/formalize-dry-run@1',
    ...basis,
    pack: reportPack(pack, stages),
    endpoint,
    prompts: prompts.map(reportPrompt),
    max_requests: maxRequests,
    worst_tokens: prompts.reduce((sum, { worstTokens }) => sum + worstTokens, 0),
    worst_cost: isPriced ? costs.reduce((sum: number, cost) => sum + (cost ?? 0), 0) : null,
  };
}
