/** `lemmahead bench answers`: how often the checker of mathematical answers agrees with labels. */
import { collapseWhitespace } from '../base/one-line.ts';
import type { BenchAnswersOptions } from '../bench/bench-options.ts';
import type { AnswerCounts, AnswersReport, JudgeReport } from '../bench/answers/answers-schema.ts';
import { judgeAnswers, summarizeJudge } from '../bench/answers/answer-judge.ts';
import { measureAnswers, type Measured, readPairs, summarizeAnswers } from '../bench/answers/measure-answers.ts';
import { alignedRows } from '../bench/experiment/table.ts';
import type { ChatModel } from '../llm/chat.ts';
import { modelUseLines } from '../report/graph-model-text.ts';
import type { AskedAbout } from '../session/answer-checks.ts';
import type { CommandContext } from '../session/command-context.ts';
import { ModelQuestions } from '../session/model-questions.ts';
import { openRequiredModel } from '../session/required-model.ts';
import { requirePrice } from '../session/require-price.ts';
import type { Command } from './command.ts';

export type BenchAnswersRequest = BenchAnswersOptions & { pairs: string };

/** Exit `budget` if a limit ended the questions to the model; the answers so far are in the report. */
export const benchAnswers: Command<BenchAnswersRequest> = async (request, context) => {
  const { pairs: path, tolerance, judge: about } = request;
  const pairs = await readPairs(path);
  // Opened first: a missing key must not be found out after minutes of checking.
  const model = about === null ? null : await openJudge(request, context);
  const progress = context.startProgress('Checking answers');
  const measured = await measureAnswers(pairs, tolerance, {
    signal: context.signal,
    onPair: (done) => progress.update(done, pairs.length, `${done} of ${pairs.length} pairs`),
  }).finally(() => progress.stop());
  const judged = model === null ? null : await askJudge(model, about!, measured, request, context);
  const report = summarizeAnswers(measured, judged);
  return {
    exit: judged !== null && judged.use.stopped_by !== null ? 'budget' : 'done',
    data: { ...report, schema: 'lemmahead/bench-answers@1' },
    render: () => renderAnswers(report),
  };
};

async function openJudge({ record, limits }: BenchAnswersRequest, context: CommandContext): Promise<ChatModel> {
  const model = await openRequiredModel(context, { record, isDryRun: false, without: 'leave out --judge' });
  requirePrice(model, limits.cost);
  return model;
}

async function askJudge(
  model: ChatModel,
  about: AskedAbout,
  measured: readonly Measured[],
  request: BenchAnswersRequest,
  context: CommandContext,
): Promise<JudgeReport> {
  const questions = new ModelQuestions(model, request, context);
  const verdicts = new Map<string, boolean>();
  const progress = context.startProgress('Asking the model');
  const { ask } = questions;
  await questions
    .within(() =>
      judgeAnswers(measured, about, {
        ...{ ask, verdicts, concurrency: context.settings.model.concurrency },
        onProblem: (problem) => void questions.problems.push(problem),
      }),
    )
    .finally(() => progress.stop());
  return summarizeJudge(measured, about, verdicts, questions.report());
}

function renderAnswers({
  all,
  agreement,
  by_kind: byKind,
  latency_ms: latency,
  disagreements,
  engine,
  judge,
}: AnswersReport): string {
  const row = (name: string, counts: AnswerCounts): string[] => [
    name,
    ...[counts.n, counts.agreed, counts.false_accepts, counts.misses, counts.undecided].map(String),
  ];
  const percent = (share: number): string => (100 * share).toFixed(1);
  const shown = (text: string): string => {
    const line = collapseWhitespace(text);
    return line.length > 60 ? `${line.slice(0, 59)}…` : line;
  };
  const lines = [
    ...alignedRows({
      head: ['kind', 'pairs', 'agreed', 'false accepts', 'misses', 'undecided'],
      rows: [...Object.entries(byKind).map(([kind, counts]) => row(kind, counts)), row('all', all)],
    }),
    `agreed on ${percent(all.agreed / all.n)} % (${agreement.map(percent).join('–')}; 95 % Wilson interval)`,
    `median ${latency.median.toFixed(1)} ms, 95th percentile ${latency.p95.toFixed(1)} ms, with ${engine ?? 'an unknown engine'}`,
    ...disagreements.map(
      ({ id, gold, text, same, verdict }) =>
        `${id}: ${shown(gold)}  |  ${shown(text)}  →  ${verdict}, label ${same ? 'same' : 'different'}`,
    ),
    ...(judge === null ? [] : judgeLines(judge, all.n)),
  ];
  return `${lines.join('\n')}\n`;
}

function judgeLines(judge: JudgeReport, pairs: number): string[] {
  const { asked, yes, model_only: alone, either, judge_only: only, use } = judge;
  return [
    '',
    `The model was asked about ${asked} answers and called ${yes} of them the same; it agreed on ${alone.agreed}, with ${alone.false_accepts} false accepts.`,
    `Accepted by the checker or the model: agreed on ${either.agreed} of ${pairs}, ${either.false_accepts} false accepts.`,
    `Accepted by the model only: ${only.length === 0 ? 'none' : only.join(', ')}`,
    ...modelUseLines(use),
  ];
}
