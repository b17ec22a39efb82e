/** Updates the index with the project's changed files, before a command reads it. */
import { Failure } from '../base/errors.ts';
import { indexPathFor } from '../config/paths.ts';
import type { CommandContext } from './command-context.ts';

/** If the index cannot be updated, for example because another process builds it, warns and uses the old one. */
export async function refreshProject({ settings, signal, log }: CommandContext): Promise<void> {
  const { projectRoot } = settings;
  if (projectRoot === null || !settings.searchRefresh) return;
  // Outside a project a search should not load this module.
  const { ensureFresh } = await import('../index/ensure-fresh.ts');
  try {
    for (const warning of await ensureFresh({ indexPath: indexPathFor(settings), projectRoot, signal }))
      log.warn(warning);
  } catch (error) {
    if (!(error instanceof Failure)) throw error;
    log.warn(`${error.message} The index is used without an update.`);
  }
}
