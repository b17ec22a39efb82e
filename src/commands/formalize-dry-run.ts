/** `formalize --dry-run`: the prompts and their maximum cost. Nothing is sent. */
import { maxStageQuestions } from '../formalize/build-pack.ts';
import { StageAsker } from '../formalize/stage-asker.ts';
import { BadAnswer } from '../llm/bad-answer.ts';
import type { ChatModel } from '../llm/chat.ts';
import { MAX_REQUESTS } from '../llm/model-client.ts';
import type { FormalizeOptions } from '../options/formalize-options.ts';
import type { Prompt } from '../prompt/prompts.ts';
import { type DryRunPrompt, dryRunPrompt } from '../prove/dry-run.ts';
import { formalizeDryRunReport } from '../report/formalize-report.ts';
import { renderFormalizeDryRun } from '../report/formalize-text.ts';
import type { CommandContext } from '../session/command-context.ts';
import { answerRequest, packRequest, prepareProblem } from '../session/formalize-problem.ts';
import { withFormalizer } from '../session/formalizer-session.ts';
import type { CommandOutcome } from './command.ts';

/** The stages are shown with the results that they have offline. `model`: null if none is configured. */
export function formalizeDryRun(
  options: FormalizeOptions,
  context: CommandContext,
  { model, fileHeader }: { model: ChatModel | null; fileHeader: string | null },
): Promise<CommandOutcome> {
  const { samples, rounds } = options;
  const { model: settings } = context.settings;
  const { maxOutputTokens, temperature } = settings;
  const price = model?.price ?? null;
  const stages: DryRunPrompt[] = [];
  const show = (asked: Prompt): never => {
    const request = { messages: asked.messages, maxOutputTokens, temperature, sample: 0 };
    stages.push(dryRunPrompt(request, asked.template, { price }));
    throw new BadAnswer('nothing was sent');
  };
  const asker = new StageAsker(options.pack === 'model' ? async (asked) => show(asked) : null);
  return withFormalizer({ ...options, fileHeader, check: 'none' }, context, async (session) => {
    const request = { ...options, fileHeader, model: settings };
    const { basis, prompt } = await prepareProblem(request, session, asker);
    const answers = Array.from({ length: samples }, (_, at) =>
      dryRunPrompt(answerRequest(prompt.messages, settings, at), prompt.template, { price }),
    );
    const questions = options.pack === 'model' ? maxStageQuestions(packRequest(request)) : 0;
    const report = formalizeDryRunReport(basis, model?.endpoint ?? null, {
      prompts: [...stages, ...answers],
      maxRequests: questions * MAX_REQUESTS + samples * (1 + rounds),
    });
    return { exit: 'done', data: { ...report }, render: (style) => renderFormalizeDryRun(report, style) };
  });
}
