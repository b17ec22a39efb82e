/** `lemmahead formalize --prove`: hands the chosen statement to `prove`. One report has both. */
import { resolve } from 'node:path';
import { flagsOf } from '../config/option-table.ts';
import { readUserFile } from '../lean/user-file.ts';
import { PROVE_OPTIONS } from '../options/prove-options.ts';
import type { FormalizeRunRequest } from '../options/formalize-options.ts';
import { startRun } from '../prove/run/record.ts';
import { clickablePath } from '../report/clickable-path.ts';
import type { FormalizeReport } from '../report/formalize-schema.ts';
import type { ProveReport } from '../report/prove-schema.ts';
import type { CommandContext } from '../session/command-context.ts';
import { withoutQueue } from '../session/command-queue.ts';
import type { CommandOutcome } from './command.ts';
import { runProve } from './run-prove.ts';

/**
 * The exit of `prove`; that of `formalize` if there is nothing to prove. With `--out`, the proof is written to that file.
 * `formalized`: the outcome of one problem.
 */
export async function proveFormalized(
  formalized: CommandOutcome,
  options: FormalizeRunRequest,
  context: CommandContext,
): Promise<CommandOutcome> {
  const report = formalized.data as unknown as FormalizeReport;
  if (formalized.exit !== 'done' || report.chosen === null) return formalized;
  const { written_to: out, chosen, statement, tokens, cost } = report;
  const path = resolve(context.cwd, out ?? `${options.name}.lean`);
  const file = out === null ? { path, text: chosen } : await readUserFile(path);
  const left = (limit: number | null, spent: number): number | null => limit && Math.max(0, limit - spent);
  const {
    inPlace: _,
    out: __,
    diff: ___,
    jsonStream: ____,
    dryRun: _____,
    ...usual
  } = flagsOf(PROVE_OPTIONS, () => undefined);
  const request = {
    ...usual,
    ...{ informal: statement, jobs: options.jobs, requireSandbox: options.requireSandbox, maxTime: options.maxTime },
    limits: {
      ...usual.limits,
      tokens: left(options.limits.tokens, tokens),
      cost: left(options.limits.cost, cost ?? 0),
    },
    output: { to: out === null ? ('show' as const) : ('file' as const) },
  };
  const shown = clickablePath(path, context.cwd);
  const open = (): ReturnType<typeof startRun> => startRun(context.settings.dataHome);
  // As the statement was made here, it is proved here.
  const proved = await runProve(request, withoutQueue(context), {
    file,
    path: shown,
    written: null,
    open,
    replays: null,
  });
  return {
    exit: proved.exit,
    data: { ...report, proof: proved.data as ProveReport },
    render: (style) => `${formalized.render(style)}\n${proved.render(style)}`,
  };
}
