/** The report of `prove --dry-run`, as JSON and as text. Pure. */
import { formatNumber } from '../base/format-number.ts';
import { collapseWhitespace } from '../base/one-line.ts';
import type { ChatModel } from '../llm/chat.ts';
import type { DryRunHole, DryRunPrompt } from '../prove/dry-run.ts';
import { dollars } from './format-spending.ts';
import { messageText, reportMessage } from './message-text.ts';
import { paint, type TextStyle } from './style.ts';
import type { DryRunReport, PromptReport } from './prove-schema.ts';

export function dryRunReport(
  file: string,
  strategies: readonly string[],
  { model, laterQuestions }: { model: ChatModel | null; laterQuestions: number },
  holes: readonly DryRunHole[],
): DryRunReport {
  const prompts = holes.flatMap((hole) => hole.prompts);
  const costs = prompts.map(({ maxCost }) => maxCost);
  const isPriced = costs.every((cost) => cost !== null);
  return {
    schema: 'lemmahead/prove-dry-run@1',
    file,
    strategy: strategies.join('+'),
    model: model?.name ?? null,
    endpoint: model?.endpoint ?? null,
    holes: holes.map(({ number, hole, goal, retrievals, prompts: own, candidates }) => ({
      hole: number,
      line: hole.line,
      column: hole.column,
      declaration: hole.declaration?.name ?? null,
      goal,
      retrievals,
      prompts: own.map(reportPrompt),
      candidates: candidates.map(({ candidate }) => candidate.text),
    })),
    later_questions: laterQuestions,
    worst_tokens: prompts.reduce((sum, { worstTokens }) => sum + worstTokens, 0),
    worst_cost: isPriced ? costs.reduce((sum: number, cost) => sum + (cost ?? 0), 0) : null,
  };
}

export function reportPrompt({ hash, template, request, worstTokens, maxCost }: DryRunPrompt): PromptReport {
  return {
    prompt: hash,
    template,
    sample: request.sample,
    messages: request.messages.map(reportMessage),
    ...(request.tools === undefined ? {} : { tools: [...request.tools] }),
    max_output_tokens: request.maxOutputTokens,
    temperature: request.temperature,
    worst_tokens: worstTokens,
    worst_cost: maxCost,
  };
}

export function renderDryRun(report: DryRunReport, style: TextStyle): string {
  const color = paint(style);
  const lines: string[] = [];
  for (const hole of report.holes) {
    lines.push(`${color.cyan(`${report.file}:${hole.line}:${hole.column + 1}`)}  ${hole.declaration ?? 'hole'}`);
    lines.push(...hole.goal.split('\n').map((line) => `    ${line}`));
    for (const { query, names } of hole.retrievals) {
      lines.push(`  retrieval query: ${collapseWhitespace(query)}`, `    retrieved: ${names.join(', ') || 'nothing'}`);
    }
    if (hole.candidates.length > 0) {
      lines.push(
        `  tried first, without a model: ${hole.candidates.map((text) => text.replaceAll('\n', '; ')).join(' | ')}`,
      );
    }
    lines.push(...promptLines(hole.prompts, style), '');
  }
  return `${[...lines, ...ending(report)].join('\n')}\n`;
}

/** Samples of one prompt are shown once. */
export function promptLines(prompts: readonly PromptReport[], style: TextStyle): string[] {
  const color = paint(style);
  const lines: string[] = [];
  for (const hash of new Set(prompts.map(({ prompt }) => prompt))) {
    const same = prompts.filter(({ prompt }) => prompt === hash);
    const [first] = same;
    if (first === undefined) continue;
    const times = same.length === 1 ? 'once' : `${same.length} times`;
    const cost = first.worst_cost === null ? 'price unknown' : `at most ${dollars(first.worst_cost)}`;
    const worst = `at most ${formatNumber(first.worst_tokens)} tokens, ${cost} each`;
    lines.push(`  ${color.bold(`prompt ${first.template}`)}, ${times}: ${worst}`);
    for (const message of first.messages) {
      lines.push(
        color.dim(`  --- ${message.role} ---`),
        ...messageText(message)
          .split('\n')
          .map((line) => `  ${line}`),
      );
    }
    for (const { name, description } of first.tools ?? []) lines.push(`  tool ${name}: ${description}`);
    lines.push(color.dim('  --- end ---'));
  }
  return lines;
}

function ending(report: DryRunReport): string[] {
  const { model, endpoint, holes, worst_tokens, worst_cost, strategy, later_questions: later } = report;
  if (model === null)
    return [`No model: the ${strategy} strategy tries candidates on this machine. Nothing was tried.`];
  const cost = worst_cost === null ? 'price unknown' : dollars(worst_cost);
  const worst = `${formatNumber(worst_tokens)} tokens, ${cost}`;
  return [
    `Would be sent to ${model} (${endpoint ?? ''}) for each hole that the portfolio does not fill.`,
    `The first round at ${holes.length === 1 ? 'this hole' : `all ${holes.length} holes`} costs at most ${worst}; repair rounds cost extra. Nothing was sent.`,
    ...(later === 0
      ? []
      : [
          `Only the first prompt at each hole is shown. ${later} more ${later === 1 ? 'depends' : 'depend'} on its answer and ${later === 1 ? 'costs' : 'cost'} extra.`,
        ]),
  ];
}
