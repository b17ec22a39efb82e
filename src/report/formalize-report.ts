/** The report of `formalize`, without its text. Pure. */
import type { Pack } from '../formalize/build-pack.ts';
import type { StageReport } from '../formalize/stage-asker.ts';
import { isConsistent } from '../formalize/choose.ts';
import type { FormalCandidate } from '../formalize/pipeline.ts';
import type { DryRunPrompt } from '../prove/dry-run.ts';
import type { FormalizeBasis, FormalizedProblem } from '../session/formalize-problem.ts';
import { reportPrompt } from './dry-run.ts';
import type { FormalizeDryRunReport, FormalizeReport, PackReport } from './formalize-schema.ts';

export interface FormalizeFacts {
  asked: number;
  reused: number;
  tokens: number;
  /** Null if the price is unknown. */
  cost: number | null;
  writtenTo: string | null;
}

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
  { basis: { pack, stages, ...basis }, outcome, ...facts }: FormalizedProblem,
  { asked, reused, writtenTo, ...spent }: FormalizeFacts,
): FormalizeReport {
  const { candidates, chosen, chosenBy, answers, repairs, stoppedBy, modelFailure } = outcome;
  const statements = candidates.filter(({ text }) => text !== null);
  return {
    schema: 'lemmahead/formalize@1',
    ...basis,
    pack: reportPack(pack, stages),
    ...facts,
    ...spent,
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
    model_failure: modelFailure && {
      code: modelFailure.code,
      message: modelFailure.message,
      reason: modelFailure.reason ?? null,
      next: modelFailure.next ?? null,
    },
    written_to: writtenTo,
  };
}

function reportCandidate(candidate: FormalCandidate): FormalizeReport['candidates'][number] {
  const { text, samples, verdict, checks } = candidate;
  const errors = verdict.kind === 'fails' ? verdict.diagnostics : [];
  return {
    text,
    samples,
    verdict: verdict.kind,
    why: verdict.kind === 'unchecked' ? verdict.detail : 'why' in verdict ? verdict.why : null,
    errors: errors
      .filter(({ severity }) => severity === 'error')
      .map(({ line, column, text: message }) => ({ line, column, text: message })),
    faithfulness: checks?.verdict ?? null,
    findings: [...(checks?.findings ?? [])],
    remarks: [...(checks?.remarks ?? [])],
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
