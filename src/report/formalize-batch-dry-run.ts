/** The report of a dry run of a batch of `formalize`, and its text. Pure. */
import { formatNumber } from '../base/format-number.ts';
import { pluralize } from '../base/pluralize.ts';
import { dollars } from './format-spending.ts';
import type { FormalizeBatchDryRunReport } from './formalize-batch-schema.ts';
import type { FormalizeDryRunReport } from './formalize-schema.ts';
import { withoutControls } from './layout.ts';
import { paint, type TextStyle } from './style.ts';

/** `ids`: of the problems, in the order of the reports. */
export function formalizeBatchDryRunReport(
  ids: readonly string[],
  reports: readonly FormalizeDryRunReport[],
  file: string,
): FormalizeBatchDryRunReport {
  const costs = reports.map(({ worst_cost: cost }) => cost);
  const sum = (values: readonly number[]): number => values.reduce((all, value) => all + value, 0);
  return {
    schema: 'lemmahead/formalize-batch-dry-run@1',
    file,
    model: reports[0]?.model ?? null,
    endpoint: reports[0]?.endpoint ?? null,
    problems: reports.map(({ statement, prompts, max_requests, worst_tokens, worst_cost }, at) => ({
      ...{ id: ids[at]!, statement, prompts, max_requests, worst_tokens, worst_cost },
    })),
    max_requests: sum(reports.map((each) => each.max_requests)),
    worst_tokens: sum(reports.map((each) => each.worst_tokens)),
    worst_cost: costs.includes(null) ? null : sum(costs.map((cost) => cost ?? 0)),
  };
}

export function renderFormalizeBatchDryRun(report: FormalizeBatchDryRunReport, style: TextStyle): string {
  const { problems, model, endpoint, max_requests, worst_tokens, worst_cost } = report;
  const money = (cost: number | null): string => (cost === null ? 'price unknown' : dollars(cost));
  const lines = problems.map(
    (each) =>
      `${paint(style).bold(withoutControls(each.id))}  at most ${pluralize(each.max_requests, 'request')}, ${money(each.worst_cost)}`,
  );
  const end =
    model === null
      ? 'No model is set, so nothing would be sent.'
      : `Would be sent to ${model} (${endpoint ?? ''}): at most ${pluralize(max_requests, 'request')}; the first prompts and their answers use at most ${formatNumber(worst_tokens)} tokens, ${money(worst_cost)}. Nothing was sent. --json has every prompt; --pick N --dry-run shows those of one problem.`;
  return `${[...lines, '', end].join('\n')}\n`;
}
