/** `formalize --dry-run`: the prompts of each problem and their maximum cost. Nothing is sent. */
import { maxStageQuestions } from '../formalize/build-pack.ts';
import { StageAsker } from '../formalize/stage-asker.ts';
import { BadAnswer } from '../llm/bad-answer.ts';
import type { ChatModel } from '../llm/chat.ts';
import { MAX_REQUESTS } from '../llm/model-client.ts';
import { openModelFrom } from '../llm/open-model.ts';
import type { FormalizeRunRequest, ProblemInWords } from '../options/formalize-options.ts';
import type { Prompt } from '../prompt/prompts.ts';
import { type DryRunPrompt, dryRunPrompt } from '../prove/dry-run.ts';
import { formalizeBatchDryRunReport, renderFormalizeBatchDryRun } from '../report/formalize-batch-dry-run.ts';
import { formalizeDryRunReport } from '../report/formalize-report.ts';
import type { FormalizeDryRunReport } from '../report/formalize-schema.ts';
import { renderFormalizeDryRun } from '../report/formalize-text.ts';
import { questionsOf } from '../prove/statement/text-judge.ts';
import type { CommandContext } from '../session/command-context.ts';
import {
  answerRequest,
  formalizerSettings,
  packRequest,
  prepareProblem,
  type ProblemRequest,
} from '../session/formalize-problem.ts';
import { type FormalizerSession, withFormalizer } from '../session/formalizer-session.ts';
import { requirePrice } from '../session/require-price.ts';
import type { CommandOutcome } from './command.ts';
import type { FormalizeSource } from './run-formalize.ts';

/** `file`: of a batch, whose report sums up; null for one text. */
export async function formalizeDryRun(
  options: FormalizeRunRequest,
  context: CommandContext,
  {
    problems,
    file,
    fileHeader,
    userTemplate,
  }: Pick<FormalizeSource, 'problems' | 'file' | 'fileHeader' | 'userTemplate'>,
): Promise<CommandOutcome> {
  const { model: settings } = context.settings;
  const model = settings.name === null ? null : await openModelFrom(settings, { record: null, isDryRun: true });
  requirePrice(model, options.limits.cost ?? options.costEach);
  return withFormalizer({ ...options, fileHeader, check: 'none' }, context, async (session) => {
    const reports: FormalizeDryRunReport[] = [];
    for (const { statement } of problems) {
      const request = { ...options, statement, fileHeader, userTemplate, model: formalizerSettings(context.settings) };
      const judging = options.samples * (1 + options.rounds) * questionsOf(options.judges.length, options.critic);
      reports.push(await dryRunOf(request, session, model, judging * MAX_REQUESTS));
    }
    const [report] = reports;
    if (file !== null || report === undefined) return batchOutcome(problems, reports, file ?? '');
    return { exit: 'done', data: { ...report }, render: (style) => renderFormalizeDryRun(report, style) };
  });
}

/** The stages are shown with the results that they have offline. `model`: null if none is configured. */
async function dryRunOf(
  request: ProblemRequest,
  session: FormalizerSession,
  model: ChatModel | null,
  /** Maximum number of requests to judges. */
  judging: number,
): Promise<FormalizeDryRunReport> {
  const { samples, rounds, model: settings } = request;
  const { maxOutputTokens, temperature } = settings;
  const price = model?.price ?? null;
  const stages: DryRunPrompt[] = [];
  const show = (asked: Prompt): never => {
    const question = { messages: asked.messages, maxOutputTokens, temperature, sample: 0 };
    stages.push(dryRunPrompt(question, asked.template, { price }));
    throw new BadAnswer('nothing was sent');
  };
  const asker = new StageAsker(request.pack === 'model' ? async (asked) => show(asked) : null);
  const { basis, prompt } = await prepareProblem(request, { ...session, semantic: null, rerank: null }, asker);
  const answers = Array.from({ length: samples }, (_, at) =>
    dryRunPrompt(answerRequest(prompt.messages, settings, at), prompt.template, { price }),
  );
  const questions = request.pack === 'model' ? maxStageQuestions(packRequest(request)) : 0;
  return formalizeDryRunReport(basis, model?.endpoint ?? null, {
    prompts: [...stages, ...answers],
    maxRequests: questions * MAX_REQUESTS + samples * (1 + rounds) + judging,
  });
}

function batchOutcome(
  problems: readonly ProblemInWords[],
  reports: readonly FormalizeDryRunReport[],
  file: string,
): CommandOutcome {
  const report = formalizeBatchDryRunReport(
    problems.map(({ id }) => id),
    reports,
    file,
  );
  return { exit: 'done', data: { ...report }, render: (style) => renderFormalizeBatchDryRun(report, style) };
}
