/** The report of `formalize`, without its text. Pure. */
import type { FormalCandidate, FormalizeOutcome } from '../formalize/pipeline.ts';
import type { DryRunPrompt } from '../prove/dry-run.ts';
import type { StatementPack } from '../search/concepts/statement-pack.ts';
import { reportPrompt } from './dry-run.ts';
import type { FormalizeDryRunReport, FormalizeReport, PackReport } from './formalize-schema.ts';

/** What the report of a run and of a dry run share. */
export type FormalizeBasis = Pick<FormalizeReport, 'statement' | 'header' | 'formalizer' | 'model' | 'notices'> & {
  pack: StatementPack;
};

export interface FormalizeFacts {
  template: string;
  prompt: string;
  checked: boolean;
  asked: number;
  reused: number;
  tokens: number;
  /** Null if the price is unknown. */
  cost: number | null;
  writtenTo: string | null;
}

export function reportPack({ class: of, because, concepts, definitions }: StatementPack): PackReport {
  return {
    class: of,
    because,
    concepts: concepts.map(({ concept: { name, key, isCore: core }, surface }) => ({ name, key, core, surface })),
    definitions: definitions.map(({ row, signature, meaning, write, notations, phrase, score }) => {
      const { name, kind, module } = row;
      return { name, kind, signature, meaning, write, notations, module, phrase, score };
    }),
  };
}

export function formalizeReport(
  { pack, ...basis }: FormalizeBasis,
  { candidates, chosen, answers, stoppedBy, modelFailure }: FormalizeOutcome,
  { asked, reused, writtenTo, ...facts }: FormalizeFacts,
): FormalizeReport {
  const statements = candidates.filter(({ text }) => text !== null);
  return {
    schema: 'lemmahead/formalize@1',
    ...basis,
    pack: reportPack(pack),
    ...facts,
    candidates: candidates.map(reportCandidate),
    chosen: chosen?.text ?? null,
    counts: {
      asked,
      answers,
      reused,
      distinct: statements.length,
      compiled: statements.filter(({ verdict }) => verdict.kind === 'compiles').length,
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

function reportCandidate({ text, samples, verdict }: FormalCandidate): FormalizeReport['candidates'][number] {
  const errors = verdict.kind === 'fails' ? verdict.diagnostics : [];
  return {
    text,
    samples,
    verdict: verdict.kind,
    why: verdict.kind === 'unchecked' ? verdict.detail : 'why' in verdict ? verdict.why : null,
    errors: errors
      .filter(({ severity }) => severity === 'error')
      .map(({ line, column, text: message }) => ({ line, column, text: message })),
  };
}

export function formalizeDryRunReport(
  { pack, ...basis }: FormalizeBasis,
  endpoint: string | null,
  prompts: readonly DryRunPrompt[],
): FormalizeDryRunReport {
  const costs = prompts.map(({ maxCost }) => maxCost);
  const isPriced = costs.every((cost) => cost !== null);
  return {
    schema: 'lemmahead/formalize-dry-run@1',
    ...basis,
    pack: reportPack(pack),
    endpoint,
    prompts: prompts.map(reportPrompt),
    worst_tokens: prompts.reduce((sum, { worstTokens }) => sum + worstTokens, 0),
    worst_cost: isPriced ? costs.reduce((sum: number, cost) => sum + (cost ?? 0), 0) : null,
  };
}
