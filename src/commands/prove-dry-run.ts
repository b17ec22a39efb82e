/** `lemmahead prove --dry-run`: shows the prompts, their server and their maximum cost. Sends nothing. */
import { NOTHING_HIDDEN } from '../prove/hidden.ts';
import type { UserFile } from '../lean/user-file.ts';
import { Budget } from '../llm/budget.ts';
import { dryRunReport, renderDryRun } from '../report/dry-run.ts';
import { STRATEGIES } from '../prove/strategies.ts';
import { showProofProgress } from '../ui/proof-progress.ts';
import { findHoles } from '../verify/hole/holes.ts';
import { selectHoles } from '../session/select-holes.ts';
import {
  selectStrategies,
  makeStrategies,
  openRequestedModel,
  requireSomethingToTry,
  retrieves,
  needsIndex,
  needsLibrary,
} from '../session/select-strategies.ts';
import type { CommandContext } from '../session/command-context.ts';
import type { CommandOutcome } from './command.ts';
import { informalInputOf } from '../session/informal-input.ts';
import type { ProveCommandOptions } from '../options/prove-options.ts';
import { openProverSession } from '../session/prover-session.ts';
import { requirePrice } from '../session/require-price.ts';

/** Exit `done` in all cases. Lean is run for the goals, and to check that the file compiles as it is. */
export async function dryRun(
  request: ProveCommandOptions,
  context: CommandContext,
  { file, path }: { file: UserFile; path: string },
): Promise<CommandOutcome> {
  const { settings, signal, log } = context;
  requireSomethingToTry(request, settings);
  const model = await openRequestedModel(request, settings, null);
  requirePrice(model, request.limits.cost);
  const options = { ...request, indexed: needsIndex(request), library: needsLibrary(request), judges: false };
  const session = await openProverSession(options, context, file.path);
  const progress = showProofProgress(log, context.startProgress);
  try {
    const names = selectStrategies(request, settings, session.index !== null, log);
    const holes = await session.prover.dryRun({
      text: file.text,
      file: file.path,
      displayPath: path,
      strategies: await makeStrategies(names, request, settings, session.tactics),
      model,
      retrieves: retrieves(request),
      hidden: NOTHING_HIDDEN,
      informalInput: informalInputOf(request),
      isSelected: selectHoles(findHoles(file.text), request, path),
      mayAddImports: request.addImports,
      record: null,
      budget: new Budget(request.limits),
      signal,
      deadline: signal,
      onEvent: (event) => {
        progress.onEvent(event);
        context.stream?.({ ...event });
      },
    });
    const report = dryRunReport(
      path,
      names,
      { model, laterQuestions: names.reduce((sum, name) => sum + STRATEGIES[name].laterRequests(request.words), 0) },
      holes,
    );
    return { exit: 'done', data: { ...report }, render: (style) => renderDryRun(report, style) };
  } finally {
    progress.stop();
    await session.close();
  }
}
