/** `lemmahead prove`: fills the holes of a file with proofs that Lean accepts and the audit confirms. */
import { resolve } from 'node:path';
import { readUserFile } from '../lean/user-file.ts';
import { NOTHING_DONE } from '../prove/outcome.ts';
import { startRun, type OpenRun } from '../prove/run/record.ts';
import { clickablePath } from '../report/clickable-path.ts';
import { proveReport } from '../report/prove-report.ts';
import { renderProve } from '../report/prove-text.ts';
import { findHoles } from '../verify/hole/holes.ts';
import { selectHoles } from '../session/select-holes.ts';
import { requireOneDeclaration } from '../session/informal-input.ts';
import type { Command } from './command.ts';
import type { ProveCommandOptions } from '../options/prove-options.ts';
import { runProve } from './run-prove.ts';

/**
 * Exit `done` if every selected hole (possibly none) is filled and depends on no other hole, `no` if some are left,
 * `budget` if a limit stopped the run, `missing` if checking was impossible or the model failed permanently, `refused`
 * if the audit refused the combined result.
 */
export const prove: Command<ProveCommandOptions> = async (options, context) => {
  const file = await readUserFile(resolve(context.cwd, options.file));
  const path = clickablePath(file.path, context.cwd);
  const holes = findHoles(file.text);
  if (holes.length === 0) {
    const report = proveReport(NOTHING_DONE, { path, text: file.text, written: null, run: null, replayed: null });
    return { exit: 'done', data: { ...report }, render: (style) => renderProve(report, style) };
  }
  // Reports wrong flags before searching for Lean.
  const isSelected = selectHoles(holes, options, path);
  requireOneDeclaration(
    options,
    holes.filter((hole, at) => hole.isProof && isSelected(hole, at + 1)),
  );
  const { dryRun, file: _, ...request } = options;
  if (dryRun) return (await import('./prove-dry-run.ts')).dryRun(options, context, { file, path });
  const open = (): OpenRun => startRun(context.settings.dataHome);
  return runProve(request, context, { file, path, written: null, open, replays: null });
};
