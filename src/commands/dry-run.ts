/** `lemmahead prove --dry-run`: what would be asked, where, and for how much at most. Nothing is sent. */
import { openModelFrom } from '../llm/open-model.ts';
import type { UserFile } from '../lean/user-file.ts';
import { Budget } from '../prove/budget.ts';
import { STRATEGIES } from '../prove/strategies.ts';
import { dryRunReport, renderDryRun } from '../report/dry-run.ts';
import { showProofProgress } from '../ui/proof-progress.ts';
import { findHoles } from '../verify/hole/holes.ts';
import { chosenHoles } from './chosen-holes.ts';
import { chosenStrategies, requirePrice, requireTryable } from './chosen-strategies.ts';
import type { CommandContext, CommandOutcome } from './command.ts';
import type { ProveCommandOptions } from './prove-options.ts';
import { openProving } from './proving.ts';
import { retrieves } from './run-prove.ts';

/** Exit `done`, whatever would come of it. Lean is asked for the goals, and whether the file compiles as it is. */
export async function dryRun(
  asked: ProveCommandOptions,
  context: CommandContext,
  { file, path }: { file: UserFile; path: string },
): Promise<CommandOutcome> {
  const { settings, signal, log } = context;
  requireTryable(asked, settings);
  const isAsked = settings.model.name !== null && asked.strategy !== 'portfolio';
  const model = isAsked ? await openModelFrom(settings.model, { record: null }) : null;
  requirePrice(model, asked.limits.cost);
  const options = { ...asked, indexed: retrieves(asked), judges: false };
  const proving = await openProving(options, context, file.path);
  const progress = showProofProgress(log, context.startProgress);
  try {
    const names = chosenStrategies({ ...asked, retrieves: retrieves(asked) }, settings, proving.index !== null, log);
    const { samples, rounds, k: limit, contextChars } = asked;
    const { temperature, maxOutputTokens } = settings.model;
    const making = { samples, rounds, limit, contextChars, temperature, maxOutputTokens, tactics: proving.tactics };
    const holes = await proving.prover.rehearse({
      text: file.text,
      file: file.path,
      shownPath: path,
      strategies: names.map((name) => STRATEGIES[name].make(making)),
      model,
      retrieves: retrieves(asked),
      hidden: new Set(),
      isWanted: chosenHoles(findHoles(file.text), asked, path),
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
    const report = dryRunReport(path, names, model, holes);
    return { exit: 'done', data: { ...report }, render: (style) => renderDryRun(report, style) };
  } finally {
    progress.stop();
    await proving.close();
  }
}
