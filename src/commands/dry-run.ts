/** `lemmahead prove --dry-run`: what would be asked, where, and for how much at most. Nothing is sent. */
import type { UserFile } from '../lean/user-file.ts';
import { Budget } from '../llm/budget.ts';
import { dryRunReport, renderDryRun } from '../report/dry-run.ts';
import { laterQuestions } from '../prove/strategies.ts';
import { showProofProgress } from '../ui/proof-progress.ts';
import { findHoles } from '../verify/hole/holes.ts';
import { selectHoles } from './select-holes.ts';
import {
  selectStrategies,
  makeStrategies,
  openRequestedModel,
  requireSomethingToTry,
  retrieves,
  needsIndex,
  needsLibrary,
} from './select-strategies.ts';
import type { CommandContext, CommandOutcome } from './command.ts';
import { informalInputOf } from './informal-input.ts';
import type { ProveCommandOptions } from './prove-options.ts';
import { openProverSession } from './prover-session.ts';
import { requirePrice } from './require-price.ts';

/** Exit `done`, whatever would come of it. Lean is asked for the goals, and whether the file compiles as it is. */
export async function dryRun(
  asked: ProveCommandOptions,
  context: CommandContext,
  { file, path }: { file: UserFile; path: string },
): Promise<CommandOutcome> {
  const { settings, signal, log } = context;
  requireSomethingToTry(asked, settings);
  const model = await openRequestedModel(asked, settings, null);
  requirePrice(model, asked.limits.cost);
  const options = { ...asked, indexed: needsIndex(asked), library: needsLibrary(asked), judges: false };
  const proving = await openProverSession(options, context, file.path);
  const progress = showProofProgress(log, context.startProgress);
  try {
    const names = selectStrategies(asked, settings, proving.index !== null, log);
    const holes = await proving.prover.dryRun({
      text: file.text,
      file: file.path,
      shownPath: path,
      strategies: makeStrategies(names, asked, settings, proving.tactics),
      model,
      retrieves: retrieves(asked),
      hidden: new Set(),
      inWords: informalInputOf(asked),
      hiddenStatement: null,
      isWanted: selectHoles(findHoles(file.text), asked, path),
      mayAddImports: asked.addImports,
      record: null,
      budget: new Budget(asked.limits),
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
      { model, laterQuestions: names.reduce((sum, name) => sum + laterQuestions(name, asked.words), 0) },
      holes,
    );
    return { exit: 'done', data: { ...report }, render: (style) => renderDryRun(report, style) };
  } finally {
    progress.stop();
    await proving.close();
  }
}
