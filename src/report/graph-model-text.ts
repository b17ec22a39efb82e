/** What a model was asked about entities, and what it would be asked, as text for a terminal. Pure. */
import { formatNumber } from '../base/format-number.ts';
import { pluralize } from '../base/pluralize.ts';
import type { ModelUse, PlannedUse, UsualUse } from '../session/model-use-schema.ts';
import { dollars, formatSpending } from './format-spending.ts';
import type { GraphAugmentReport, GraphCompleteReport } from './graph-model-schema.ts';
import { joinBlocks, noticeLines, upTo } from './layout.ts';
import { withLibraryFlag } from './library-flag.ts';
import { paint, type TextStyle } from './style.ts';

const MAX_PROBLEMS = 5;

export function renderGraphAugment(report: GraphAugmentReport, style: TextStyle): string {
  const { entities, batch, attributes, references, run, path, models } = report;
  const color = paint(style);
  const values = Object.entries(attributes).map(([name, count]) => `${name} ${formatNumber(count)}`);
  const found = references.resolved + references.unresolved;
  return `${joinBlocks([
    [
      values.length === 0
        ? `No attribute was written: ${formatNumber(entities)} entities looked at.`
        : `Attributes by ${models.model}${batch ? ', all of an entity in one question' : ''}: ${values.join(', ')}.`,
      ...(found === 0 ? [] : [`  ${references.resolved} of ${found} references found lead to an entity`]),
      ...modelUseLines(models),
    ],
    [color.dim(run === null ? path : withLibraryFlag(`${path}; to undo: lemmahead graph undo ${run}`, style))],
  ])}\n`;
}

export function renderGraphComplete(report: GraphCompleteReport, style: TextStyle): string {
  const { missing, entities, run, path, models, adapters, notices } = report;
  const color = paint(style);
  return `${joinBlocks([
    noticeLines(notices, style),
    ...entities.map(({ key, adapter, verdict, rounds, text, unverified, declarations }) => [
      `${color.bold(key)}  ${adapter}, ${verdict} after ${pluralize(rounds.length, 'attempt')}`,
      ...text.split('\n').map((line) => `  ${line}`),
      ...(unverified.length === 0 ? [] : [color.dim(`  beyond the library: ${unverified.join('; ')}`)]),
      ...(declarations.length === 0 ? [] : [color.dim(`  the theorem is proved in Lean: ${declarations.join(', ')}`)]),
      ...(verdict === 'failed' ? (rounds.at(-1) ?? []).map((each) => color.yellow(`  violates: ${each}`)) : []),
    ]),
    [
      `${formatNumber(entities.length)} of ${pluralize(missing, 'missing text')} completed, not checked by Lean or a person.`,
      ...[models, ...adapters].flatMap(modelUseLines),
    ],
    [
      color.dim(run === null ? path : withLibraryFlag(`${path}; to undo: lemmahead graph undo ${run}`, style)),
      ...(run !== null && entities.some(isUpgradable)
        ? [color.dim('A link that is added later does not change a verdict: undo the run, and complete again.')]
        : []),
    ],
  ])}\n`;
}

/** Whether Lean could still prove its theorem. */
const isUpgradable = ({ adapter, verdict }: GraphCompleteReport['entities'][number]): boolean =>
  adapter === 'proof' && verdict === 'self-checked';

export function modelUseLines(use: ModelUse): string[] {
  const { model, scripted, answers, reused, unusable, problems, stopped_by: stopped } = use;
  const spending = formatSpending(use);
  return [
    `  ${model}${scripted ? ' (scripted answers)' : ''}: ${pluralize(answers, 'answer')}, ${formatNumber(reused)} of them known before, ${formatNumber(unusable)} unusable${spending === '' ? '' : `; ${spending}`}`,
    ...upTo(
      MAX_PROBLEMS,
      problems.map((problem) => `  unusable answer: ${problem}`),
      (more) => `  and ${more} more`,
    ),
    ...(answers === 0 && problems.length > 0
      ? ['  Nothing was answered. Check the model server, or try another model: --model PROVIDER/MODEL']
      : []),
    ...(stopped === null
      ? []
      : [`  Stopped by --max-${stopped}. Raise the limit and run the same command again: answers are kept.`]),
  ];
}

export function renderPlannedQuestions({ planned }: { planned: PlannedUse }, style: TextStyle): string {
  const color = paint(style);
  return `${joinBlocks([
    ...planned.by_template.map(({ template, questions, example }) => [
      `${color.bold(template)}: ${pluralize(questions, 'question')}, such as`,
      ...example.split('\n').map((line) => `  ${line}`),
    ]),
    [plannedLine(planned)],
  ])}\n`;
}

export function plannedLine({
  model,
  endpoint,
  questions,
  max_requests: most,
  worst_tokens: tokens,
  worst_cost: cost,
}: PlannedUse): string {
  const price = cost === null ? 'price unknown' : dollars(cost);
  return `Would be sent to ${model} (${endpoint}): ${pluralize(questions, 'question')}, at most ${formatNumber(tokens)} tokens, ${price}. With questions that are put again, at most ${pluralize(most, 'request')}; questions that depend on answers cost extra. Nothing was sent.`;
}

/** All questions of a build that depend on answers, too. */
export function usualLines(usual: readonly UsualUse[]): string[] {
  return usual.map(({ model, questions, by_template: byTemplate, cost, reasoning_cost: most, ...tokens }) => {
    const counts = Object.entries(byTemplate).map(([template, count]) => `${template} ${formatNumber(count)}`);
    const price =
      cost === null
        ? 'price unknown'
        : most === cost
          ? dollars(cost)
          : `${dollars(cost)}, or ${dollars(most!)} if it reasons at length`;
    return `All questions to ${model}: at most ${formatNumber(questions)} (${counts.join(', ')}); usually about ${formatNumber(tokens.input_tokens)} tokens in and ${formatNumber(tokens.output_tokens)} out, ${price}`;
  });
}
