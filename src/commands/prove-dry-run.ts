/** `lemmahead prove --dry-run`: shows the prompts, their server and their maximum cost. Sends nothing. */
import { Budget } from '../llm/budget.ts';
import type { ProveCommandOptions } from '../options/prove-options.ts';
import { STRATEGIES } from '../prove/strategies.ts';
import { dryRunReport, renderDryRun } from '../report/dry-run.ts';
import type { CommandContext } from '../session/command-context.ts';
import { withoutQueue } from '../session/command-queue.ts';
import { openProofTools, type ProofFile, proverRequest, showProofEvents } from '../session/proof-tools.ts';
import { openRequestedModel, requireSomethingToTry } from '../session/select-strategies.ts';
import type { CommandOutcome } from './command.ts';

/** Exit `done` in all cases. Lean is run for the goals, and to check that the file compiles as it is. */
export async function dryRun(
  request: ProveCommandOptions,
  given: CommandContext,
  source: ProofFile,
): Promise<CommandOutcome> {
  const context = withoutQueue(given);
  const { settings, signal } = context;
  requireSomethingToTry(request, settings);
  const model = await openRequestedModel(request, settings);
  const tools = await openProofTools(request, context, { file: source.file, model, judges: false });
  const { session, names } = tools;
  const progress = showProofEvents(context);
  try {
    const holes = await session.prover.dryRun({
      ...(await proverRequest(request, context, tools, source)),
      record: null,
      budget: new Budget(request.limits),
      deadline: signal,
      onEvent: progress.onEvent,
    });
    const laterQuestions = names.reduce((sum, name) => sum + STRATEGIES[name].laterRequests(request.words), 0);
    const report = dryRunReport(source.path, names, { model: tools.model, laterQuestions }, holes);
    return { exit: 'done', data: { ...report }, render: (style) => renderDryRun(report, style) };
  } finally {
    progress.stop();
    await session.close();
  }
}
