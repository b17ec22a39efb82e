/** What models added to a concept base, and what they would be asked: as JSON and as text. Pure. */
import type { z } from 'zod';
import { formatNumber } from '../base/format-number.ts';
import { pluralize } from '../base/pluralize.ts';
import type { ChatModel } from '../llm/chat.ts';
import type { DryRunPrompt } from '../prove/dry-run.ts';
import type { ModelsReport } from '../session/concept-models-schema.ts';
import type { conceptsDryRunSchema } from './concepts-schema.ts';
import { promptLines, reportPrompt } from './dry-run.ts';
import { dollars, formatSpending } from './format-spending.ts';
import { joinBlocks, upTo } from './layout.ts';
import type { TextStyle } from './style.ts';

export type PlannedEmbedding = NonNullable<ConceptsDryRunReport['embedding']>;
type ConceptsDryRunReport = z.infer<typeof conceptsDryRunSchema>;

const MAX_PROBLEMS = 5;

export function modelsLines(report: ModelsReport): string[] {
  const { model, scripted, answers, reused, back_translations: translated, chosen, extractions, explanations } = report;
  const made = [
    `${pluralize(translated, 'definition')} put into words, ${formatNumber(chosen)} kept`,
    `concepts of ${pluralize(extractions, 'definition')}`,
    `${formatNumber(explanations)} × when to use a definition`,
  ];
  const vectors = [
    `${formatNumber(report.embedded)} texts embedded`,
    `${formatNumber(report.merges)} pairs of concepts merged`,
  ];
  const spending = formatSpending(report);
  return [
    ...(model === null ? [] : [`  by ${model}${scripted ? ' (scripted answers)' : ''}: ${made.join(', ')}`]),
    ...(report.embedder === null ? [] : [`  by ${report.embedder}: ${vectors.join(', ')}`]),
    `  ${pluralize(answers, 'answer')}, ${formatNumber(reused)} of them known before${spending === '' ? '' : `; ${spending}`}`,
    ...upTo(
      MAX_PROBLEMS,
      report.problems.map((problem) => `  unusable answer: ${problem}`),
      (more) => `  and ${more} more`,
    ),
    ...(report.stopped_by === null
      ? []
      : [`  Stopped by --max-${report.stopped_by}. Raise the limit and run the same command again: answers are kept.`]),
  ];
}

export function conceptsDryRunReport(
  model: ChatModel | null,
  prompts: readonly DryRunPrompt[],
  maxRequests: number,
  embedding: PlannedEmbedding | null,
): ConceptsDryRunReport {
  const costs = prompts.map(({ maxCost }) => maxCost);
  const isPriced = costs.every((cost) => cost !== null);
  return {
    schema: 'lemmahead/concepts-build-dry-run@1',
    model: model?.name ?? null,
    endpoint: model?.endpoint ?? null,
    prompts: prompts.map(reportPrompt),
    max_requests: maxRequests,
    worst_tokens: prompts.reduce((sum, { worstTokens }) => sum + worstTokens, 0),
    worst_cost: isPriced ? costs.reduce((sum: number, cost) => sum + (cost ?? 0), 0) : null,
    embedding,
  };
}

export function renderConceptsDryRun(report: ConceptsDryRunReport, style: TextStyle): string {
  const { model, endpoint, prompts, max_requests: most, worst_tokens: tokens, worst_cost: cost, embedding } = report;
  const end =
    model === null
      ? 'No model is asked without --model, so nothing would be sent.'
      : `Would be sent to ${model} (${endpoint ?? ''}): ${pluralize(prompts.length, 'question')}, at most ${formatNumber(tokens)} tokens, ${cost === null ? 'price unknown' : dollars(cost)}. With questions that are put again, at most ${pluralize(most, 'request')}; questions about what an answer leaves out cost extra. Nothing was sent.`;
  const vectors =
    embedding === null
      ? []
      : [
          `Would be sent to ${embedding.embedder} (${embedding.endpoint}): ${pluralize(embedding.texts, 'text')}, at most ${formatNumber(embedding.worst_tokens)} tokens, ${embedding.worst_cost === null ? 'price unknown' : dollars(embedding.worst_cost)}.`,
        ];
  return `${joinBlocks([promptLines(prompts, style), [end, ...vectors]])}\n`;
}
